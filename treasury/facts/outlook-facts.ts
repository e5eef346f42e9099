import type { UsedRate } from '../policy/used-rate.ts';
import type { Instant } from '../time/instant.ts';

/** The days whose movements are taken for the days to come. */
interface DaysBefore {
  readonly days: number;
  readonly from: Instant;
  /** False: earlier days have more differences than one call reads. */
  readonly complete: boolean;
}

/** What a forecast takes for granted. */
export type AssumptionFact =
  | { readonly code: 'snapshots-go-on' }
  | { readonly code: 'policy-stays' }
  | { readonly code: 'blocked-stays' }
  | { readonly code: 'stops-end' }
  | { readonly code: 'approved-at-once' }
  | { readonly code: 'never-approved' }
  | { readonly code: 'no-movements' }
  | ({ readonly code: 'no-class-moved' } & DaysBefore)
  | ({ readonly code: 'classes-move' } & DaysBefore & { readonly timeZone: string })
  | { readonly code: 'rates-used'; readonly rates: readonly UsedRate[] };

/** What is said of decisions that are only looked at: about days to come, or on the balances of now. */
export type OutlookFact =
  | AssumptionFact
  | { readonly code: 'read-at'; readonly takenAt: Instant; readonly ageSeconds: number }
  /** The most that rules send in rolling 24 hours. */
  | {
      readonly code: 'sends-at-most';
      readonly value: string;
      readonly currency: string;
      readonly rates: readonly UsedRate[];
    }
  /** `labels`: of rules that nothing bounds. */
  | { readonly code: 'sends-unbounded'; readonly labels: readonly string[] };
