import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { calendarDate } from '../time/calendar-date-schema.ts';
import { instant } from '../time/instant-schema.ts';
import { fact } from './fact.ts';

const balanceAge = () => ({ readAt: instant, now: instant, maximumSeconds: z.number() });

/** The ids of those that the rule names. */
const ofCalendars = () => ({ calendars: z.array(z.string()) });

const closedDay = () => ({
  ...ofCalendars(),
  calendar: record(() => ({ id: z.string(), label: z.string() })),
  date: calendarDate,
});

export const TIMING_FACTS = [
  fact('balance-age', 'read-too-early', () => ({
    readAt: instant,
    /** What is known already is of this moment. */
    known: instant,
  })),
  fact('balance-age', 'balance-age', balanceAge),
  fact('balance-age', 'read-later-than-now', balanceAge),
  fact('calendar', 'business-day', ofCalendars),
  fact('calendar', 'holiday', () => ({
    ...closedDay(),
    /** As the calendar names it, "Good Friday"; null if it gives it no name. */
    name: z.nullable(z.string()),
  })),
  fact('calendar', 'weekend', closedDay),
  fact('calendar', 'calendar-missing', () => ({
    ...ofCalendars(),
    missing: z.array(z.string()),
  })),
  fact('calendar', 'outside-calendar', () => ({
    ...ofCalendars(),
    calendar: record(() => ({
      id: z.string(),
      label: z.string(),
      from: calendarDate,
      until: calendarDate,
    })),
    date: calendarDate,
  })),
  fact('cut-off', 'cut-off', () => ({ until: instant, now: instant, timeZone: z.string() })),
  fact('backoff', 'backoff', () => ({
    /** Null: there is no pause. */
    until: z.nullable(instant),
    /** In a row. */
    failures: z.int(),
    now: instant,
  })),
  fact('cooldown', 'cooldown', () => ({
    cooldownSeconds: z.number(),
    /** Null: there was no withdrawal yet. */
    lastClaimedAt: z.nullable(instant),
    now: instant,
  })),
  fact('withdrawals-24h', 'withdrawals', () => ({
    maximum: z.int(),
    counted: z.int(),
    /** Withdrawals that the sweep consists of. */
    needed: z.int(),
    /** When there is room for them, if nothing else leaves until then; null: never. */
    roomAt: z.nullable(instant),
  })),
] as const;

/** Whether this is the time: the age of what was read, the calendars, the pauses, how often it was. */
export type TimingFact = Stored<(typeof TIMING_FACTS)[number]>;
