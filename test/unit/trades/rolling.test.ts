import { describe, expect, it } from 'vitest';
import { type Debit, MAX_TRADING_PEOPLE } from '../../../treasury/counters/counter.ts';
import { knownAmount } from '../../../treasury/counters/counts.ts';
import {
  type SharedCounts,
  withDebits,
  withoutDebits,
} from '../../../treasury/counters/shared-counts.ts';
import { tradeDebits, tradedWithin } from '../../../treasury/limits/trade-usage.ts';
import type { Controls, RollingNotional } from '../../../treasury/policy/controls.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { refuseByRolling } from '../../../treasury/trades/rolling-guards.ts';
import { noValues } from '../../../treasury/valuation/believed-values.ts';
import { countedOf } from '../../samples/counts.ts';
import { controls } from '../../samples/policy.ts';

const DAY = '2026-01-05T';
const NOW = `${DAY}09:30:00.000Z`;

const debit = (by: string, amount: string, at = NOW, currency = 'USD') =>
  tradeDebits({ by, amount, currency, at, approved: false });
const debitTrade = (usage: SharedCounts | null, debits: readonly Debit[]) =>
  withDebits(usage, 'trade-usage', 'main', debits);
const usageOf = (...trades: readonly (readonly Debit[])[]): SharedCounts =>
  trades.reduce<SharedCounts | null>(debitTrade, null) ?? debitTrade(null, []);
const refundTrade = (usage: SharedCounts, debits: readonly Debit[]) =>
  withoutDebits(usage, 'trade-usage', debits) ?? usage;
const traded = (usage: SharedCounts, person: string, now: string) => {
  const { total, person: own } = tradedWithin(usage, person, 'USD', now);
  // One too many: there is no room to keep them apart.
  return [total, own].map((found) => knownAmount(found)?.toFixed() ?? 'unknown');
};
const tradersOf = ({ counts }: SharedCounts) =>
  counts.flatMap(({ counter }) => (counter.kind === 'trader' ? [counter.of] : []));

describe('what was traded of late', () => {
  it('is counted together and by person, exactly', () => {
    const usage = usageOf(debit('tina', '0.1'), debit('tom', '0.2'), debit('tina', '1000'));
    expect(traded(usage, 'tina', NOW)).toEqual(['1000.3', '1000.1']);
    expect(traded(usage, 'tom', NOW)).toEqual(['1000.3', '0.2']);
    expect(traded(usage, 'nobody', NOW)).toEqual(['1000.3', '0']);
    expect(usage.version).toBe(3);
  });

  it.each([
    // The hour from 9 to 10 counts until it is 24 hours over.
    ['2026-01-06T09:59:59.999Z', '5'],
    ['2026-01-06T10:00:00.000Z', '0'],
  ])('counts for 24 hours and up to one more: at %s it is %s', (now, amount) => {
    expect(traded(usageOf(debit('tina', '5')), 'tina', now)).toEqual([amount, amount]);
  });

  it('is given back to the very hour it went into, to tenant and person', () => {
    const early = debit('tina', '3', `${DAY}08:10:00.000Z`);
    const usage = usageOf(early, debit('tina', '4'), debit('tom', '1'));
    const refunded = refundTrade(usage, early);
    expect(traded(refunded, 'tina', NOW)).toEqual(['5', '4']);
    expect(countedOf(refunded, 'traded').hours).not.toHaveProperty(`${DAY}08:00:00.000Z`);
    expect(refunded.version).toBe(usage.version + 1);
  });

  it('is not given back in another currency than it was debited in', () => {
    const refunded = refundTrade(usageOf(debit('tina', '4')), debit('tina', '4', NOW, 'EUR'));
    expect(traded(refunded, 'tina', NOW)).toEqual(['4', '4']);
  });

  it('is forgotten with the people it was of, so that the item stays small', () => {
    const many = Array.from({ length: MAX_TRADING_PEOPLE }, (_, n) => debit(`person-${n}`, '1'));
    const full = usageOf(...many, debit('one-too-many', '7'));
    expect(tradersOf(full)).toHaveLength(MAX_TRADING_PEOPLE);
    expect(traded(full, 'one-too-many', NOW)).toEqual([`${MAX_TRADING_PEOPLE + 7}`, 'unknown']);
    const later = debitTrade(full, debit('one-too-many', '1', '2026-01-07T12:00:00.000Z'));
    expect(tradersOf(later)).toEqual(['one-too-many']);
    expect(Object.keys(countedOf(later, 'traded').hours)).toHaveLength(1);
  });

  it('keeps as many hours as count, and is no larger than an item may be', () => {
    const hours = Array.from({ length: 48 }, (_, n) =>
      new Date(Date.parse(NOW) + n * 3_600_000).toISOString(),
    );
    const long = `${'9'.repeat(26)}.${'9'.repeat(30)}`;
    const one = usageOf(...hours.map((at) => debit('x'.repeat(120), long, at)));
    expect(Object.keys(countedOf(one, 'traded').hours)).toHaveLength(26);
    const [all, ...ofPerson] = one.counts;
    const counts = [all, ...Array.from({ length: MAX_TRADING_PEOPLE }, () => ofPerson).flat()];
    expect(JSON.stringify({ ...one, counts }).length).toBeLessThan(400_000);
  });

  it('keeps people apart by whatever name they have', () => {
    const usage = usageOf(debit('__proto__', '2'), debit('constructor', '3'));
    expect(traded(usage, '__proto__', NOW)).toEqual(['5', '2']);
    expect(traded(usage, 'toString', NOW)).toEqual(['5', '0']);
  });
});

describe('the rolling limits', () => {
  const limitedTo = (per24Hours?: RollingNotional): Controls =>
    controls({
      trades: {
        instruments: [],
        maximumNotional: '1000000',
        ...(per24Hours === undefined ? {} : { per24Hours }),
      },
    });
  const judge = (
    value: string,
    limits: RollingNotional | undefined,
    usage: SharedCounts | null,
    now = NOW,
  ) => {
    const view = {
      controls: null,
      epoch: '',
      lanes: new Map(),
      usage,
      by: 'tina',
      balances: {},
      prices: {},
      balancesReadAt: now,
      pricesReadAt: now,
      values: noValues('USD'),
      pricesDoubted: [],
      halt: neverHalted('main'),
      now,
    };
    return refuseByRolling({ currency: 'BTC', amount: '1', value }, limitedTo(limits), view);
  };
  const usedIn = (unit: string) =>
    usageOf(
      debit('tina', '60', `${DAY}03:20:00.000Z`, unit),
      debit('tina', '20', `${DAY}07:20:00.000Z`, unit),
      debit('tom', '100', `${DAY}08:20:00.000Z`, unit),
    );
  const used = usedIn('USD');

  it.each([
    ['none', undefined, '1000', null],
    ['an empty one', {}, '1000', null],
    ['nothing traded yet', { total: '50' }, '50', null],
    ['exactly what is left together', { total: '200' }, '20', null],
    ['a little more together', { total: '200' }, '20.000000000000000001', 'rolling-limit-reached'],
    ['exactly what is left of a person', { person: '100' }, '20', null],
    ['a little more of a person', { person: '100' }, '20.01', 'rolling-limit-reached'],
    ['more than the limit at all', { total: '200' }, '200.01', 'rolling-limit-too-small'],
    [
      'more than one of both at all',
      { total: '9', person: '100' },
      '30',
      'rolling-limit-too-small',
    ],
    ['a limit of zero', { person: '0' }, '0.01', 'rolling-limit-too-small'],
  ] as const)('%s: %j, and %s', (_name, limits, value, code) => {
    const usage = _name === 'nothing traded yet' ? null : used;
    expect(judge(value, limits, usage)?.code ?? null).toBe(code);
  });

  it('say when there is room again: when enough of it has rolled off', () => {
    // 180 of 200 together: for 80 the 60 of 03:20 have to go, for 81 the 20 of 07:20 as well.
    const first = judge('80', { total: '200' }, used);
    expect(first).toMatchObject({
      numbers: {
        scope: 'total',
        notional: '80',
        traded24Hours: '180',
        maximum24Hours: '200',
        roomAt: '2026-01-06T04:00:00.000Z',
      },
      retryAfterSeconds: 66_600,
    });
    const second = judge('81', { total: '200' }, used);
    expect(second?.numbers?.roomAt).toBe('2026-01-06T08:00:00.000Z');
    const roomAt = String(second?.numbers?.roomAt);
    expect(judge('81', { total: '200' }, used, roomAt)).toBeNull();
    const justBefore = new Date(Date.parse(roomAt) - 1).toISOString();
    expect(judge('81', { total: '200' }, used, justBefore)?.retryAfterSeconds).toBe(1);
  });

  it('name the longer wait where both are reached', () => {
    const refusal = judge('90', { total: '250', person: '100' }, used);
    expect(refusal?.numbers).toMatchObject({ scope: 'person', roomAt: '2026-01-06T08:00:00.000Z' });
  });

  it('wait for what was counted in another currency', () => {
    const foreign = usedIn('EUR');
    expect(judge('1', { total: '200' }, foreign)).toMatchObject({
      code: 'rolling-limit-reached',
      numbers: { roomAt: '2026-01-06T09:00:00.000Z' },
    });
    expect(judge('1', { total: '200' }, foreign, '2026-01-06T09:00:00.000Z')).toBeNull();
    expect(judge('1', undefined, foreign)).toBeNull();
  });

  it('refuse one more person than can be kept apart, where each has a limit', () => {
    const many = Array.from({ length: MAX_TRADING_PEOPLE }, (_, n) => debit(`person-${n}`, '1'));
    const full = usageOf(...many);
    expect(judge('1', { person: '200' }, full)).toMatchObject({
      code: 'rolling-limit-reached',
      numbers: { maximumPeople: `${MAX_TRADING_PEOPLE}` },
    });
    expect(judge('1', { total: '200' }, full)).toBeNull();
  });
});
