import type { NoSweepReason } from '../../treasury/decisions/decision.ts';
import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import type { Instant } from '../../treasury/time/instant.ts';

export interface DecisionFilter {
  readonly rule?: string;
  readonly reason?: NoSweepReason;
  /** Bounds on the tick of the snapshot: the first is included, the last not. */
  readonly from?: Instant;
  readonly to?: Instant;
}

/**
 * Where a decision stands in the list, newest first: by tick, then by part of the run, then by rule. Decisions that were
 * written each by itself have no part ("") and come after those of a run on the same snapshot.
 */
export interface Place {
  readonly tick: Instant;
  readonly part: string;
  readonly rule: string;
}

/** A decision at its place, or the place where the search stopped. */
export interface Placed {
  readonly place: Place;
  readonly decision: StoredDecision | null;
}

/** What is listed after which place, and how many of them are wanted. */
export interface Search {
  readonly tenant: string;
  readonly filter: DecisionFilter;
  readonly after: Place | null;
  readonly limit: number;
}
