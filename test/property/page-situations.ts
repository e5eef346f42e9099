import fc from 'fast-check';
import type { PageBuckets, PageLimit, PageSituation } from './page-situation.ts';

/* Drawn situations of several rules, as docs/recomputing.md names what they consist of. */

export const RULES_OF_ONE = 4;

export const CURRENCIES = ['BTC', 'ETH', 'GBP', 'USD'] as const;
const idOf = (place: number, number: number) =>
  `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e${place}${number}00`;
const NOWS = ['2026-01-31T09:00:00.000Z', '2026-01-31T09:40:00.001Z'] as const;
const HOUR_MS = 3_600_000;

const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
/** Most situations have none: else hardly a rule would sweep. */
const seldom = <T>(each: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 6 }, { arbitrary: each, weight: 1 });
const units = (most: number) => fc.integer({ min: 0, max: most }).map((each) => String(each / 100));
const positive = (most: number) =>
  fc.integer({ min: 1, max: most }).map((each) => String(each / 100));
export const given = <T>(name: string, value: T | undefined) =>
  value === undefined ? {} : { [name]: value };

const limit = (most: number): fc.Arbitrary<PageLimit> =>
  fc.oneof(
    { arbitrary: positive(most), weight: 3 },
    { arbitrary: positive(most * 3).map((value) => ({ value, in: 'USD' })), weight: 2 },
  );

const buckets = (kind: 'hours' | 'days') =>
  fc
    .array(fc.tuple(fc.constantFrom(0, 1, 23, 24, 25, 26, 30, 31, 32), units(800)), {
      maxLength: 3,
    })
    .map((all) => (now: string): PageBuckets => {
      const size = kind === 'hours' ? HOUR_MS : 24 * HOUR_MS;
      const start = Math.floor(Date.parse(now) / size) * size;
      return Object.fromEntries(
        all.map(([back, amount]) => [new Date(start - back * size).toISOString(), amount]),
      );
    });
const withdrawals = buckets('hours').map(
  (drawn) =>
    (now: string): PageBuckets =>
      Object.fromEntries(Object.keys(drawn(now)).map((start, index) => [start, String(index + 1)])),
);
const moments = fc
  .constantFrom(-90_000, -3_600, -60, -1, 0, 1, 3_600)
  .map((seconds) => (now: string) => new Date(Date.parse(now) + seconds * 1_000).toISOString());

const rule = fc
  .record({
    place: fc.integer({ min: 0, max: 3 }),
    number: fc.integer({ min: 1, max: 2 }),
    priority: fc.integer({ min: 1, max: 2 }),
    enabled: seldom(fc.constant(false)).map((each) => each ?? true),
    threshold: limit(1_500),
    keep: limit(1_000),
    minimum: fc.oneof(fc.constant<PageLimit>('0'), limit(200)),
    maximum: maybe(limit(2_500)),
    step: fc.constantFrom('0.01', '0.25', '0.7', '1'),
    allocation: fc.constantFrom(
      { kind: 'all', basis: 'surplus' } as const,
      { kind: 'percentage', basis: 'surplus', percent: '33.3' } as const,
      { kind: 'fixed', basis: 'amount', amount: '7.5' } as const,
    ),
    per24Hours: maybe(limit(3_000)),
    per30Days: maybe(limit(6_000)),
    approvalAbove: maybe(limit(2_000)),
    cooldownSeconds: fc.constantFrom(0, 0, 3_600, 86_400),
    withdrawalsPer24Hours: seldom(fc.integer({ min: 1, max: 4 })),
    often: withdrawals,
    hours: buckets('hours'),
    days: buckets('days'),
    lastClaimedAt: seldom(moments),
    backoffUntil: seldom(moments),
  })
  .map(({ per24Hours, per30Days, maximum, approvalAbove, withdrawalsPer24Hours, ...rest }) => ({
    ...rest,
    ...given('withdrawalsPer24Hours', withdrawalsPer24Hours),
    budgets: { ...given('per24Hours', per24Hours), ...given('per30Days', per30Days) },
    ...given('maximum', maximum),
    ...given('approvalAbove', approvalAbove),
  }));

const held = fc.record({
  total: units(20_000),
  heldBack: maybe(units(500)),
  open: fc.array(
    fc.record({
      amount: positive(900),
      number: fc.integer({ min: 1, max: 2 }),
      ruleId: maybe(fc.constantFrom('rule-0', 'another', 'another', 'another')),
      people: fc.constantFrom(0 as const, 0 as const, 1 as const),
    }),
    { maxLength: 2 },
  ),
  unbooked: fc.array(fc.record({ amount: positive(400), fee: maybe(positive(20)) }), {
    maxLength: 2,
  }),
  doubts: fc.array(fc.record({ amount: positive(300), until: moments }), { maxLength: 2 }),
  state: seldom(fc.constantFrom('sending' as const, 'unknown' as const)).map(
    (each) => each ?? ('idle' as const),
  ),
  mode: fc.constantFrom('live', 'live', 'live', 'dry-run'),
});

const price = fc.tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 0, max: 9 }));
const INSTRUMENTS = [
  'BTC/USD',
  'USD/BTC',
  'USD/ETH',
  'ETH/USD',
  'GBP/EUR',
  'EUR/USD',
  'USDT/GBP',
  'USDT/USD',
];
const prices = fc
  .tuple(
    fc.subarray(INSTRUMENTS, { minLength: 3 }),
    fc.array(price, { minLength: 8, maxLength: 8 }),
    fc.boolean(),
  )
  .map(([listed, each, agree]) => {
    const found = listed.map((name) => {
      const [bid = 20, spread = 0] = each[INSTRUMENTS.indexOf(name)] ?? [];
      return [name, { bid: String(bid / 100), ask: String((bid + spread) / 100) }] as const;
    });
    const all = Object.fromEntries(found);
    // Two instruments of the same currencies rarely agree by chance.
    return agree && 'BTC/USD' in all && 'USD/BTC' in all
      ? { ...all, 'BTC/USD': { bid: '1.9', ask: '2' }, 'USD/BTC': { bid: '0.5', ask: '0.53' } }
      : all;
  });

export const drawnSituation = fc
  .record({
    now: fc.constantFrom(...NOWS),
    rules: fc.array(rule, { minLength: RULES_OF_ONE, maxLength: RULES_OF_ONE }),
    held: fc.tuple(held, held, held, held),
    limits: fc.array(
      fc.record({
        per24Hours: seldom(units(9_000)),
        per30Days: seldom(units(16_000)),
        lifetime: seldom(units(16_000)),
        paid: units(9_000),
        counterparty: maybe(fc.constantFrom('Bank A', 'Bank B')),
        usedHours: buckets('hours'),
        usedDays: buckets('days'),
        unapproved: buckets('hours'),
      }),
      { minLength: 8, maxLength: 8 },
    ),
    prices,
    pricesOldSeconds: seldom(fc.constantFrom(900, 901, 3_900, 3_901)).map((each) => each ?? 0),
    crossedPrices: fc.boolean(),
    floors: fc.dictionary(fc.constantFrom(...CURRENCIES), units(9_000), { maxKeys: 1 }),
    floorTotal: seldom(units(30_000)),
    outflow24Hours: seldom(units(60_000)),
    outflowHours: buckets('hours'),
    banks: fc.array(
      fc.record({
        per24Hours: seldom(units(20_000)),
        per30Days: seldom(units(30_000)),
        hours: buckets('hours'),
        days: buckets('days'),
      }),
      { minLength: 2, maxLength: 2 },
    ),
    fee: fc.constantFrom(
      { absolute: {}, percent: '0' },
      { absolute: { BTC: '0.05', GBP: '1' }, percent: '0' },
      { absolute: { ETH: '0.3' }, percent: '0.7' },
    ),
  })
  .map(({ now, ...each }): PageSituation => {
    const rules = each.rules.map(
      (
        {
          place,
          number,
          hours: _,
          days: __,
          often: _often,
          lastClaimedAt: ___,
          backoffUntil: ____,
          ...own
        },
        index,
      ) => ({
        ...own,
        id: `rule-${index}`,
        currency: CURRENCIES[place] ?? 'BTC',
        withdrawalAccountId: idOf(place, number),
      }),
    );
    const usage = each.rules.map(({ hours, days, often, lastClaimedAt, backoffUntil }, index) => [
      `rule-${index}`,
      {
        hours: hours(now),
        days: days(now),
        often: often(now),
        ...given('lastClaimedAt', lastClaimedAt?.(now)),
        ...given('backoffUntil', backoffUntil?.(now)),
      },
    ]);
    const currencies = CURRENCIES.map((currency, place) => {
      const { heldBack, total, open, doubts, unbooked, state, mode } =
        each.held[place] ?? each.held[0];
      const available =
        heldBack === undefined
          ? undefined
          : String(Math.max(0, Number(total) * 100 - Number(heldBack) * 100) / 100);
      return [
        currency,
        {
          ...({ total, state, mode } as const),
          ...given('available', available === undefined ? undefined : Number(available).toFixed(2)),
          open: open.map(({ number, ruleId, ...rest }) => ({
            ...rest,
            accountId: idOf(place, number),
            ...given('ruleId', ruleId),
          })),
          unbooked: unbooked.map(({ amount, fee }) => ({ amount, ...given('fee', fee) })),
          doubts: doubts.map(({ amount, until }) => ({ amount, until: until(now) })),
        },
      ];
    });
    const accounts = CURRENCIES.flatMap((_, place) =>
      [1, 2].map((number) => {
        const own = each.limits[place * 2 + number - 1];
        if (own === undefined) throw new Error('eight are drawn');
        const { per24Hours, per30Days, lifetime, paid, counterparty } = own;
        return {
          id: idOf(place, number),
          ...given('counterparty', counterparty),
          limits: {
            ...given('per24Hours', per24Hours),
            ...given('per30Days', per30Days),
            ...given('lifetime', lifetime),
          },
          paid,
          usedHours: own.usedHours(now),
          usedDays: own.usedDays(now),
          unapproved: own.unapproved(now),
        };
      }),
    );
    return {
      now,
      rules,
      accounts,
      currencies: Object.fromEntries(currencies),
      usage: Object.fromEntries(usage),
      prices: each.prices,
      pricesReadAt: new Date(Date.parse(now) - each.pricesOldSeconds * 1_000).toISOString(),
      reportingCurrency: 'USD',
      crossedPrices: each.crossedPrices,
      floors: each.floors,
      ...given('floorTotal', each.floorTotal),
      ...given('outflow24Hours', each.outflow24Hours),
      outflowHours: each.outflowHours(now),
      counterparties: each.banks.map(({ per24Hours, per30Days, hours, days }, index) => ({
        name: index === 0 ? 'Bank A' : 'Bank B',
        ...given('per24Hours', per24Hours),
        ...given('per30Days', per30Days),
        hours: hours(now),
        days: days(now),
      })),
      fee: each.fee,
    };
  });
