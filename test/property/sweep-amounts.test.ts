import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutflowBound } from '../../treasury/limits/outflow-bounds.ts';
import { Decimal, ROUNDING } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { money } from '../../treasury/money/money.ts';
import type { TradeCap } from '../../treasury/rules/checks/conversion.ts';
import {
  type SweepAmount,
  type SweepCap,
  sweepAmount,
} from '../../treasury/rules/checks/sweep-amount.ts';
import { shareOf } from '../thoroughness.ts';
import { drawnRule } from './drawn-rule.ts';

/*
 * Goal: the limit that a decision names is the one that made its amount what it is.
 * Method: drawn rules and caps. The amount is worked out a second time by plain Decimals, from all caps at once and from
 * all but the named one.
 */

const units = (most: number) => fc.integer({ min: 0, max: most }).map((each) => String(each / 100));
const optional = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });

const bound = fc
  .record({ cap: units(5000), seen: units(5000), unitPrice: fc.constantFrom('1', '3', '0.7') })
  .map(
    ({ cap, seen, unitPrice }): OutflowBound => ({
      limit: 'outflow-24h',
      reason: 'outflow-limit',
      currency: 'USD',
      cap,
      seen: new Decimal(seen),
      unitPrice: new Decimal(unitPrice),
      feeOf: () => new Decimal(0),
    }),
  );

const budget = units(3000).map((remaining) => {
  const left = new Decimal(remaining);
  return { cap: left, spent: new Decimal(0), remaining: left };
});

const trade = units(3000).map(
  (room): TradeCap => ({
    limit: 'notional',
    scope: 'one-trade',
    cap: '1',
    currency: 'USD',
    used: new Decimal(0),
    room: money('BTC', new Decimal(room)),
  }),
);

const drawn = fc.record({
  rule: fc
    .record({
      threshold: units(1000),
      keepPercent: fc.integer({ min: 0, max: 100 }),
      allocation: fc.constantFrom(
        { kind: 'all', basis: 'surplus' } as const,
        { kind: 'percentage', basis: 'surplus', percent: '33.3' } as const,
        { kind: 'fixed', basis: 'amount', amount: '12.34' } as const,
      ),
      maximum: optional(units(3000)),
      step: fc.constantFrom('0.01', '0.25', '1', '7'),
    })
    .map((each) =>
      drawnRule({
        ...each,
        per24Hours: undefined,
        per30Days: undefined,
        approvalAbove: undefined,
      }),
    ),
  balance: units(4000),
  per24Hours: optional(budget),
  per30Days: optional(budget),
  trades: fc.array(trade, { maxLength: 2 }),
  bounds: fc.array(bound, { maxLength: 3 }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Each> ? Each : never;

function sized({ rule, balance, per24Hours, per30Days, trades, bounds }: Drawn): SweepAmount {
  const none = money('BTC', new Decimal(0));
  const holding = {
    balance: money('BTC', new Decimal(balance)),
    committed: none,
    unbooked: none,
  };
  const budgets = {
    ...(per24Hours === undefined ? {} : { per24Hours }),
    ...(per30Days === undefined ? {} : { per30Days }),
  };
  return sweepAmount(rule, holding, { budgets, trades }, bounds);
}

/** Every cap with its room in the rule's currency, in the order of the page. */
function capsOf({ rule, per24Hours, per30Days, trades, bounds }: Drawn) {
  const { maximum } = rule;
  return [
    ...(maximum === undefined ? [] : [{ room: new Decimal(maximum), of: undefined }]),
    ...[per24Hours, per30Days].flatMap((each) =>
      each === undefined ? [] : [{ room: each.remaining, of: each }],
    ),
    ...trades.map((each) => ({ room: each.room.amount, of: each })),
    ...bounds.map((each) => {
      const left = Decimal.max(new Decimal(each.cap).minus(each.seen ?? 0), 0);
      // An amount has 18 fraction digits, rounded down.
      const room = left.dividedBy(each.unitPrice).toDecimalPlaces(18, ROUNDING.down);
      return { room, of: each };
    }),
  ];
}

function cut(rooms: readonly Decimal[], allocated: Decimal, step: string): Decimal {
  const least = Decimal.min(allocated, ...rooms);
  const unit = decimalOf(step);
  return least.dividedToIntegerBy(unit).times(unit);
}

function identityOf(cap: SweepCap): unknown {
  switch (cap.kind) {
    case 'maximum':
      return undefined;
    case 'budget':
      return cap.budget;
    case 'trade':
      return cap.cap;
    case 'bound':
      return cap.bound;
    default:
      return cap satisfies never;
  }
}

describe('the amount of a sweep', () => {
  it('is the least of allocation and caps in whole steps, and names the cap that left the least', () => {
    fc.assert(
      fc.property(drawn, (each) => {
        const { amount, allocated, binding } = sized(each);
        const caps = capsOf(each);
        const { step } = each.rule;
        const rooms = caps.map(({ room }) => room);
        expect(amount.amount).toEqual(cut(rooms, allocated.amount, step));
        const isCut = amount.amount.lessThan(cut([], allocated.amount, step));
        expect(binding !== null).toBe(isCut);
        if (binding === null) return;
        const named = caps.find(({ of }) => of === identityOf(binding));
        expect(named?.room).toEqual(Decimal.min(...rooms));
        const alone = cut([Decimal.min(...rooms)], allocated.amount, step);
        expect(amount.amount).toEqual(alone);
      }),
      { numRuns: shareOf(2000) },
    );
  });
});
