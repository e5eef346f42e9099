import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forecast } from '../../treasury/forecast/forecast.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { CONTROLS, POLICY } from '../samples/policy.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { isThorough } from '../thoroughness.ts';
import { portsOf } from '../unit/forecast/present.ts';
import { EPOCH } from '../unit/rules/samples.ts';
import {
  accountsOf,
  CURRENCIES,
  calendarOf,
  type DrawnPolicy,
  drawnPolicy,
  readingsOf,
  rulesOf,
  timingsOf,
  tradesOf,
} from './drawn-policies.ts';
import { textOf, unitsOf } from './exact-numbers.ts';
import { type Moved, ReferenceWorld } from './policy-reference.ts';

/*
 * A forecast decides the snapshots at which something is due; the evaluation beside it decides every one of them.
 */

/** One takes some 200 ms: CI tries them all, and every change some. */
const POLICIES = isThorough ? 1_000 : 16;
const LONGEST_MS = 900_000;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_007);
/** Some 78 of 100 draws move something, a few of them most of it: of 16, fewer than four do so once in a million runs. */
const LEAST_MOVING_SHARE = 0.2;
const DAYS = 4;
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Half of the worlds: what needs an approval waits, holds its rule and expires. */
const areGiven = ({ trades }: DrawnPolicy) => trades.maximumNotional % 2 === 0;

async function forecasted(drawn: DrawnPolicy, now: number) {
  const [first] = readingsOf(drawn);
  if (first === undefined) throw new Error('there is no reading');
  const balances = Object.entries(first.balances).map(([each, total]) => [each, { total }]);
  const latest = snapshotAt(instantOf(now), Object.fromEntries(balances), first.quotes, {
    pricesDoubted: first.doubted.map((instrument) => ({ instrument, from: '1', readings: 1 })),
  });
  const policy = {
    ...POLICY,
    accounts: [...accountsOf()],
    calendars: [calendarOf(drawn)],
    rules: rulesOf(drawn).map((each) => ({
      ...each,
      version: 1,
      activeSince: instantOf(now - 1),
    })),
    controls: { ...CONTROLS, trades: tradesOf(drawn) } as Controls,
  };
  const lanes = CURRENCIES.map((each) => newLane('main', each, EPOCH));
  const ports = { ...portsOf({ policy, lanes, latest, now: instantOf(now) }) };
  const found = await forecast(
    { ...ports, snapshotEverySeconds: EVERY_MS / 1_000 },
    {
      ...{ tenant: 'main', days: DAYS, flows: 'none', timeZone: 'UTC' },
      approvals: areGiven(drawn) ? 'given' : 'none',
    },
  );
  if (found.result !== 'forecast') throw new Error(found.result);
  return found.forecast();
}

function expected(drawn: DrawnPolicy, now: number): readonly Moved[] {
  const [first] = readingsOf(drawn);
  if (first === undefined) throw new Error('there is no reading');
  const rules = rulesOf(drawn);
  const world = new ReferenceWorld({
    rules,
    timings: timingsOf(drawn, rules, now - 1),
    trades: tradesOf(drawn),
    reportingCurrency: 'USD',
    approvalExpirySeconds: CONTROLS.approvalExpirySeconds,
    assumeApproved: areGiven(drawn),
  });
  const ticks = Array.from({ length: (DAYS * DAY_MS) / EVERY_MS - 1 }, (_, tick) => tick + 1);
  return ticks.flatMap((tick) => world.step({ ...first, at: now + tick * EVERY_MS }));
}

/** Each part waits for its own approvals; what is not divided is one. */
const piecesOf = ({ amount, isApproved, parts }: Moved) => parts ?? [{ amount, isApproved }];
const totalOf = (pieces: readonly { readonly amount: string }[]) =>
  pieces.reduce((sum, each) => sum + unitsOf(each.amount), 0n);
const largestOf = (runs: readonly bigint[]) => runs.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;

it(`a forecast says what an evaluation of its own says, for ${POLICIES} random policies, SEED=${SEED}`, {
  timeout: LONGEST_MS,
}, async () => {
  let moving = 0;
  const property = fc.asyncProperty(drawnPolicy, async (drawn) => {
    const now = Date.parse(drawn.start);
    const { rules } = await forecasted(drawn, now);
    const moved = expected(drawn, now);
    if (moved.length > 0) moving += 1;
    for (const { ruleId, sweeps, amount, runs, waiting } of rules) {
      const own = moved.filter((each) => each.ruleId === ruleId);
      const listed = runs.filter(({ outcome }) => outcome === 'sweep');
      expect(
        listed.map((run) => [run.at, run.amount, run.approvals !== 0]),
        ruleId,
      ).toEqual(
        own
          .slice(0, listed.length)
          .map((each) => [instantOf(each.at), each.amount, each.isApproved]),
      );
      const [leaves, waits] = [false, true]
        .map((isWaiting) =>
          own.map((each) =>
            piecesOf(each).filter(
              ({ isApproved }) => isWaiting === (isApproved && !areGiven(drawn)),
            ),
          ),
        )
        .map((runs) => runs.filter((pieces) => pieces.length > 0).map(totalOf));
      expect(sweeps, ruleId).toBe(leaves?.length);
      expect(amount, ruleId).toBe(textOf((leaves ?? []).reduce((sum, each) => sum + each, 0n)));
      expect(waiting?.runs ?? 0, ruleId).toBe(waits?.length);
      expect(waiting?.amount ?? '0', ruleId).toBe(textOf(largestOf(waits ?? [])));
    }
  });
  const found = await fc.check(property, { numRuns: POLICIES, seed: SEED });
  if (found.failed) throw new Error(`SEED=${SEED}\n${fc.defaultReportMessage(found)}`);
  expect(moving).toBeGreaterThan(POLICIES * LEAST_MOVING_SHARE);
});
