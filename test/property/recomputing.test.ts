import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CounterKind } from '../../treasury/counters/counter.ts';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { type EvaluateInput, evaluate } from '../../treasury/rules/evaluate.ts';
import { occurrencesBetween } from '../../treasury/schedules/schedule.ts';
import { valuesOf } from '../../treasury/valuation/believed-values.ts';
import { judgeValues } from '../../treasury/valuation/judge-values.ts';
import { tally } from '../samples/counts.ts';
import { account, CONTROLS, RULE } from '../samples/policy.ts';
import { agreedValues } from '../samples/values.ts';
import { EPOCH } from '../unit/rules/samples.ts';
import { decideByPage } from './page-evaluator.ts';
import type { PageBuckets, PageSituation } from './page-situation.ts';
import { CURRENCIES, drawnSituation, given, RULES_OF_ONE } from './page-situations.ts';

/*
 * Goal: docs/recomputing.md is enough to work out a decision.
 * Method: drawn situations of several rules are decided by Sluice and by the evaluator that was written from the page.
 */

/** What the page says. */
const RULES = 1_000;
const LONGEST_MS = 120_000;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_007);

/** Three readings have agreed on each price; of two instruments of the same currencies, on the direct one. */
function valuesIn(prices: PageSituation['prices'], into: string, crossedPrices: boolean) {
  const direct = Object.entries(prices).filter(
    ([name]) =>
      !Object.hasOwn(prices, name.split('/').toReversed().join('/')) || name.endsWith(into),
  );
  const unitValues = judgeValues(prices, agreedValues(Object.fromEntries(direct), into), into);
  return valuesOf(
    { prices, unitValues, valuation: { reportingCurrency: into } },
    { crossedPrices },
  );
}

/** The same situation as Sluice reads it. */
function inputOf(situation: PageSituation): EvaluateInput {
  const { now, currencies, accounts, usage, counterparties, floors, floorTotal } = situation;
  const { prices, reportingCurrency, crossedPrices, fee, outflow24Hours, outflowHours } = situation;
  const lanes = Object.entries(currencies).map(([currency, each]) => {
    const claim = {
      ...{ instructionId: 'earlier', nonce: 'n', claimedAt: now, sendBy: now },
      ...{ quarantineUntil: now, balanceBefore: '1' },
    };
    const status =
      each.state === 'idle'
        ? { state: 'idle' as const }
        : each.state === 'sending'
          ? { state: each.state, claim }
          : { state: each.state, claim, since: now };
    const lane = {
      ...newLane('main', currency, EPOCH),
      status,
      open: Object.fromEntries(
        each.open.map((open, index) => [
          `open-${index}`,
          { instructionId: `open-${index}`, ...open },
        ]),
      ),
      usage: Object.fromEntries(
        Object.entries(usage).map(([id, { hours: _, days: __, ...own }]) => [
          id,
          { ...own, failures: 0 },
        ]),
      ),
      counts: [
        ...Object.entries(usage).map(([id, own]) =>
          tally({ kind: 'rule', of: id, unit: currency }, own),
        ),
        ...accounts.map(({ id, unapproved }) => {
          const counter = { kind: 'unapproved', of: accountKey(id), unit: currency } as const;
          return tally(counter, { hours: unapproved });
        }),
      ],
      booking: {
        entries: each.unbooked.map((own, index) => ({
          instructionId: `sent-${index}`,
          at: now,
          ...own,
        })),
        credits: [],
        doubts: each.doubts.map((own) => ({ kind: 'rise' as const, ...own })),
      },
    };
    return [currency, lane] as const;
  });
  const modes = Object.entries(currencies).map(([currency, { mode }]) => [currency, mode]);
  const controls = {
    ...CONTROLS,
    reportingCurrency,
    crossedPrices,
    feeBound: fee,
    currencyModes: Object.fromEntries(modes),
    liquidityFloor: { currencies: floors, ...given('total', floorTotal) },
    withdrawalLimits: {
      ...given('per24Hours', outflow24Hours),
      counterparties: counterparties.map(({ hours: _, days: __, ...own }) => own),
    },
  } as unknown as Controls;
  const reading = {
    values: valuesIn(prices, reportingCurrency, crossedPrices),
    readAt: situation.pricesReadAt,
  };
  const counted = (
    kind: CounterKind,
    of: string,
    unit: string,
    hours: PageBuckets,
    days: PageBuckets,
  ) => tally({ kind, of, unit }, { hours, days });
  return {
    rules: situation.rules.map((own) => ({ ...RULE, ...own }) as unknown as SweepRule),
    accounts: new Map(
      accounts.map(({ id, counterparty, limits = {} }, index) => [
        accountKey(id),
        {
          ...account({ id, currency: CURRENCIES[Math.floor(index / 2)] ?? 'BTC', limits }),
          ...given('counterparty', counterparty),
        },
      ]),
    ),
    controls,
    halt: neverHalted('main'),
    balances: Object.fromEntries(
      Object.entries(currencies).map(([currency, { total, available }]) => [
        currency,
        { total, ...given('available', available) },
      ]),
    ),
    balancesReadAt: now,
    lanes: new Map(lanes),
    ...{ epoch: EPOCH, occurrence: now, now, prices: reading },
    outflow: {
      usage: {
        tenant: 'main',
        counts: [
          ...accounts.map(({ id, usedHours, usedDays }, index) =>
            counted(
              'account',
              accountKey(id),
              CURRENCIES[Math.floor(index / 2)] ?? 'BTC',
              usedHours,
              usedDays,
            ),
          ),
          ...counterparties.map(({ name, hours, days }) =>
            counted('counterparty', name.toLowerCase(), reportingCurrency, hours, days),
          ),
          counted('outflow', '', reportingCurrency, outflowHours, {}),
        ],
        version: 1,
      },
      prices: reading,
      lanes: lanes.map(([, lane]) => lane),
      given: [],
    },
  };
}

const page = readFileSync('docs/recomputing.md', 'utf8');

describe('docs/recomputing.md', () => {
  it(`is enough to decide ${RULES} drawn rules, SEED=${SEED}`, { timeout: LONGEST_MS }, () => {
    const met = new Map<string, number>();
    const property = fc.property(drawnSituation, (situation) => {
      const decided = evaluate(inputOf(situation)).map((each) => {
        const sweeps = each.outcome === 'sweep';
        const { reason } = each.outcome === 'sweep' ? { reason: null } : each;
        met.set(reason ?? 'sweep', (met.get(reason ?? 'sweep') ?? 0) + 1);
        return {
          ruleId: each.ruleId,
          reason,
          amount: sweeps ? each.amount : (each.wouldSweep ?? null),
          needsApproval: sweeps && each.needsApproval,
        };
      });
      expect(decideByPage(situation)).toEqual(decided);
    });
    const found = fc.check(property, { numRuns: RULES / RULES_OF_ONE, seed: SEED });
    if (found.failed) throw new Error(`SEED=${SEED}\n${fc.defaultReportMessage(found)}`);
    for (const each of [
      'sweep',
      'below-threshold',
      'below-minimum',
      'budget-exhausted',
      'no-price',
      'price-jumped',
      'limit-unknown',
      'dry-run',
    ]) {
      expect(met.get(each) ?? 0, each).toBeGreaterThan(0);
    }
  });

  it('lists the reasons in their order', () => {
    const listed = /<!-- reasons in order -->\n([\s\S]*?)\n<!-- end of reasons -->/.exec(page)?.[1];
    expect(listed).toBe(NO_SWEEP_REASONS.map((each) => `\`${each}\``).join(', '));
  });

  it('says when an hourly schedule falls in the night in which the clocks go back', () => {
    const fallsOf = (expression: string) =>
      occurrencesBetween(
        { kind: 'cron', expression, timeZone: 'Europe/Zurich' },
        '2026-10-24T21:59:59.000Z',
        '2026-10-25T22:59:59.000Z',
        200,
      );
    const hourly = fallsOf('0 * * * ? *');
    expect(hourly.length).toBe(24);
    expect(hourly.slice(2, 4)).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z']);
    const quarters = fallsOf('*/15 * * * ? *').filter((at) => at >= '2026-10-25T00:00');
    expect(quarters.slice(3, 5)).toEqual(['2026-10-25T00:45:00.000Z', '2026-10-25T02:00:00.000Z']);
  });
});
