import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newLane } from '../../treasury/instructions/lane.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { circleOf } from '../../treasury/policy/conversion.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { CONTROLS, RULE } from '../samples/policy.ts';
import { believedAt } from '../samples/values.ts';

/*
 * Conversions against a reference that shares nothing with them but the statement of the rules: whole numbers of
 * hundred-millionths, and fractions of them.
 */

const POLICIES = 1_000;
const UNIT = 100_000_000n;
const AT = '2026-01-05T09:00:00.000Z';

/** Hundredths, as the text of a decimal. */
const cents = (value: number) =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
const units = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
};

const drawn = fc.record({
  balance: fc.integer({ min: 0, max: 100_000 }),
  threshold: fc.integer({ min: 0, max: 60_000 }),
  keepPercent: fc.integer({ min: 0, max: 100 }),
  percent: fc.constantFrom(null, 10, 50, 100),
  maximum: fc.option(fc.integer({ min: 100, max: 50_000 }), { nil: null }),
  budget: fc.option(fc.integer({ min: 100, max: 50_000 }), { nil: null }),
  notional: fc.integer({ min: 0, max: 9_000_000 }),
  total: fc.option(fc.integer({ min: 0, max: 9_000_000 }), { nil: null }),
  bid: fc.option(fc.integer({ min: 100, max: 500_000 }), { nil: null }),
  spread: fc.integer({ min: 0, max: 500 }),
  collar: fc.integer({ min: 1, max: 20 }),
  permitted: fc.boolean(),
  doubted: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const least = (...all: readonly bigint[]) =>
  [...all].sort((one, other) => (one < other ? -1 : 1))[0] ?? 0n;

/** What a sale of the surplus would be; null where there is none. */
function reference(policy: Drawn): { readonly amount: bigint; readonly limit: bigint } | null {
  const { bid, spread, permitted, doubted, collar } = policy;
  if (!permitted || bid === null || (doubted && bid > 0)) return null;
  const [balance, threshold] = [units(cents(policy.balance)), units(cents(policy.threshold))];
  if (balance <= threshold) return null;
  // Keep was rounded down to hundredths.
  const keep = units(cents(Math.floor((policy.threshold * policy.keepPercent) / 100)));
  const surplus = balance - keep;
  const part = policy.percent === null ? surplus : (surplus * BigInt(policy.percent)) / 100n;
  const mid2 = BigInt(bid + bid + spread);
  // 99 % of a limit, at the mid price: (limit x 0.99) / ((bid + ask) / 2), in units.
  const worth = (limit: number) => (BigInt(limit) * 99n * 2n * UNIT) / (100n * mid2);
  const caps = [
    part,
    ...(policy.maximum === null ? [] : [units(cents(policy.maximum))]),
    ...(policy.budget === null ? [] : [units(cents(policy.budget))]),
    worth(policy.notional),
    ...(policy.total === null ? [] : [worth(policy.total)]),
  ];
  const step = UNIT / 100n;
  const amount = (least(...caps) / step) * step;
  if (amount < UNIT) return null;
  // The bid less the collar, rounded up to hundredths.
  const limit = (BigInt(bid) * BigInt(100 - collar) + 99n) / 100n;
  return { amount, limit };
}

function decided(policy: Drawn) {
  const { bid, spread, permitted, doubted } = policy;
  const { withdrawalAccountId: _, ...surplus } = RULE;
  const keep = cents(Math.floor((policy.threshold * policy.keepPercent) / 100));
  const price = bid === null ? {} : { 'ETH/USD': { bid: cents(bid), ask: cents(bid + spread) } };
  const [decision] = evaluate({
    rules: [
      {
        ...surplus,
        currency: 'ETH',
        kind: 'convert',
        into: 'USD',
        threshold: cents(policy.threshold),
        keep,
        minimum: '1',
        step: '0.01',
        allocation:
          policy.percent === null
            ? { kind: 'all', basis: 'surplus' }
            : { kind: 'percentage', basis: 'surplus', percent: String(policy.percent) },
        ...(policy.maximum === null ? {} : { maximum: cents(policy.maximum) }),
        budgets: policy.budget === null ? {} : { per24Hours: cents(policy.budget) },
      },
    ],
    accounts: new Map(),
    controls: {
      ...CONTROLS,
      trades: {
        instruments: permitted ? ['ETH/USD'] : ['BTC/USD'],
        maximumNotional: cents(policy.notional),
        collarPercent: String(policy.collar),
        ...(policy.total === null ? {} : { per24Hours: { total: cents(policy.total) } }),
      },
    },
    halt: neverHalted('main'),
    balances: { ETH: { total: cents(policy.balance) } },
    balancesReadAt: AT,
    lanes: new Map(['ETH', 'USD'].map((each) => [each, newLane('main', each, 'table')] as const)),
    epoch: 'table',
    occurrence: AT,
    now: AT,
    market: {
      prices: price,
      doubted: doubted ? [{ instrument: 'ETH/USD', from: '1', readings: 1 }] : [],
      values: believedAt(price),
      readAt: AT,
      usage: null,
    },
  });
  return decision;
}

describe('a conversion', () => {
  it(`is what an independent reference works out, for ${POLICIES} random policies`, () => {
    let converted = 0;
    const report = (details: { readonly seed: number }) => `seed ${details.seed}`;
    const property = fc.property(drawn, (policy) => {
      const [expected, decision] = [reference(policy), decided(policy)];
      if (decision === undefined) throw new Error('no decision');
      if (expected === null) {
        expect(decision.outcome).toBe('no-sweep');
        return;
      }
      if (decision.outcome !== 'sweep') throw new Error(decision.reason);
      converted += 1;
      expect(units(decision.amount)).toBe(expected.amount);
      expect(decision.trade).toMatchObject({ instrument: 'ETH/USD', side: 'sell' });
      expect(units(decision.trade?.amount ?? '0')).toBe(expected.amount);
      expect(units(decision.trade?.price ?? '0') / (UNIT / 100n)).toBe(expected.limit);
    });
    const details = fc.check(property, { numRuns: POLICIES });
    if (details.failed) throw new Error(`${report(details)}: ${fc.defaultReportMessage(details)}`);
    expect(converted, report(details)).toBeGreaterThan(POLICIES / 20);
  });

  it('of any rules is in a circle exactly where money could come back to its currency', () => {
    const currencies = ['A', 'B', 'C', 'D', 'E'];
    const edge = fc.record({
      currency: fc.constantFrom(...currencies),
      into: fc.constantFrom(...currencies),
    });
    const rules = fc.array(edge, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rules, (edges) => {
        const converting = edges.map((each) => ({ ...each, kind: 'convert' as const }));
        // Reach by squaring: whoever is reached within as many steps as there are currencies.
        const reach = new Set(edges.map(({ currency, into }) => currency + into));
        for (let round = 0; round < currencies.length; round++) {
          for (const one of [...reach]) {
            for (const other of [...reach]) {
              if (one[1] === other[0]) reach.add(`${one[0]}${other[1]}`);
            }
          }
        }
        for (const rule of converting) {
          const isBack = rule.into === rule.currency || reach.has(rule.into + rule.currency);
          const circle = circleOf(rule, converting);
          expect(circle !== null).toBe(isBack);
          if (circle !== null) expect(circle.at(0)).toBe(circle.at(-1));
        }
      }),
    );
  });

  it('never pays more than was decided, whichever side it takes', () => {
    fc.assert(
      fc.property(drawn, (policy) => {
        const decision = decided(policy);
        if (decision?.outcome !== 'sweep' || decision.trade === undefined) return;
        expect(decimalOf(decision.trade.amount).lessThanOrEqualTo(decimalOf(decision.amount))).toBe(
          true,
        );
      }),
    );
  });
});
