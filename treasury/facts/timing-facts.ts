import type { CalendarDate } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';

/** Whether this is the time: the age of what was read, the calendars, the pauses. */
export type TimingFact =
  | {
      readonly limit: 'balance-age';
      readonly code: 'read-too-early';
      readonly readAt: Instant;
      /** What is known already is of this moment. */
      readonly known: Instant;
    }
  | ({ readonly limit: 'balance-age'; readonly code: 'balance-age' } & BalanceAge)
  | ({ readonly limit: 'balance-age'; readonly code: 'read-later-than-now' } & BalanceAge)
  | ({ readonly limit: 'calendar' } & CalendarFact)
  | {
      readonly limit: 'cut-off';
      readonly code: 'cut-off';
      readonly until: Instant;
      readonly now: Instant;
      readonly timeZone: string;
    }
  | {
      readonly limit: 'backoff';
      readonly code: 'backoff';
      /** Null: there is no pause. */
      readonly until: Instant | null;
      /** In a row. */
      readonly failures: number;
      readonly now: Instant;
    }
  | {
      readonly limit: 'cooldown';
      readonly code: 'cooldown';
      readonly cooldownSeconds: number;
      /** Null: there was no withdrawal yet. */
      readonly lastClaimedAt: Instant | null;
      readonly now: Instant;
    };

interface BalanceAge {
  readonly readAt: Instant;
  readonly now: Instant;
  readonly maximumSeconds: number;
}

/** `calendars`: the ids of those that the rule names. */
type CalendarFact = { readonly calendars: readonly string[] } & (
  | { readonly code: 'business-day' }
  | ({
      readonly code: 'holiday';
      /** As the calendar names it, "Good Friday"; null if it gives it no name. */
      readonly name: string | null;
    } & ClosedDay)
  | ({ readonly code: 'weekend' } & ClosedDay)
  | { readonly code: 'calendar-missing'; readonly missing: readonly string[] }
  | {
      readonly code: 'outside-calendar';
      readonly calendar: {
        readonly id: string;
        readonly label: string;
        readonly from: CalendarDate;
        readonly until: CalendarDate;
      };
      readonly date: CalendarDate;
    }
);

interface ClosedDay {
  readonly calendar: { readonly id: string; readonly label: string };
  readonly date: CalendarDate;
}
