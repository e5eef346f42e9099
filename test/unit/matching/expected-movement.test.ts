import { describe, expect, it } from 'vitest';
import { type Expectation, fitOf } from '../../../treasury/matching/expected-movement.ts';
import { bySpecificity } from '../../../treasury/matching/most-specific.ts';

const RULE: Expectation = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.5',
  per24Hours: '2',
  enabled: true,
};
const MOVEMENT = {
  currency: 'BTC',
  unexplained: '-0.2',
  // A Monday, 10:00 to 10:05 in Zurich.
  sinceReadAt: '2026-01-05T09:00:00.000Z',
  readAt: '2026-01-05T09:05:00.000Z',
  price: '50000',
  reportingCurrency: 'USD',
};
const fits = (rule: Partial<Expectation>, movement: Partial<typeof MOVEMENT> = {}) =>
  fitOf({ ...RULE, ...rule }, { ...MOVEMENT, ...movement }) !== null;

describe('a matching rule expects', () => {
  it.each([
    ['an amount within its bounds', {}, {}, true],
    ['the largest amount', {}, { unexplained: '-0.5' }, true],
    ['no larger amount', {}, { unexplained: '-0.50000001' }, false],
    ['the smallest amount', { minimum: '0.2' }, {}, true],
    ['no smaller amount', { minimum: '0.21' }, {}, false],
    ['no inflow of the same amount', {}, { unexplained: '0.2' }, false],
    ['no other currency', {}, { currency: 'ETH' }, false],
    ['nothing while it is switched off', { enabled: false }, {}, false],
    ['an amount that repeats', { repeats: { amount: '0.2', tolerance: '0' } }, {}, true],
    ['one near it', { repeats: { amount: '0.21', tolerance: '0.01' } }, {}, true],
    ['none further away', { repeats: { amount: '0.22', tolerance: '0.01' } }, {}, false],
  ])('%s', (_, rule, movement, expected) => {
    expect(fits(rule, movement)).toBe(expected);
  });

  it.each(['currency', 'maximum', 'per24Hours'] as const)(
    'nothing that goes out without its %s, even if such a rule stands in the table',
    (bound) => {
      const { [bound]: _, ...unbounded } = RULE;
      expect(fitOf(unbounded, MOVEMENT)).toBeNull();
      expect(fitOf(RULE, MOVEMENT)).not.toBeNull();
    },
  );

  it('any currency by its value, and none without a price', () => {
    const { currency: _, ...anything } = RULE;
    const inflow = { ...anything, direction: 'inflow', maximum: '10000' } as const;
    const movement = { ...MOVEMENT, unexplained: '0.2' };
    expect(fitOf(inflow, movement)).toMatchObject({ unit: 'USD' });
    expect(String(fitOf(inflow, movement)?.size)).toBe('10000');
    expect(fitOf({ ...inflow, maximum: '9999.99' }, movement)).toBeNull();
    expect(fitOf(inflow, { ...movement, price: null })).toBeNull();
  });

  it.each([
    ['within its hours', '10:00', '10:05', ['MON'], true],
    ['not if it may have happened before them', '10:01', '11:00', ['MON'], false],
    ['not if it may have happened after them', '09:00', '10:04', ['MON'], false],
    ['not on another day', '00:00', '24:00', ['TUE', 'SUN'], false],
  ] as const)('a movement %s', (_, from, to, weekdays, expected) => {
    expect(fits({ hours: { timeZone: 'Europe/Zurich', from, to, weekdays } })).toBe(expected);
  });

  it('a movement over midnight where both days are whole', () => {
    const night = { sinceReadAt: '2026-01-05T22:58:00.000Z', readAt: '2026-01-05T23:02:00.000Z' };
    const hours = { timeZone: 'Europe/Zurich', from: '00:00', to: '24:00' };
    expect(fits({ hours: { ...hours, weekdays: ['MON', 'TUE'] } }, night)).toBe(true);
    expect(fits({ hours: { ...hours, weekdays: ['MON'] } }, night)).toBe(false);
    expect(fits({ hours: { ...hours, to: '23:59', weekdays: ['MON', 'TUE'] } }, night)).toBe(false);
  });

  it('a movement at an occurrence of its schedule, and of all the time between two readings', () => {
    const schedule = { expression: '0 9 * * ? *', timeZone: 'UTC', toleranceSeconds: 300 };
    expect(fitOf({ ...RULE, schedule }, MOVEMENT)?.occurrences).toEqual([
      '2026-01-05T09:00:00.000Z',
    ]);
    expect(fits({ schedule: { ...schedule, toleranceSeconds: 299 } })).toBe(false);
    expect(fits({ schedule }, { sinceReadAt: '2026-01-05T08:54:59.000Z' })).toBe(false);
    expect(fits({ schedule: { ...schedule, expression: '0 10 * * ? *' } })).toBe(false);
  });
});

describe('of several matching rules that fit', () => {
  const { currency: _, maximum: __, ...any } = RULE;
  const hours = { timeZone: 'UTC', from: '00:00', to: '24:00', weekdays: ['MON'] } as const;
  const schedule = { expression: '0 9 * * ? *', timeZone: 'UTC', toleranceSeconds: 300 };
  const inOrder: readonly Expectation[] = [
    { ...RULE, id: 'z-repeated', repeats: { amount: '1', tolerance: '0' } },
    { ...RULE, id: 'y-scheduled', schedule },
    { ...RULE, id: 'x-hours', hours },
    { ...RULE, id: 'v-narrow', minimum: '0.4' },
    { ...RULE, id: 'w-wide' },
    { ...any, id: 'u-any', currency: 'BTC' },
    { ...any, id: 's-everything' },
    { ...any, id: 't-everything' },
  ];

  it('the most specific one decides: by what it says, then by the width of its bounds, then by id', () => {
    expect([...inOrder].reverse().sort(bySpecificity)).toEqual(inOrder);
    expect([...inOrder].sort(bySpecificity)).toEqual(inOrder);
  });
});
