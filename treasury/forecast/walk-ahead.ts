import type { NoSweepReason, RuleDecision } from '../decisions/decision.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { timetableOf } from '../policy/rule-calendars.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { step } from '../preview/step.ts';
import type { StepDecision, ValuedPart, World, WorldRules } from '../preview/world.ts';
import type { Timetable } from '../schedules/timetable.ts';
import { tickAfter, tickFrom, upcomingOccurrences } from '../schedules/upcoming.ts';
import { periodAt } from '../series/periods.ts';
import { earlier, type Instant } from '../time/instant.ts';
import { balanceOf, withdrawable } from '../valuation/balance.ts';
import { valuesOf } from '../valuation/believed-values.ts';
import { meanPerDay } from './expected-flows.ts';
import { MAX_FORECAST_DECISIONS, MAX_RUNS_LISTED } from './forecast-limits.ts';
import type { Present } from './present.ts';

/** What one rule would do. Counted up in place. */
export interface RuleAhead {
  /** Occurrences that were decided. */
  decided: number;
  readonly reasons: Partial<Record<NoSweepReason, number>>;
  /** The first decision, each one of a schedule, and each sweep; at most MAX_RUNS_LISTED. */
  readonly runs: StepDecision[];
}

/** A sweep that would leave, or wait for approvals. */
export interface SweepAhead extends ConversionAhead {
  readonly withdrawalAccountId: string;
  /** Of a rule with a split: what each account gets of it. */
  readonly parts?: readonly ValuedPart[];
}

/** A conversion: nothing leaves by it. */
export interface ConversionAhead {
  readonly at: Instant;
  readonly ruleId: string;
  readonly currency: string;
  readonly amount: string;
  readonly value: string | null;
  readonly approvals: 0 | 1 | 2;
}

export interface Walked {
  readonly rules: ReadonlyMap<string, RuleAhead>;
  /** In the order of time. */
  readonly sweeps: readonly SweepAhead[];
  readonly conversions: readonly ConversionAhead[];
  /** Everything before this moment was decided. */
  readonly until: Instant;
  /** By currency: what expected movements had brought by then, signed decimal text. */
  readonly added: Readonly<Record<string, string>>;
  readonly swept: Readonly<Record<string, string>>;
}

interface Range {
  readonly to: Instant;
  readonly timeZone: string;
  readonly isTimeLeft: () => boolean;
  readonly mostDecisions?: number;
}

/** Decides every tick at which a rule is due, until the end of the range, of the decisions or of the time. Changes the world. */
export function walkAhead(
  world: World,
  given: WorldRules,
  present: Present,
  { to, timeZone, isTimeLeft, mostDecisions = MAX_FORECAST_DECISIONS }: Range,
): Walked {
  const { snapshot, ticks, now } = present;
  const counted = new Counted(given.rules);
  const timetables = given.rules
    .filter(({ enabled }) => enabled)
    .map((rule) => timetableOf(rule, given.calendars ?? []));
  const midnights = midnightsIn(now, to, timeZone);
  let tick = firstTick(present, to);
  const values = valuesOf(snapshot, given.controls);
  let added: Readonly<Record<string, string>> = {};
  for (let left = mostDecisions; tick < to; left -= given.rules.length) {
    if (left <= 0 || !isTimeLeft()) return { ...counted, until: tick, added, swept: world.swept };
    const at = tick;
    added = addedBy(present, world, midnights.filter((each) => each <= at).length);
    const reading = {
      scheduledFor: tick,
      takenAt: tick,
      balances: snapshot.balances,
      // Prices stay as they are, and so are always those of the moment.
      values,
      pricesReadAt: tick,
      market: { prices: snapshot.prices, doubted: snapshot.pricesDoubted ?? [] },
    };
    const decided: RuleDecision[] = [];
    const onDecision = (each: StepDecision) => {
      decided.push(each.decision);
      if (isDue(each.decision)) counted.add(each);
    };
    step(world, { ...given, onDecision }, reading, added);
    tick = isWaiting(decided, given.rules)
      ? tickAfter(ticks, tick)
      : nextDue(timetables, present, tick, to);
  }
  const { swept } = world;
  return { ...counted, until: to, added: addedBy(present, world, midnights.length), swept };
}

class Counted {
  readonly rules = new Map<string, RuleAhead>();
  readonly sweeps: SweepAhead[] = [];
  readonly conversions: ConversionAhead[] = [];
  readonly #scheduled: ReadonlySet<string>;

  constructor(rules: readonly SweepRule[]) {
    this.#scheduled = new Set(rules.filter(isScheduled).map(({ id }) => id));
  }

  add(made: StepDecision): void {
    const { decision, approvals = 0, value = null, parts } = made;
    const { ruleId, currency, withdrawalAccountId, decidedAt: at } = decision;
    const ahead = this.rules.get(ruleId) ?? { decided: 0, reasons: {}, runs: [] };
    this.rules.set(ruleId, ahead);
    const isListed =
      ahead.decided === 0 || decision.outcome === 'sweep' || this.#scheduled.has(ruleId);
    ahead.decided += 1;
    if (isListed && ahead.runs.length < MAX_RUNS_LISTED) ahead.runs.push(made);
    if (decision.outcome === 'no-sweep') {
      ahead.reasons[decision.reason] = (ahead.reasons[decision.reason] ?? 0) + 1;
      return;
    }
    const { amount } = decision;
    const moved = { at, ruleId, currency, amount, value, approvals };
    if (withdrawalAccountId === undefined) this.conversions.push(moved);
    else {
      const divided = parts === undefined ? {} : { parts };
      this.sweeps.push({ ...moved, withdrawalAccountId, ...divided });
    }
  }
}

function isScheduled({ schedule, enabled }: SweepRule): boolean {
  return enabled && schedule.kind === 'cron';
}

/** What a past occurrence has left undecided is due at the very next snapshot. */
function firstTick({ ticks, now }: Present, to: Instant): Instant {
  return earlier(tickAfter(ticks, now), to);
}

/** The next tick at which any rule falls, or sees what fell since the tick before. */
function nextDue(
  timetables: readonly (Timetable | null)[],
  { ticks }: Present,
  after: Instant,
  to: Instant,
): Instant {
  let next = to;
  for (const timetable of timetables) {
    const [falls] = upcomingOccurrences(timetable, ticks, { after, notAfter: next }, 1);
    if (falls !== undefined) next = earlier(next, tickFrom(ticks, falls));
  }
  return next;
}

/** Whether a scheduled rule was due and may still start: then the next snapshot decides it again. */
function isWaiting(decided: readonly RuleDecision[], rules: readonly SweepRule[]): boolean {
  const scheduled = new Set(rules.filter(isScheduled).map(({ id }) => id));
  return decided.some(
    (each) => scheduled.has(each.ruleId) && isDue(each) && !each.consumesOccurrence,
  );
}

/** By the check itself, since other reasons come before and behind that of the schedule. */
export function isDue({ checks, outcome }: RuleDecision): boolean {
  return outcome === 'sweep' || checks.some(({ limit, holds }) => limit === 'schedule' && holds);
}

function midnightsIn(from: Instant, to: Instant, timeZone: string): readonly Instant[] {
  const found: Instant[] = [];
  for (let next = periodAt(from, 'day', timeZone).to; next < to; ) {
    found.push(next);
    next = periodAt(next, 'day', timeZone).to;
  }
  return found;
}

/** The mean of a day at each midnight. An expected fall takes no more than what is left. */
function addedBy(
  { flows, snapshot }: Present,
  { swept }: World,
  midnights: number,
): Readonly<Record<string, string>> {
  if (flows === null || midnights === 0) return {};
  const added = [...meanPerDay(flows)].flatMap(([currency, mean]) => {
    const reading = balanceOf(snapshot.balances, currency);
    if (reading.kind !== 'stated') return [];
    const most = decimalOf(swept[currency] ?? '0').minus(decimalOf(withdrawable(reading.balance)));
    const wanted = decimalOf(mean).times(midnights);
    return [[currency, formatDecimal(Decimal.max(wanted, Decimal.min(most, ZERO)))] as const];
  });
  return Object.fromEntries(added);
}
