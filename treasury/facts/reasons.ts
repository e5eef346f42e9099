import type { HaltSummary } from '../policy/halt-state.ts';

/*
 * What is known, as codes and what belongs to them. Sentences render it: here, in the console and at the command line, so
 * nothing but types is imported that a browser does not have.
 */

/** Why everything, or a currency alone, is halted; `because` absent: the controls say so, and no person did. */
export type HaltedBy = HaltSummary;

/** Why nothing of a currency is sent, whatever it is that was asked: a rule's sweep, a withdrawal or a trade. */
export type NotSent =
  | { readonly code: 'no-policy' }
  | {
      readonly code: 'newer-version';
      /** Of the ledger, and the nearest that this version of Sluice reads: one below it, or one above. */
      readonly format: number;
      readonly known: number;
    }
  | { readonly code: 'controls-unreadable' }
  | {
      readonly code: 'halted';
      /** Null: of everything. */
      readonly currency: string | null;
      readonly halt: HaltedBy | null;
    }
  | { readonly code: 'dry-run' /** Null: of everything. */; readonly currency: string | null }
  | { readonly code: 'never-armed'; readonly currency: string }
  | { readonly code: 'armed-elsewhere'; readonly currency: string }
  | { readonly code: 'lane-unreadable'; readonly currency: string };
