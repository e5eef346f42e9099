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

/** Where a decision stands in the list: by tick, then by part of the run, then by rule. */
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

/** What is read from which place on, in which order, and how many of them are wanted. */
export interface Search {
  readonly tenant: string;
  readonly filter: DecisionFilter;
  readonly start: { readonly place: Place; readonly inclusive: boolean } | null;
  /** From the newest to the oldest; otherwise the other way round. */
  readonly descending: boolean;
  readonly limit: number;
}

/** The order of a list, as text. */
function orderOf({ tick, part, rule }: Place): string {
  return `${tick}#${part}#${rule}`;
}

/** True for a place that the search has still to come to. */
export function isAhead({ start, descending }: Search, place: Place): boolean {
  if (start === null) return true;
  const [here, there] = [orderOf(start.place), orderOf(place)];
  if (here === there) return start.inclusive;
  return descending ? there < here : there > here;
}
