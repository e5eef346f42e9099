import type { BreakKind } from '../facts/break-facts.ts';
import type { Break } from '../ledger/break.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { TooManyStatements } from '../ledger/statement-room.ts';
import type { Effects } from '../ports/effects.ts';
import type { Contended } from '../retries/retry.ts';

export interface BreakPorts extends Pick<Effects, 'now'> {
  readonly breaks: {
    /** Strongly consistent; null if there never was one. */
    readonly readBreak: (tenant: string, id: string) => Promise<Break | null>;
  };
  readonly ledger: Pick<Ledger, 'readAuditHead' | 'commit'>;
}

/** A person's word about a break, and the version that they saw. */
export interface BreakCommand {
  readonly tenant: string;
  readonly id: string;
  readonly by: string;
  readonly requestId: string;
  /** Version of the break that they saw. */
  readonly version: number;
  readonly comment: string;
}

export interface ExplanationCommand extends BreakCommand {
  readonly kind: BreakKind;
}

export type BreakRefusal =
  | { readonly code: 'not-found'; readonly message: string }
  /** The break changed since it was seen. */
  | { readonly code: 'stale'; readonly message: string; readonly currentVersion: number }
  | { readonly code: 'break-closed'; readonly message: string }
  /** Two people conclude unbooked amounts in the lane that holds them. */
  | { readonly code: 'break-unbooked'; readonly message: string }
  | { readonly code: 'break-unexplained'; readonly message: string }
  | TooManyStatements
  | { readonly code: 'maker-is-checker'; readonly message: string };

export type BreakResult =
  /** `replayed`: the same person had said the same, and nothing was written. */
  | { readonly result: 'written'; readonly break: Break; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: BreakRefusal }
  /** Others kept writing; nothing was changed. */
  | Contended;
