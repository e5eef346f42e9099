import { cutOffOn } from '../calendars/cut-off.ts';
import { endsIn } from '../counters/counts.ts';
import { countsOf, UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import { type Lane, lastIdOf } from '../instructions/lane.ts';
import { readNotBefore } from '../instructions/lane-reading.ts';
import { accountKey } from '../policy/registered-account.ts';
import { calendarsNamedBy } from '../policy/rule-calendars.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import { latestStartOf, type SweepRule } from '../policy/sweep-rule.ts';
import type { World, WorldRules } from '../preview/world.ts';
import { dateOnTheWall, startOfDate } from '../schedules/wall-clock.ts';
import { addDays } from '../time/calendar-date.ts';
import { earlier, type Instant, justAfter, plusSeconds } from '../time/instant.ts';

/*
 * What a decision rests on changes by a decision that moves something, by the clock at few moments, or not at all: prices
 * stay, and balances change at midnights alone. Between two such moments every snapshot decides alike.
 */

/** What is asked about: some rules, the lanes that they look at, and their last decisions. */
export interface Resting {
  readonly rules: readonly SweepRule[];
  readonly lanes: readonly Lane[];
  /** Whether limits over several currencies bind them. */
  readonly isCoupled: boolean;
  readonly last: readonly RuleDecision[];
}

/** The first moment after another at which the clock alone changes what these rules rest on; null if there is none. */
export function nextChange(
  resting: Resting,
  world: World,
  given: WorldRules,
  after: Instant,
): Instant | null {
  const { rules, lanes, isCoupled, last } = resting;
  const currencies = new Set(lanes.map(({ currency }) => currency));
  const moments = [
    ...rules.flatMap((rule) => momentsOfRule(rule, given, after)),
    ...rules.flatMap((rule) => momentsOfUsage(rule, lanes)),
    ...lanes.flatMap(momentsOfLane),
    ...last.flatMap((decision) => lastStartOf(decision, rules)),
    ...world.waiting.flatMap((each) => (currencies.has(each.currency) ? [each.expiresAt] : [])),
    ...(isCoupled ? windowsOf(world) : []),
  ];
  return moments.reduce<Instant | null>((first, each) => {
    if (each <= after) return first;
    return first === null ? each : earlier(first, each);
  }, null);
}

/** Cut-off, the days of calendars, and the rest of new accounts. */
function momentsOfRule(
  rule: SweepRule,
  { accounts, calendars = [] }: WorldRules,
  after: Instant,
): readonly Instant[] {
  const { cutOff } = rule;
  const zones = calendarsNamedBy(rule, calendars).known.map(({ timeZone }) => timeZone);
  const tomorrows = [...zones, ...(cutOff === undefined ? [] : [cutOff.timeZone])].map((zone) =>
    startOfDate(addDays(dateOnTheWall(after, zone), 1), zone),
  );
  const rests = destinationKeysOf(rule).flatMap((key) => {
    const usableFrom = accounts.get(accountKey(key))?.usableFrom;
    return usableFrom === undefined ? [] : [usableFrom];
  });
  return [...tomorrows, ...(cutOff === undefined ? [] : [cutOffOn(cutOff, after)]), ...rests];
}

/** Pauses and the cooldown. */
function momentsOfUsage(rule: SweepRule, lanes: readonly Lane[]): readonly Instant[] {
  const usage = lanes.find(({ currency }) => currency === rule.currency)?.usage[rule.id];
  if (usage === undefined) return [];
  const { backoffUntil, lastClaimedAt } = usage;
  return [
    ...(backoffUntil === undefined ? [] : [backoffUntil]),
    ...(lastClaimedAt === undefined ? [] : [plusSeconds(lastClaimedAt, rule.cooldownSeconds)]),
  ];
}

/** Doubts that end, amounts that count no longer, and what was known of the balance before. */
function momentsOfLane(lane: Lane): readonly Instant[] {
  const { booking, counts, rearmedAt } = lane;
  const read = readNotBefore(lane);
  return [
    ...booking.doubts.map(({ until }) => until),
    ...endsIn(counts),
    ...(read === undefined ? [] : [read]),
    ...(rearmedAt === undefined ? [] : [justAfter(lastIdOf(rearmedAt))]),
  ];
}

/** An occurrence that waits is missed once it is older than its rule starts. */
function lastStartOf(
  { ruleId, occurrence }: RuleDecision,
  rules: readonly SweepRule[],
): readonly Instant[] {
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined || rule.schedule.kind !== 'cron') return [];
  const own = rule.cutOff === undefined ? [] : [cutOffOn(rule.cutOff, occurrence)];
  return [...own, justAfter(plusSeconds(occurrence, latestStartOf(rule)))];
}

/** The windows over several currencies. */
function windowsOf({ approvalUsage, outflowUsage, tradeUsage }: World): readonly Instant[] {
  return [approvalUsage, outflowUsage, tradeUsage].flatMap((usage) =>
    // No time makes it right.
    usage === UNREADABLE_COUNTS ? [] : endsIn(countsOf(usage)),
  );
}
