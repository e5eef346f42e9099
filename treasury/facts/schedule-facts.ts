import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';

/** What was found of a rule's schedule: whether it is due, and why it is not. */
export type DuenessFact =
  | { readonly code: 'due-by-snapshot'; readonly snapshot: Instant }
  | {
      readonly code: 'before-rearming';
      readonly snapshot: Instant;
      readonly rearmedAt: Instant;
    }
  | { readonly code: 'already-swept'; readonly snapshot: Instant; readonly lastOccurrence: Instant }
  | { readonly code: 'fell'; readonly occurrence: Instant; readonly moved?: MovedTimes }
  | { readonly code: 'missed'; readonly occurrence: Instant; readonly moved?: MovedTimes }
  | {
      readonly code: 'not-fallen';
      readonly since: Instant;
      /** Null: never again. */
      readonly next: Instant | null;
      /** Of the next. */
      readonly moved?: MovedTimes;
    };

/** The times of a schedule that its calendars moved to an occurrence; absent where it only fell there itself. */
export interface MovedTimes {
  readonly first: Instant;
  readonly count: number;
  /** Whether it fell there itself as well. */
  readonly joins: boolean;
}

export type RuleSchedule = Pick<SweepRule, 'schedule' | 'latestStartSeconds'>;

/** Whether a rule is due, by its schedule. */
export type ScheduleFact = {
  readonly limit: 'schedule';
  readonly plan: RuleSchedule;
} & DuenessFact;

/** Occurrences that were missed, put on record with a decision. */
export interface MissedFact {
  readonly count: number;
  /** False if there are more than were counted. */
  readonly countedAll: boolean;
  readonly first: Instant;
  readonly timeZone: string;
  /** Whether the decision says of itself that one was missed. */
  readonly isReason: boolean;
}
