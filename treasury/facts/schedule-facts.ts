import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { scheduleSchema } from '../schedules/schedule.ts';
import { instant } from '../time/instant-schema.ts';
import { fact } from './fact.ts';

/** The times of a schedule that its calendars moved to an occurrence; absent where it only fell there itself. */
const movedTimes = record(() => ({
  first: instant,
  count: z.int(),
  /** Whether it fell there itself as well. */
  joins: z.boolean(),
}));

export type MovedTimes = Stored<typeof movedTimes>;

const ruleSchedule = record(() => ({
  schedule: scheduleSchema,
  latestStartSeconds: z.exactOptional(z.int()),
}));

export type RuleSchedule = Stored<typeof ruleSchedule>;

const occurred = () => ({
  plan: ruleSchedule,
  occurrence: instant,
  moved: z.exactOptional(movedTimes),
});

export const SCHEDULE_FACTS = [
  fact('schedule', 'due-by-snapshot', () => ({ plan: ruleSchedule, snapshot: instant })),
  fact('schedule', 'before-rearming', () => ({
    plan: ruleSchedule,
    snapshot: instant,
    rearmedAt: instant,
  })),
  fact('schedule', 'already-swept', () => ({
    plan: ruleSchedule,
    snapshot: instant,
    lastOccurrence: instant,
  })),
  fact('schedule', 'fell', occurred),
  fact('schedule', 'missed', occurred),
  fact('schedule', 'not-fallen', () => ({
    plan: ruleSchedule,
    since: instant,
    /** Null: never again. */
    next: z.nullable(instant),
    /** Of the next. */
    moved: z.exactOptional(movedTimes),
  })),
] as const;

/** Whether a rule is due, by its schedule. */
export type ScheduleFact = Stored<(typeof SCHEDULE_FACTS)[number]>;

/** What was found of a rule's schedule: whether it is due, and why it is not. */
export type DuenessFact = WithoutPlan<ScheduleFact>;

type WithoutPlan<Fact> = Fact extends unknown ? Omit<Fact, 'limit' | 'plan'> : never;

export const missedFactSchema = record(() => ({
  count: z.int(),
  /** False if there are more than were counted. */
  countedAll: z.boolean(),
  first: instant,
  timeZone: z.string(),
  /** Whether the decision says of itself that one was missed. */
  isReason: z.boolean(),
}));

/** Occurrences that were missed, put on record with a decision. */
export type MissedFact = Stored<typeof missedFactSchema>;
