import type { RuleDecision } from '../decisions/decision.ts';
import { hasTiers } from '../limits/approval-usage.ts';
import { hasOutflowBounds } from '../limits/outflow-bounds.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { conversionOf } from '../policy/conversion.ts';
import { step } from '../preview/step.ts';
import type { StepDecision, World, WorldRules } from '../preview/world.ts';
import { tickAfter, tickFrom } from '../schedules/upcoming.ts';
import { periodAt } from '../series/periods.ts';
import { earlier, type Instant } from '../time/instant.ts';
import { balanceOf, withdrawable } from '../valuation/balance.ts';
import { valuesOf } from '../valuation/believed-values.ts';
import {
  type ConversionAhead,
  Counted,
  isDue,
  type RuleAhead,
  type SweepAhead,
} from './counted.ts';
import { meanPerDay } from './expected-flows.ts';
import { MAX_FORECAST_DECISIONS } from './forecast-limits.ts';
import { Group } from './group.ts';
import { nextChange } from './next-change.ts';
import type { Present } from './present.ts';

export interface Walked {
  readonly rules: ReadonlyMap<string, RuleAhead>;
  /** In the order of time. */
  readonly sweeps: readonly SweepAhead[];
  readonly conversions: readonly ConversionAhead[];
  /** Everything before this moment was decided. */
  readonly until: Instant;
  /** Rules that fall after it, within the range: what they do there is not known. */
  readonly undecided: ReadonlySet<string>;
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

/**
 * Decides every snapshot at which something changes: an occurrence falls, a window frees room, a day, a pause or a wait
 * ends, or something has just moved. The snapshots between two of them decide as the first of them did, and are counted.
 * Until the end of the range, of the decisions or of the time. Changes the world.
 */
export function walkAhead(
  world: World,
  given: WorldRules,
  present: Present,
  { to, timeZone, isTimeLeft, mostDecisions = MAX_FORECAST_DECISIONS }: Range,
): Walked {
  const { snapshot, ticks, now } = present;
  const counted = new Counted(given.rules);
  const midnights = midnightsIn(now, to, timeZone);
  const groups = groupsOf(given, earlier(tickAfter(ticks, now), to));
  const values = valuesOf(snapshot, given.controls);
  const readingAt = (tick: Instant) => ({
    scheduledFor: tick,
    takenAt: tick,
    balances: snapshot.balances,
    // Prices stay as they are, and so are always those of the moment.
    values,
    pricesReadAt: tick,
    market: { prices: snapshot.prices, doubted: snapshot.pricesDoubted ?? [] },
  });
  const addedAt = (tick: Instant) =>
    addedBy(present, world, midnights.filter((each) => each <= tick).length);
  let until = firstOf(groups, to);
  for (let left = mostDecisions; until < to && left > 0 && isTimeLeft(); ) {
    const tick = until;
    const here = groups.filter(({ at }) => at <= tick);
    const rules = here.flatMap((group) => group.rulesAt(tick));
    for (const group of here) group.countRepeats(counted, ticks, tick);
    const decided: RuleDecision[] = [];
    const onDecision = (each: StepDecision) => {
      given.onDecision?.(each);
      decided.push(each.decision);
      if (isDue(each.decision)) counted.add(each);
    };
    const before = here.map((group) => group.stateOf(world));
    if (rules.length > 0) {
      const asked = { ...given, rules, allRules: given.rules, onDecision };
      step(world, asked, readingAt(tick), addedAt(tick));
    }
    left -= Math.max(rules.length, 1);
    for (const [index, group] of here.entries()) {
      group.note(decided, tick);
      const isMoved = !isSame(before[index] ?? [], group.stateOf(world));
      group.at = isMoved
        ? tickAfter(ticks, tick)
        : nextOf(group, world, given, { ...present, to, midnights, after: tick });
    }
    until = firstOf(groups, to);
  }
  for (const group of groups) group.countRepeats(counted, ticks, until);
  return {
    ...{ rules: counted.rules, sweeps: counted.sweeps, conversions: counted.conversions },
    until,
    undecided: new Set(groups.flatMap((group) => group.rulesFrom(until, to))),
    added: addedAt(until),
    swept: world.swept,
  };
}

/** Limits over several currencies, and conversions, make one group of all. A rule that is switched off is in none. */
function groupsOf(given: WorldRules, first: Instant): readonly Group[] {
  const { controls, accounts } = given;
  const rules = given.rules.filter(({ enabled }) => enabled);
  const isCoupled =
    hasTiers(controls) ||
    rules.some((rule) => conversionOf(rule) !== null) ||
    [...accounts.values()].some((account) => hasOutflowBounds(controls, account));
  if (isCoupled) return rules.length === 0 ? [] : [new Group(rules, null, given, first)];
  return [...Map.groupBy(rules, ({ currency }) => currency)].map(
    ([currency, own]) => new Group(own, new Set([currency]), given, first),
  );
}

interface Clock extends Pick<Present, 'ticks' | 'flows'> {
  readonly to: Instant;
  readonly midnights: readonly Instant[];
  /** The snapshot that was decided last. */
  readonly after: Instant;
}

/** The next snapshot that may decide otherwise, unless something moves: `to` if there is none. */
function nextOf(
  group: Group,
  world: World,
  given: WorldRules,
  { ticks, flows, to, midnights, after }: Clock,
): Instant {
  const { last } = group;
  const ids = new Set(last.map(({ ruleId }) => ruleId));
  const rules = group.rules.filter(({ id }) => ids.has(id));
  const resting = {
    rules,
    last,
    lanes: group.lanesIn(world),
    isCoupled: group.currencies === null,
  };
  const moments = [
    group.nextFall(),
    ...(rules.length === 0 ? [] : [nextChange(resting, world, given, after)]),
    ...(flows === null ? [] : [midnights.find((each) => each > after) ?? null]),
  ];
  const next = moments.reduce<Instant>((first, each) => earlier(first, each ?? first), to);
  return earlier(tickFrom(ticks, next), to);
}

function firstOf(groups: readonly Group[], to: Instant): Instant {
  return groups.reduce((first, { at }) => earlier(first, at), to);
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((each, index) => each === after[index]);
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
