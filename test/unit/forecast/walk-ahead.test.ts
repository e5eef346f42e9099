import { describe, expect, it } from 'vitest';
import { MAX_FORECAST_DECISIONS } from '../../../treasury/forecast/forecast-limits.ts';
import { walkAhead } from '../../../treasury/forecast/walk-ahead.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import { newWorld, type WorldRules } from '../../../treasury/preview/world.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { account, CONTROLS, POLICY, rule } from '../../samples/policy.ts';
import { snapshotOf } from '../preview/samples.ts';
import { EPOCH, NOW } from '../rules/samples.ts';

/*
 * Goal: a month of ten-second snapshots with fifty rules is decided to its end: what a rule costs a day does not depend on
 * how often snapshots are taken, and not on how many rules there are.
 * Method: the decisions are counted by rule and day.
 */

const DAYS = 31;
const RULES = 50;
const EVERY_SECONDS = 10;

/** The hours of a day in which windows may free, its two midnights, its cut-off, its cooldown, and a repeat after each move. */
const MOST_OF_A_DAY = 2 * (24 + 2 + 1 + 1);

const accountId = (index: number) => `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a0${index}`;
const CURRENCIES = ['BTC', 'ETH', 'USD', 'EUR', 'CHF'];

/** Alternating: on every snapshot, with budgets, a cooldown and a cut-off; by a schedule; and switched off. */
function rulesOf() {
  return Array.from({ length: RULES }, (_, index) =>
    rule({
      id: `rule-${index}`,
      currency: CURRENCIES[index % CURRENCIES.length] ?? 'BTC',
      withdrawalAccountId: accountId(index % CURRENCIES.length),
      priority: index,
      threshold: '0',
      keep: '0',
      minimum: '0.1',
      step: '0.1',
      maximum: '0.1',
      budgets: { per24Hours: '0.3', per30Days: '6' },
      cooldownSeconds: 7_205,
      enabled: index % 7 !== 6,
      cutOff: { time: '17:30', timeZone: 'Europe/Zurich' },
      ...(index % 2 === 0 && {
        schedule: {
          kind: 'cron' as const,
          expression: `${index} ${index % 20} * * ? *`,
          timeZone: 'Europe/Zurich',
        },
      }),
    }),
  );
}

function walked() {
  const rules = rulesOf();
  const made = new Map<string, number>();
  const given: WorldRules = {
    ...{ tenant: 'main', rules, epoch: EPOCH, controls: CONTROLS, assumeApproved: true },
    accounts: new Map(
      CURRENCIES.map((currency, index) => [
        accountKey(accountId(index)),
        account({ id: accountId(index), currency }),
      ]),
    ),
    onDecision: ({ decision: { ruleId, decidedAt } }) => {
      const key = `${ruleId} ${decidedAt.slice(0, 10)}`;
      made.set(key, (made.get(key) ?? 0) + 1);
    },
  };
  const world = newWorld(given, CURRENCIES);
  for (const each of CURRENCIES) {
    world.lanes[each] = {
      ...newLane('main', each, EPOCH),
      booking: { entries: [], credits: [], doubts: [] },
    };
  }
  const snapshot = snapshotOf({
    balances: Object.fromEntries(CURRENCIES.map((each) => [each, { total: '100000' }])),
  });
  const present = {
    policy: { ...POLICY, rules, controls: CONTROLS },
    ...{ lanes: [], epoch: EPOCH, usage: null, flows: null, now: NOW, snapshot },
    ticks: { anchor: snapshot.scheduledFor, everySeconds: EVERY_SECONDS },
  };
  const to = plusSeconds(NOW, DAYS * 86_400);
  const isTimeLeft = () => true;
  return { ...walkAhead(world, given, present, { to, timeZone: 'UTC', isTimeLeft }), to, made };
}

describe('a walk of 31 days over ten-second snapshots with 50 rules', () => {
  it('comes to its end, with few decisions by rule and day, and none of a rule that is off', () => {
    const { until, to, made, rules, sweeps } = walked();
    expect(until).toBe(to);
    expect(sweeps.length).toBeGreaterThan(1_000);
    expect(Math.max(...made.values())).toBeLessThanOrEqual(MOST_OF_A_DAY);
    const all = [...made.values()].reduce((sum, each) => sum + each, 0);
    expect(all).toBeLessThanOrEqual(MAX_FORECAST_DECISIONS);
    const decided = new Set([...made.keys()].map((key) => key.split(' ')[0]));
    expect(decided).toEqual(new Set(rulesOf().flatMap(({ id, enabled }) => (enabled ? [id] : []))));
    // Every snapshot counts, whether it was decided or is like the one before.
    const everySnapshot = rules.get('rule-1')?.decided;
    expect(everySnapshot).toBeGreaterThan((DAYS * 86_400) / EVERY_SECONDS - 2);
  });
});
