import fc from 'fast-check';
import { TARGET } from '../../treasury/calendars/built-in.ts';
import { type Calendar, CONVENTIONS } from '../../treasury/calendars/calendar.ts';
import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import type { RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import type { RuleSplit } from '../../treasury/policy/split-schema.ts';
import { account, calendar, draftOf } from '../samples/policy.ts';
import { dateAfter, occurrences, Wall } from './calendar-reference.ts';
import { textOf, unitsOf } from './exact-numbers.ts';
import type { Quotes } from './market-reference.ts';
import type { ReferenceTrades } from './policy-reference.ts';
import { Timing } from './timing-reference.ts';

/*
 * Random policies of every kind of rule: splits, conversions of either side, one after another, target balances, days,
 * cut-offs, budgets, pauses and approvals. And random worlds for them, over changes of clocks.
 */

export const CURRENCIES = ['BTC', 'ETH', 'EUR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];
const INSTRUMENTS = ['BTC/USD', 'ETH/USD', 'EUR/USD', 'BTC/EUR', 'ETH/BTC'] as const;

/** What every amount of a currency is a multiple of: a thousand of them are worth about as much in each. */
const SCALE: Readonly<Record<Currency, string>> = {
  BTC: '0.02',
  ETH: '0.3',
  EUR: '500',
  USD: '500',
};
const STEPS: Readonly<Record<Currency, readonly string[]>> = {
  BTC: ['0.01', '0.003', '0.5'],
  ETH: ['0.01', '0.07', '1'],
  EUR: ['0.01', '100', '25.5'],
  USD: ['0.01', '100', '25.5'],
};
/** Bid of each in hundredths, at its lowest and how far it goes up. */
const BIDS: Readonly<Record<(typeof INSTRUMENTS)[number], readonly [number, number]>> = {
  'BTC/USD': [2_000_000, 4_000_000],
  'ETH/USD': [100_000, 300_000],
  'EUR/USD': [101, 30],
  'BTC/EUR': [2_000_000, 4_000_000],
  'ETH/BTC': [4, 4],
};

const ZONES = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'UTC'] as const;
/** Stretches with a change of clocks in one of the zones, and Easter. */
const STARTS = ['2026-03-05', '2026-03-26', '2026-03-31', '2026-10-22', '2026-10-30'] as const;
export const WORLD_DAYS = 6;
const MARGIN_DAYS = 34;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const walls = new Map<string, ReadonlyMap<string, Wall>>();
export function wallsOf(start: string): ReadonlyMap<string, Wall> {
  const known = walls.get(start);
  if (known !== undefined) return known;
  const [from, to] = [-MARGIN_DAYS - 2, WORLD_DAYS + MARGIN_DAYS + 2].map(
    (days) => Date.parse(start) + days * DAY_MS,
  ) as [number, number];
  const made = new Map([...ZONES, TARGET.timeZone].map((zone) => [zone, new Wall(zone, from, to)]));
  walls.set(start, made);
  return made;
}

const WEEKDAYS = { '*': [0, 1, 2, 3, 4, 5, 6], 'MON-FRI': [1, 2, 3, 4, 5], 'SAT,SUN': [0, 6] };

const amount = fc.integer({ min: 0, max: 1_000 });
const some = (least: number, most: number) => fc.integer({ min: least, max: most });
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });

const timing = fc.record({
  weekdays: fc.constantFrom<keyof typeof WEEKDAYS>('*', 'MON-FRI', 'MON-FRI', 'SAT,SUN'),
  hours: fc.uniqueArray(fc.constantFrom('02', '09', '16', '23'), { minLength: 1, maxLength: 3 }),
  minute: fc.constantFrom('00', '30'),
  timeZone: fc.constantFrom(...ZONES),
  latestStartSeconds: fc.constantFrom(5_400, 36_000, 172_800),
  convention: fc.constantFrom(...CONVENTIONS),
});

const days = fc.record({
  named: fc.uniqueArray(fc.constantFrom('own-1', 'target'), { maxLength: 2 }),
  cutOff: fc.constantFrom(undefined, undefined, '10:30', '17:00'),
  cutOffZone: fc.constantFrom(...ZONES),
});

const limits = fc.record({
  threshold: amount,
  keep: some(0, 1_000),
  low: maybe(some(0, 1_000)),
  // Less than any cap, also once that is rounded down to steps: a policy refuses others.
  minimum: some(0, 30),
  maximum: maybe(some(60, 800)),
  per24Hours: maybe(some(60, 800)),
  per30Days: maybe(some(60, 2_000)),
  step: some(0, 2),
  percent: fc.constantFrom(undefined, undefined, 10, 50, 33.3),
  fixed: maybe(some(60, 400)),
  cooldownSeconds: fc.constantFrom(0, 0, 3_600, 86_400),
  /** Of withdrawals for each part. */
  often: fc.option(some(1, 3), { freq: 3, nil: undefined }),
  approvalAbove: maybe(some(0, 600)),
  priority: some(1, 3),
});

const oneRule = fc.record({
  limits,
  timing: maybe(timing),
  days,
  cuts: fc.uniqueArray(some(1, 99), { minLength: 1, maxLength: 2 }),
  fixedParts: fc.boolean(),
});
type DrawnRule = typeof oneRule extends fc.Arbitrary<infer T> ? T : never;

const prices = fc.record({
  places: fc.tuple(...INSTRUMENTS.map(() => fc.option(some(0, 1_000), { freq: 12, nil: null }))),
  spread: some(0, 3),
  doubted: fc.option(fc.constantFrom(...INSTRUMENTS), { freq: 1, nil: undefined }),
  crossed: fc.boolean(),
});

const reading = fc.record({
  minutesLater: some(1, 90).map((each) => each * 5),
  held: fc.tuple(...CURRENCIES.map(() => amount)),
  /** Often the record stays as it was, and what moved here is seen. */
  isAnother: fc.boolean(),
  prices,
});

export const drawnPolicy = fc.record({
  start: fc.constantFrom(...STARTS),
  order: fc.shuffledSubarray([...CURRENCIES], { minLength: 4 }),
  conversions: fc.array(fc.tuple(oneRule, some(0, 2), some(1, 3)), { minLength: 1, maxLength: 3 }),
  splits: fc.array(fc.tuple(oneRule, fc.constantFrom(...CURRENCIES)), {
    minLength: 1,
    maxLength: 2,
  }),
  sweeps: fc.array(fc.tuple(oneRule, fc.constantFrom(...CURRENCIES)), {
    minLength: 1,
    maxLength: 2,
  }),
  trades: fc.record({
    instruments: fc.subarray([...INSTRUMENTS], { minLength: 3 }),
    maximumNotional: some(20, 900),
    total: maybe(some(20, 3_000)),
    person: maybe(some(20, 2_000)),
    approvalAbove: maybe(some(0, 900)),
    collarPercent: fc.constantFrom('1', '2.5', '10'),
  }),
  own: fc.record({
    timeZone: fc.constantFrom(...ZONES),
    weekend: fc.constantFrom(['SAT', 'SUN'], ['FRI', 'SAT'], []),
    holidays: fc.uniqueArray(some(-1, WORLD_DAYS + 1), { maxLength: 3 }),
    shortBy: fc.constantFrom(-50, -50, 2),
  }),
  readings: fc.array(reading, { minLength: 10, maxLength: 18 }),
});
export type DrawnPolicy = typeof drawnPolicy extends fc.Arbitrary<infer T> ? T : never;

export function accountsOf(): readonly RegisteredAccount[] {
  return CURRENCIES.flatMap((currency, place) =>
    [1, 2, 3].map((number) => account({ id: accountId(place, number), currency })),
  );
}
const accountId = (place: number, number: number) =>
  `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e${place}${number}00`;

export function calendarOf({ start, own }: DrawnPolicy): Calendar {
  return calendar({
    id: 'own-1',
    timeZone: own.timeZone,
    weekend: own.weekend as Calendar['weekend'],
    from: dateAfter(start, -100),
    until: dateAfter(start, WORLD_DAYS - own.shortBy),
    holidays: [...own.holidays]
      .sort((a, b) => a - b)
      .map((day) => ({ date: dateAfter(start, day) })),
  });
}

export function tradesOf({
  trades,
}: DrawnPolicy): ReferenceTrades & { readonly instruments: readonly string[] } {
  const thousands = (each: number) => String(each * 500);
  const { instruments, total, person, approvalAbove, collarPercent } = trades;
  const per24Hours = {
    ...(total !== undefined && { total: thousands(total) }),
    ...(person !== undefined && { person: thousands(person) }),
  };
  return {
    instruments,
    maximumNotional: thousands(trades.maximumNotional),
    collarPercent,
    ...(Object.keys(per24Hours).length > 0 && { per24Hours }),
    ...(approvalAbove !== undefined && { approvalAbove: thousands(approvalAbove) }),
  };
}

/** Conversions go from earlier currencies to later ones of an order, so that none goes in a circle. */
export function rulesOf(drawn: DrawnPolicy): readonly SweepRuleDraft[] {
  const conversions = drawn.conversions.flatMap(([rule, at, further], index) => {
    const [currency = 'BTC', into = 'USD'] = [
      drawn.order[at],
      drawn.order[Math.min(at + further, 3)],
    ];
    const isListed = INSTRUMENTS.some(
      (each) => each === `${currency}/${into}` || each === `${into}/${currency}`,
    );
    if (!isListed || drawn.conversions.findIndex((each) => each[1] === at) !== index) return [];
    const { withdrawalAccountId: _, ...own } = ruleOf(`convert-${index}`, currency, rule);
    return [{ ...own, kind: 'convert' as const, into }];
  });
  const splits = drawn.splits.map(([rule, currency], index) => {
    const own = ruleOf(`split-${index}`, currency, rule);
    const split = splitOf(currency, rule);
    return { ...own, split, ...oftenOf(rule, split.parts.length) };
  });
  // The first sweeps what the first conversion brings.
  const brought = CURRENCIES.find((each) => each === conversions[0]?.into);
  const sweeps = drawn.sweeps.map(([rule, currency], index) => ({
    ...ruleOf(`sweep-${index}`, (index === 0 ? brought : undefined) ?? currency, rule),
    ...oftenOf(rule, 1),
  }));
  return [...conversions, ...splits, ...sweeps];
}

function oftenOf({ limits: { often } }: DrawnRule, parts: number) {
  return often === undefined ? {} : { withdrawalsPer24Hours: often * parts };
}

function ruleOf(id: string, currency: Currency, drawn: DrawnRule): SweepRuleDraft {
  const { limits: each, timing: times, days: closed } = drawn;
  const text = (value: number) => scaledText(currency, value);
  const named = (name: string, value: number | undefined) =>
    value === undefined ? {} : { [name]: text(value) };
  const keep = Math.min(each.keep, each.threshold);
  return draftOf({
    id,
    label: id,
    currency,
    withdrawalAccountId: accountId(CURRENCIES.indexOf(currency), 1),
    threshold: text(each.threshold),
    keep: text(keep),
    minimum: text(each.minimum),
    ...named('maximum', each.maximum),
    step: STEPS[currency][each.step] ?? '1',
    allocation:
      each.fixed !== undefined
        ? { kind: 'fixed', basis: 'amount', amount: text(each.fixed) }
        : each.percent !== undefined
          ? { kind: 'percentage', basis: 'surplus', percent: String(each.percent) }
          : { kind: 'all', basis: 'surplus' },
    budgets: { ...named('per24Hours', each.per24Hours), ...named('per30Days', each.per30Days) },
    ...named('approvalAbove', each.approvalAbove),
    ...named('low', each.low === undefined ? undefined : Math.min(each.low, keep)),
    cooldownSeconds: each.cooldownSeconds,
    priority: each.priority,
    ...(times !== undefined && {
      schedule: {
        kind: 'cron' as const,
        expression: `${times.minute} ${times.hours.join(',')} ? * ${times.weekdays} *`,
        timeZone: times.timeZone,
      },
      latestStartSeconds: times.latestStartSeconds,
    }),
    ...(closed.named.length > 0 && {
      calendars: closed.named,
      convention: times?.convention ?? ('skip' as const),
    }),
    ...(closed.cutOff !== undefined && {
      cutOff: { time: closed.cutOff, timeZone: closed.cutOffZone },
    }),
  });
}

function splitOf(currency: Currency, { cuts, fixedParts, limits: each }: DrawnRule): RuleSplit {
  const ids = [1, 2, 3].map((number) => accountId(CURRENCIES.indexOf(currency), number));
  const used = ids.slice(0, cuts.length + 1);
  if (fixedParts) {
    const step = unitsOf(STEPS[currency][each.step] ?? '1');
    return {
      kind: 'amounts',
      parts: used.map((withdrawalAccountId, index) => {
        const own = cuts[index];
        if (own === undefined) return { withdrawalAccountId };
        return { withdrawalAccountId, amount: textOf(step * BigInt(own * 7)) };
      }),
    };
  }
  const bounds = [0, ...[...cuts].sort((a, b) => a - b), 100];
  return {
    kind: 'weights',
    parts: used.map((withdrawalAccountId, index) => ({
      withdrawalAccountId,
      percent: String((bounds[index + 1] ?? 100) - (bounds[index] ?? 0)),
    })),
  };
}

export function scaledText(currency: Currency, value: number): string {
  return textOf(unitsOf(SCALE[currency]) * BigInt(value));
}

/** When each rule is due, by another computation; nothing before `since` counts. */
export function timingsOf(
  drawn: DrawnPolicy,
  rules: readonly SweepRuleDraft[],
  since: number,
): ReadonlyMap<string, Timing> {
  const all = [...drawn.conversions, ...drawn.splits, ...drawn.sweeps];
  return new Map(
    rules.map((rule) => {
      const index = Number(rule.id.split('-')[1]);
      const list = rule.id.startsWith('convert')
        ? drawn.conversions
        : rule.id.startsWith('split')
          ? drawn.splits
          : drawn.sweeps;
      const [own] = list[index] ?? all[0] ?? [];
      return [rule.id, timingOf(drawn, own as DrawnRule, since)];
    }),
  );
}

function timingOf(drawn: DrawnPolicy, { timing: times, days: closed }: DrawnRule, since: number) {
  const known = wallsOf(drawn.start);
  const calendars = [calendarOf(drawn), TARGET].filter(({ id }) =>
    closed.named.some((each) => each === id),
  );
  const falls =
    times === undefined
      ? null
      : occurrences(
          {
            fallsOn: (date) => WEEKDAYS[times.weekdays].includes(new Date(date).getUTCDay()),
            times: times.hours.map((hour) => `${hour}:${times.minute}`),
            timeZone: times.timeZone,
            convention: closed.named.length > 0 ? times.convention : 'skip',
            calendars,
            walls: known,
          },
          dateAfter(drawn.start, -MARGIN_DAYS),
          WORLD_DAYS + 2 * MARGIN_DAYS,
        );
  return new Timing({
    falls: falls === null ? null : [...falls.keys()],
    since,
    latestStartSeconds: times?.latestStartSeconds ?? 0,
    calendars,
    cutOff:
      closed.cutOff === undefined ? null : { time: closed.cutOff, timeZone: closed.cutOffZone },
    walls: known,
  });
}

export interface DrawnReading {
  readonly at: number;
  readonly balances: Readonly<Record<string, string>>;
  readonly quotes: Quotes;
  readonly doubted: readonly string[];
}

export function readingsOf({ start, readings }: DrawnPolicy): readonly DrawnReading[] {
  let at = Date.parse(start);
  let held = readings[0]?.held;
  return readings.map((each) => {
    at += each.minutesLater * MINUTE_MS;
    if (each.isAnother) held = each.held;
    const balances = CURRENCIES.map((currency, index) => [
      currency,
      scaledText(currency, held?.[index] ?? 0),
    ]);
    return { at, balances: Object.fromEntries(balances), ...quoted(each.prices) };
  });
}

function quoted({
  places,
  spread,
  doubted,
  crossed,
}: (typeof reading extends fc.Arbitrary<infer T> ? T : never)['prices']) {
  const quotes = INSTRUMENTS.flatMap((instrument, index) => {
    const place = places[index] ?? null;
    if (place === null) return [];
    const [lowest, range] = BIDS[instrument];
    const bid = lowest + Math.floor((range * place) / 1_000);
    const ask = bid + spread;
    const [one, other] = crossed && spread > 0 && place % 7 === 0 ? [ask, bid] : [bid, ask];
    return [[instrument, { bid: hundredths(one), ask: hundredths(other) }] as const];
  });
  const isListed = quotes.some(([each]) => each === doubted);
  return {
    quotes: Object.fromEntries(quotes),
    doubted: isListed && doubted !== undefined ? [doubted] : [],
  };
}

const hundredths = (value: number) =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
