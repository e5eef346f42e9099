import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleDecision } from '../../treasury/decisions/decision.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import type { PastReading } from '../../treasury/preview/history.ts';
import { step } from '../../treasury/preview/step.ts';
import { newWorld } from '../../treasury/preview/world.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { CONTROLS, POLICY } from '../samples/policy.ts';
import { snapshotAt, totals } from '../samples/snapshots.ts';
import { stated } from '../stated.ts';
import { isThorough } from '../thoroughness.ts';
import { replayOf } from '../unit/preview/past.ts';
import {
  accountsOf,
  CURRENCIES,
  calendarOf,
  type DrawnPolicy,
  type DrawnReading,
  drawnPolicy,
  readingsOf,
  rulesOf,
  timingsOf,
  tradesOf,
} from './drawn-policies.ts';
import { textOf, unitsOf } from './exact-numbers.ts';
import { type Moved, type ReferenceReading, ReferenceWorld, trusted } from './policy-reference.ts';

/** One takes some 50 ms: CI tries them all, and every change some. */
const POLICIES = isThorough ? 1_000 : 40;
const LONGEST_MS = 600_000;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_007);

import { agreedValues, believedAt } from '../samples/values.ts';
import { IN_FORCE_BEFORE_MS } from './timing-reference.ts';

const controlsOf = (drawn: DrawnPolicy): Controls =>
  ({ ...CONTROLS, trades: tradesOf(drawn) }) as Controls;

function referenceOf(drawn: DrawnPolicy, since: number): ReferenceWorld {
  const rules = rulesOf(drawn);
  return new ReferenceWorld({
    rules,
    timings: timingsOf(drawn, rules, since),
    trades: tradesOf(drawn),
    reportingCurrency: 'USD',
    approvalExpirySeconds: CONTROLS.approvalExpirySeconds,
    assumeApproved: true,
  });
}

function pastOf(readings: readonly DrawnReading[]): readonly PastReading[] {
  return readings.map(({ at, balances, quotes, doubted }) => ({
    scheduledFor: instantOf(at),
    takenAt: instantOf(at),
    balances: Object.fromEntries(
      Object.entries(balances).map(([currency, total]) => [currency, { total }]),
    ),
    values: believedAt(trusted(quotes, doubted)),
    pricesReadAt: instantOf(at),
    market: {
      prices: quotes,
      doubted: doubted.map((instrument) => ({ instrument, from: '1', readings: 1 })),
    },
  }));
}

/** What a store keeps of such a reading. */
const keptOf = (readings: readonly DrawnReading[]): readonly SnapshotTaken[] =>
  readings.map(({ at, balances, quotes, doubted }) => {
    const takenAt = instantOf(at);
    const unitValues = agreedValues(trusted(quotes, doubted));
    const pricesDoubted = doubted.map((instrument) => ({ instrument, from: '1', readings: 1 }));
    return snapshotAt(takenAt, totals(balances), quotes, { takenAt, unitValues, pricesDoubted });
  });

const listed = ({ at, ruleId, amount, isApproved, parts }: Moved) => ({
  at: instantOf(at),
  ruleId,
  amount,
  isApproved,
  ...(parts !== undefined && { parts }),
});

describe(`random policies, SEED=${SEED}`, () => {
  it(`move in a backtest what an independent evaluation moves, ${POLICIES} of them`, {
    timeout: LONGEST_MS,
  }, async () => {
    const met = new Counted();
    const property = fc.asyncProperty(drawnPolicy, async (drawn) => {
      const readings = readingsOf(drawn);
      const from = (readings[0]?.at ?? 0) - IN_FORCE_BEFORE_MS;
      const rules = rulesOf(drawn);
      const policy = {
        ...POLICY,
        accounts: accountsOf(),
        calendars: [calendarOf(drawn)],
        rules: [],
        controls: controlsOf(drawn),
      };
      const { draft } = await replayOf(
        { policy, past: keptOf(readings) },
        { draft: { rules, scope: 'alone' }, from: instantOf(from) },
      );
      const world = referenceOf(drawn, from);
      const expected = readings.flatMap((each) => world.step(each));
      expect(
        draft.sweeps.first.map(({ at, ruleId, amount, approvals, parts }) => ({
          ...{ at, ruleId, amount, isApproved: approvals > 0 },
          ...(parts !== undefined && {
            parts: parts.map((part) => ({
              to: part.withdrawalAccountId,
              amount: part.amount,
              isApproved: part.approvals > 0,
            })),
          }),
        })),
      ).toEqual(expected.map(listed));
      met.count(rules, expected);
    });
    const found = await fc.check(property, { numRuns: POLICIES, seed: SEED });
    if (found.failed) throw new Error(`SEED=${SEED}\n${fc.defaultReportMessage(found)}`);
    // A share of the policies may well be without one of the rarer kinds.
    const least = isThorough ? POLICIES / 40 : -1;
    for (const [kind, times] of met.times) expect(times, kind).toBeGreaterThan(least);
    expect(Math.max(...met.times.values())).toBeGreaterThan(0);
  });

  it('leave at each reading what the evaluation leaves, and say where a balance is low', {
    timeout: LONGEST_MS,
  }, () => {
    const property = fc.property(drawnPolicy, (drawn) => {
      const readings = readingsOf(drawn);
      const since = (readings[0]?.at ?? 0) - IN_FORCE_BEFORE_MS;
      const reference = referenceOf(drawn, since);
      const made: RuleDecision[] = [];
      const given = {
        tenant: 'main',
        rules: rulesOf(drawn).map((each) => ({
          ...each,
          version: 1,
          activeSince: instantOf(since),
        })),
        accounts: new Map(accountsOf().map((each) => [accountKey(each.id), each])),
        calendars: [calendarOf(drawn)],
        controls: controlsOf(drawn),
        assumeApproved: true,
        onDecision: ({ decision }: { readonly decision: RuleDecision }) => made.push(decision),
      };
      const world = newWorld(given, CURRENCIES);
      for (const [index, past] of pastOf(readings).entries()) {
        const reading = readings[index] as DrawnReading;
        made.length = 0;
        const before = lowsOf(drawn, reference, reading);
        const after = step(world, given, past, {});
        const moved = reference.step(reading);
        expect(lowsIn(made)).toEqual(before);
        expect(tradesIn(made)).toEqual(
          moved.flatMap(({ ruleId, trade }) => (trade === undefined ? [] : [{ ruleId, ...trade }])),
        );
        for (const currency of CURRENCIES) {
          const left = reference.balanceOf(currency, reading);
          expect(stated(after, currency)?.total, currency).toBe(
            left === null ? undefined : textOf(left),
          );
        }
      }
    });
    const found = fc.check(property, { numRuns: POLICIES, seed: SEED + 1 });
    if (found.failed) throw new Error(`SEED=${SEED}\n${fc.defaultReportMessage(found)}`);
  });
});

/** By rule: whether its currency is at its low or above it. */
function lowsOf(drawn: DrawnPolicy, world: ReferenceWorld, reading: ReferenceReading) {
  const all = rulesOf(drawn).flatMap(({ id, currency, low }) => {
    const balance = world.balanceOf(currency, reading);
    if (low === undefined || balance === null) return [];
    return [[id, balance >= unitsOf(low as string)] as const];
  });
  return Object.fromEntries(all);
}

function lowsIn(made: readonly RuleDecision[]) {
  const all = made.flatMap(({ ruleId, checks }) =>
    checks.filter(({ fact }) => fact.limit === 'low').map(({ holds }) => [ruleId, holds] as const),
  );
  return Object.fromEntries(all);
}

/** What a conversion asks of the market, to the last digit. */
function tradesIn(made: readonly RuleDecision[]) {
  return made.flatMap((each) => {
    if (each.outcome !== 'sweep' || each.trade === undefined) return [];
    const { instrument, side, amount, price } = each.trade;
    return [{ ruleId: each.ruleId, instrument, side, amount, price }];
  });
}

/** How many policies did what, so that nothing is thought to be compared that never happens. */
class Counted {
  readonly times = new Map(
    ['sale', 'purchase', 'converted, then swept', 'split', 'scheduled', 'approved'].map((kind) => [
      kind,
      0,
    ]),
  );

  count(rules: readonly SweepRuleDraft[], moved: readonly Moved[]): void {
    const ruleOf = (id: string) => rules.find((each) => each.id === id);
    const into = new Set<string>();
    const kinds = new Set<string>();
    for (const { ruleId, trade, parts, isApproved } of moved) {
      const rule = ruleOf(ruleId);
      if (trade !== undefined) kinds.add(trade.side === 'sell' ? 'sale' : 'purchase');
      else if (into.has(rule?.currency ?? '')) kinds.add('converted, then swept');
      if (rule?.into !== undefined) into.add(rule.into);
      if ((parts?.length ?? 0) > 1) kinds.add('split');
      if (rule?.schedule.kind === 'cron') kinds.add('scheduled');
      if (isApproved) kinds.add('approved');
    }
    for (const kind of kinds) this.times.set(kind, (this.times.get(kind) ?? 0) + 1);
  }
}
