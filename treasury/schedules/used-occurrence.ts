import type { Instant } from '../time/instant.ts';

/** What a decision uses up: an occurrence, and the last time of the schedule that it or an earlier one stood for. */
export interface UsedOccurrence {
  readonly last: Instant;
  /** Absent: the occurrence itself. */
  readonly lastScheduled?: Instant;
  /** What was used up before the last change of the rule or its calendars. Absent: nothing has changed since the last occurrence. */
  readonly usedBefore?: Instant;
}
