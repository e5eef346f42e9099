import type { NoSweepReason } from '../decisions/decision.ts';
import type { Reader } from '../facts/sentences/language.ts';
import { saySchedule } from '../facts/sentences/say/say-decision.ts';
import { sayOutlook } from '../facts/sentences/say/say-outlook.ts';
import { explain } from '../facts/sentences/say/show-decision.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { modeFor } from '../policy/controls.ts';
import { nextRuns } from '../policy/rule-calendars.ts';
import { destinationsOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { UsedRate } from '../policy/used-rate.ts';
import {
  type RatesShown,
  ratesShown,
  type ShownValue,
  type ShownValues,
} from '../preview/shown-values.ts';
import type { CutBy, PastPartListed } from '../preview/totals.ts';
import type { StepDecision } from '../preview/world.ts';
import { upcomingOccurrences } from '../schedules/upcoming.ts';
import { onTheWall } from '../schedules/wall-clock.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { statedIn, withdrawable } from '../valuation/balance.ts';
import type { ConversionAhead, RuleAhead } from './counted.ts';
import {
  type Departure,
  departuresOf,
  largestRun,
  runsOf,
  sumOf,
  valuedTogether,
} from './departures.ts';
import type { Ended, Stop } from './ended.ts';
import type { ExpectedFlows } from './expected-flows.ts';
import { assumptionsOf } from './forecast-assumptions.ts';
import { type ForecastDay, forecastDays } from './forecast-days.ts';
import { NEXT_RUNS } from './forecast-limits.ts';
import { type MostPerDay, mostPerDay } from './most-per-day.ts';
import type { Already } from './open-instructions.ts';
import type { Present } from './present.ts';
import type { Walked } from './walk-ahead.ts';

/** One occurrence of a rule, as it would be decided with the balances of the forecast. */
export interface ForecastRun {
  /** The snapshot that would decide it. */
  readonly at: Instant;
  /** When its schedule falls, and the same by the clock on the wall of its time zone. */
  readonly occurrence: Instant;
  readonly local: string;
  readonly outcome: 'sweep' | 'no-sweep';
  readonly amount?: string;
  /** In the reporting currency; absent without a price and a manual rate. */
  readonly value?: string;
  readonly approvals?: 0 | 1 | 2;
  /** Limits that made it smaller. */
  readonly cuts?: readonly CutBy[];
  /** Of a rule with a split: what each account gets. */
  readonly parts?: readonly PastPartListed[];
  readonly reason?: NoSweepReason;
  readonly explanation: string;
}

export interface RuleForecast {
  readonly ruleId: string;
  readonly label: string;
  readonly currency: string;
  /** Of a rule that sweeps. */
  readonly withdrawalAccountId?: string;
  /** Of a rule with a split: every account that it pays to, in the order of its parts. */
  readonly withdrawalAccountIds?: readonly string[];
  /** Of a rule that converts: the other currency. Nothing leaves by it. */
  readonly into?: string;
  readonly enabled: boolean;
  readonly schedule: string;
  /** Set: nothing leaves as long as it lasts. The amounts are those of a rule that is live. */
  readonly stopped?: Stop;
  /** However far away they are; empty if the rule is disabled. */
  readonly nextRuns: readonly { readonly at: Instant; readonly local: string }[];
  readonly decided: number;
  /** Runs of which something leaves, and what leaves by them; null if not all of its runs were decided. */
  readonly sweeps: number | null;
  readonly amount: string | null;
  readonly value: string | null;
  readonly unvalued: number | null;
  /** Set: the values of the rule and of its runs are by this manual rate. No limit goes by it. */
  readonly manualRate?: UsedRate;
  /** Without approvals: what waits for them and never leaves. */
  readonly waiting?: RunsWaiting;
  readonly runs: readonly ForecastRun[];
  /** Why occurrences sweep nothing, the most frequent first. */
  readonly reasons: readonly { readonly name: NoSweepReason; readonly times: number }[];
}

/** Sweeps and conversions that wait for an approver. */
export interface RunsWaiting {
  readonly runs: number;
  /** Of the run that asks for the most: after it expired, the next one asks for the same money. */
  readonly amount: string;
  /** Absent without a price and a manual rate. */
  readonly value?: string;
}

/** What was decided before, valued as everything else. */
export type AlreadyValued = Already & Partial<ShownValue>;

/** A currency today and at the end. Decimal text; `expected` is signed. Null if not all runs of its rules were decided. */
export interface CurrencyForecast {
  readonly currency: string;
  readonly before: string;
  readonly leaves: string | null;
  readonly expected: string | null;
  readonly after: string | null;
}

export interface Forecast extends RatesShown {
  readonly from: Instant;
  readonly to: Instant;
  /** Everything before it was decided; before `to` if one answer has no room or no time for more. */
  readonly until: Instant;
  readonly complete: boolean;
  readonly timeZone: string;
  readonly reportingCurrency: string;
  readonly snapshot: {
    readonly scheduledFor: Instant;
    readonly takenAt: Instant;
    readonly ageSeconds: number;
    readonly message: string;
  };
  readonly rules: readonly RuleForecast[];
  readonly unreadableRules: readonly string[];
  readonly already: readonly AlreadyValued[];
  readonly days: readonly ForecastDay[];
  readonly perDay: MostPerDay;
  readonly currencies: readonly CurrencyForecast[];
  /** Absent without expected movements. */
  readonly flows?: ExpectedFlows;
  readonly assumptions: readonly string[];
}

/** `shown`: what values people are shown. Everything has been decided by now. */
export function forecastOf(
  present: Present,
  ended: Ended,
  shown: ShownValues,
  reader?: Reader,
): Forecast {
  const { policy, snapshot, flows, now } = present;
  const { to, walked, timeZone } = ended;
  const { scheduledFor, takenAt } = snapshot;
  const ageSeconds = Math.max(0, Math.floor(secondsBetween(takenAt, now)));
  const message = sayOutlook({ code: 'read-at', takenAt, ageSeconds }, reader);
  const stops = stopsOf(present);
  const rules = policy.rules
    .map((rule) =>
      ruleForecast(rule, present, { ...ended, stopped: stops.get(rule.currency), shown, reader }),
    )
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const days = forecastDays(present, ended, stops, shown);
  const perDay = mostPerDay(present, shown, reader);
  const already = ended.already.map((each): AlreadyValued => {
    return { ...each, ...shown.of(each.currency, each.amount) };
  });
  const rates = ratesOf({ rules, days, already, perDay }, shown);
  return {
    from: now,
    to,
    until: walked.until,
    complete: walked.until >= to,
    timeZone,
    reportingCurrency: policy.controls.reportingCurrency,
    snapshot: { scheduledFor, takenAt, ageSeconds, message },
    rules,
    unreadableRules: (policy.unreadableRules ?? []).map(({ id }) => id),
    already,
    days,
    perDay,
    currencies: currenciesOf(present, walked, stops),
    ...(flows === null ? {} : { flows }),
    ...rates,
    assumptions: assumptionsOf(ended, flows, rates.manualRates).map((each) =>
      sayOutlook(each, reader),
    ),
  };
}

function ratesOf(
  { rules, days, already, perDay }: Pick<Forecast, 'rules' | 'days' | 'already' | 'perDay'>,
  shown: ShownValues,
): RatesShown {
  const lines = [...days.flatMap(({ leaving }) => leaving), ...already];
  const unvalued = [
    ...lines.filter(({ value }) => value === undefined),
    ...rules.filter((rule) => (rule.unvalued ?? 0) > 0 || isWithoutValue(rule.waiting)),
  ].map(({ currency }) => currency);
  return ratesShown([...rules, ...lines, ...perDay.rules], unvalued, shown);
}

function isWithoutValue(waiting: RunsWaiting | undefined): boolean {
  return waiting !== undefined && waiting.value === undefined;
}

/** By currency, what stops it today. */
function stopsOf({ policy }: Present): ReadonlyMap<string, Stop> {
  const { controls, halt, rules } = policy;
  return new Map(
    rules.flatMap(({ currency }) => {
      const mode = modeFor(controls, halt, currency);
      return mode === 'live' ? [] : [[currency, mode] as const];
    }),
  );
}

function orderOf({ currency, ruleId }: RuleForecast): string {
  return `${currency}\n${ruleId}`;
}

interface RuleEnded extends Pick<Ended, 'walked' | 'approvals'> {
  readonly stopped: Stop | undefined;
  readonly shown: ShownValues;
  readonly reader: Reader | undefined;
}

function ruleForecast(
  rule: SweepRule,
  present: Present,
  { walked, approvals, stopped, shown, reader }: RuleEnded,
): RuleForecast {
  const { id: ruleId, label, currency, withdrawalAccountId, into, enabled } = rule;
  const ahead = walked.rules.get(ruleId) ?? { decided: 0, reasons: {}, runs: [] };
  const moves = movesOf(walked, ruleId);
  const waiting = approvals === 'none' ? moves.filter((each) => each.approvals > 0) : [];
  const leaving = moves.filter((each) => !waiting.includes(each));
  const { manualRate } = valuedTogether(moves, shown);
  return {
    ...{ ruleId, label, currency, enabled },
    ...(withdrawalAccountId === undefined ? {} : { withdrawalAccountId }),
    ...(rule.split === undefined ? {} : { withdrawalAccountIds: destinationsOf(rule) }),
    ...(into === undefined ? {} : { into }),
    schedule: saySchedule(rule, reader?.language),
    ...(stopped === undefined ? {} : { stopped }),
    nextRuns: enabled ? nextRunsOf(rule, present) : [],
    decided: ahead.decided,
    ...(walked.undecided.has(ruleId) ? NOT_DECIDED : totalsOf(leaving, shown)),
    ...(manualRate === undefined ? {} : { manualRate }),
    ...(waiting.length === 0 ? {} : { waiting: runsWaiting(waiting, shown) }),
    runs: ahead.runs.map((each) => runOf(each, zoneOf(rule), shown, reader)),
    reasons: reasonsOf(ahead),
  };
}

type RuleTotals = Pick<RuleForecast, 'sweeps' | 'amount' | 'value' | 'unvalued'>;

/** Later runs may take more: what is known so far is in the days and in the runs. */
const NOT_DECIDED: RuleTotals = { sweeps: null, amount: null, value: null, unvalued: null };

function totalsOf(leaving: readonly Move[], shown: ShownValues): RuleTotals {
  const { known, unvalued } = valuedTogether(leaving, shown);
  return {
    sweeps: runsOf(leaving),
    amount: sumOf(leaving.map(({ amount }) => amount)),
    value: known,
    unvalued: runsOf(unvalued),
  };
}

type Move = ConversionAhead | Departure;

/** What one rule moves: its withdrawals, each part by itself, and its conversions. */
function movesOf({ sweeps, conversions }: Walked, ruleId: string): readonly Move[] {
  const own = sweeps.filter((each) => each.ruleId === ruleId);
  return [...own.flatMap(departuresOf), ...conversions.filter((each) => each.ruleId === ruleId)];
}

function runsWaiting(waiting: readonly Move[], shown: ShownValues): RunsWaiting {
  const most = largestRun(waiting);
  const { value } = valuedTogether(most, shown);
  return {
    runs: runsOf(waiting),
    amount: sumOf(most.map(({ amount }) => amount)),
    ...(value === undefined ? {} : { value }),
  };
}

/** The last year that a schedule can name. */
const LAST_MOMENT = '2199-12-31T23:59:59.999Z';

function nextRunsOf(rule: SweepRule, { policy, ticks, now }: Present): RuleForecast['nextRuns'] {
  const range = { after: now, notAfter: LAST_MOMENT };
  const found =
    nextRuns(rule, policy.calendars ?? [], now, NEXT_RUNS) ??
    upcomingOccurrences(null, ticks, range, NEXT_RUNS);
  return found.map((at) => ({
    at,
    local: onTheWall(at, zoneOf(rule)),
  }));
}

function zoneOf({ schedule }: SweepRule): string {
  return schedule.kind === 'cron' ? schedule.timeZone : 'UTC';
}

function runOf(
  { decision, approvals, cuts, parts }: StepDecision,
  timeZone: string,
  shown: ShownValues,
  reader: Reader | undefined,
): ForecastRun {
  const { decidedAt: at, occurrence, outcome, currency } = decision;
  const explanation = explain(decision, reader);
  const shared = { at, occurrence, local: onTheWall(occurrence, timeZone), outcome, explanation };
  if (decision.outcome === 'no-sweep') return { ...shared, reason: decision.reason };
  const value = shown.of(currency, decision.amount)?.value;
  return {
    ...shared,
    amount: decision.amount,
    ...(value === undefined ? {} : { value }),
    ...(approvals === undefined ? {} : { approvals }),
    ...(cuts === undefined || cuts.length === 0 ? {} : { cuts }),
    ...(parts === undefined ? {} : { parts }),
  };
}

function reasonsOf({ reasons }: RuleAhead): RuleForecast['reasons'] {
  return (Object.entries(reasons) as [NoSweepReason, number][])
    .map(([name, times]) => ({ name, times }))
    .sort((a, b) => b.times - a.times || (a.name < b.name ? -1 : 1));
}

function currenciesOf(
  { snapshot, policy }: Present,
  { swept, added, undecided }: Walked,
  stops: ReadonlyMap<string, Stop>,
): readonly CurrencyForecast[] {
  const open = new Set(
    policy.rules
      .filter(({ id }) => undecided.has(id))
      .flatMap(({ currency, into }) => (into === undefined ? [currency] : [currency, into])),
  );
  return statedIn(snapshot.balances)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, balance]) => {
      const before = decimalOf(withdrawable(balance));
      if (open.has(currency)) {
        const nothing = { leaves: null, expected: null, after: null };
        return { currency, before: formatDecimal(before), ...nothing };
      }
      const leaves = stops.has(currency) ? ZERO : decimalOf(swept[currency] ?? '0');
      const expected = decimalOf(added[currency] ?? '0');
      return {
        currency,
        before: formatDecimal(before),
        leaves: formatDecimal(leaves),
        expected: formatDecimal(expected),
        after: formatDecimal(before.plus(expected).minus(leaves)),
      };
    });
}
