import type { Instant } from '../time/instant.ts';
import type { Flow } from './flow.ts';

/** What a person may call a difference. `other` needs no kind, but words like the rest. */
export const BREAK_KINDS = [
  'deposit',
  'transfer',
  'fee',
  'interest',
  'correction',
  'foreign-debit',
  'other',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

export const BREAK_STATES = ['open', 'explained', 'closed'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/** What came in is to be named; what went out without Sluice is an alarm, and so is what was confirmed and no balance shows
 * within the booking bound. */
export const DIRECTIONS = ['inflow', 'outflow', 'unbooked'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A person's name for the difference. */
export interface BreakExplanation {
  readonly by: string;
  readonly at: Instant;
  readonly kind: BreakKind;
  readonly words: string;
}

export type BreakStatus =
  | { readonly state: 'open'; readonly at: Instant }
  | {
      readonly state: 'explained';
      readonly at: Instant;
      readonly explanation: BreakExplanation;
    }
  /** Closed by a person: the difference stands, and has a name. */
  | {
      readonly state: 'closed';
      readonly how: 'by-people';
      readonly at: Instant;
      readonly by: string;
      readonly words: string;
      readonly explanation: BreakExplanation;
    }
  /** Closed by what became known later: nothing is unexplained there any more. */
  | {
      readonly state: 'closed';
      readonly how: 'settlement' | 'later-knowledge';
      readonly at: Instant;
      readonly words: string;
      /** Instructions that account for it; empty where a late snapshot shows it elsewhere. */
      readonly instructionIds: readonly string[];
    };

/** One line of a break's life. */
export interface BreakHistoryEntry {
  readonly at: Instant;
  readonly state: BreakState;
  readonly by: string;
  readonly words: string;
}

/** A difference between two readings of a balance that nothing Sluice knows accounts for. */
export interface Break {
  readonly id: string;
  readonly client: string;
  readonly currency: string;
  /** Tick of the snapshot that shows it, and when its balances were read. Of what is unbooked: when the oldest was claimed. */
  readonly snapshot: Instant;
  readonly readAt: Instant;
  /** The same of the snapshot before it. */
  readonly sinceSnapshot: Instant;
  readonly sinceReadAt: Instant;
  readonly direction: Direction;
  /** Signed decimal text: what came in is positive. */
  readonly amount: string;
  /** How it was worked out, in words with the numbers. */
  readonly words: string;
  /** Requests whose outcome is not known and that would account for it, to the last digit; of what is unbooked, those. */
  readonly mayBe: readonly string[];
  readonly openedAt: Instant;
  readonly status: BreakStatus;
  /** Oldest first. */
  readonly history: readonly BreakHistoryEntry[];
  /** Grows with every write. */
  readonly version: number;
}

/** The id of a break: fixed by where it shows, sorted by time, fit for an address. */
export function breakId({ snapshot, currency }: Pick<Flow, 'snapshot' | 'currency'>): string {
  return `${snapshot.replaceAll(/[-:.]/g, '')}-${currency}`;
}

/** The first and the last id that a break of these ticks can have, both included. */
export function breakIdBounds(from: Instant, to: Instant): readonly [string, string] {
  const [first, last] = [from, to].map((tick) => tick.replaceAll(/[-:.]/g, ''));
  return [`${first}-`, `${last}-~`];
}

/** Whether a person has to do something at once: money went that Sluice did not send, or did not go that it sent. */
export function severityOf({ direction }: Pick<Break, 'direction'>): 'alarm' | 'notice' {
  return direction === 'inflow' ? 'notice' : 'alarm';
}

/** The person who closed it; nobody where later knowledge did, or where it is open. */
export function closedBy(found: Pick<Break, 'status'> | null): readonly string[] {
  const status = found?.status;
  return status?.state === 'closed' && status.how === 'by-people' ? [status.by] : [];
}

/** What a person called it, also where it was closed since. */
export function explanationOf({ status }: Pick<Break, 'status'>): BreakExplanation | null {
  return 'explanation' in status ? status.explanation : null;
}
