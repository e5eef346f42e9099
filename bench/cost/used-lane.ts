import { DAYS, HOURS } from '../../treasury/counters/windows.ts';
import {
  type Lane,
  MAX_RECENT_FLOWS,
  newLane,
  ruleCounter,
} from '../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';

/** Hours before the first tick of the last sweep: it counts in the budget of 24 hours, and no pause is on. */
const LAST_SWEEP_HOURS = 20;

/** A lane that has swept once a day for as long as anything counts: nothing of it is smaller a day later. */
export function usedLane(
  tenant: string,
  rule: SweepRule,
  epoch: string,
  at: Instant,
  random: () => number,
): Lane {
  const last = epochMsOf(at) - LAST_SWEEP_HOURS * HOURS.bucketMs;
  const sweeps = Array.from({ length: DAYS.keptMs / DAYS.bucketMs }, (_, day) => ({
    at: instantOf(last - day * DAYS.bucketMs),
    amount: (1 + random() * 10).toFixed(2),
  }));
  const startOf = (moment: Instant, { bucketMs }: typeof DAYS) =>
    instantOf(epochMsOf(moment) - (epochMsOf(moment) % bucketMs));
  const [latest] = sweeps;
  if (latest === undefined) throw new Error('there is no sweep');
  const count = {
    counter: ruleCounter(rule, rule.id),
    hours: { [startOf(latest.at, HOURS)]: latest.amount },
    days: Object.fromEntries(sweeps.map((each) => [startOf(each.at, DAYS), each.amount])),
  };
  const claimed = { lastClaimedAt: latest.at, lastLeftAt: latest.at, lastOccurrence: latest.at };
  return {
    ...newLane(tenant, rule.currency, epoch),
    usage: { [rule.id]: { ...claimed, failures: 0 } },
    version: 2,
    counts: [count],
    countsVersion: 1,
    recent: sweeps
      .slice(0, MAX_RECENT_FLOWS)
      .toReversed()
      .map((each) => ({
        instructionId: `sweep-${rule.id}-${each.at.replaceAll(/\D/g, '')}`,
        change: `-${each.amount}`,
        at: each.at,
      })),
    concludedAt: latest.at,
  };
}
