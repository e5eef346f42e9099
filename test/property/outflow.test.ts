import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widens } from '../../treasury/changes/widens.ts';
import {
  type SharedCounts,
  withDebits,
  withoutDebits,
} from '../../treasury/counters/shared-counts.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import { fits, limitsTo, outflowDebits } from '../../treasury/limits/outflow-bounds.ts';
import {
  accountCounter,
  counterpartyCounter,
  outflowCounter,
} from '../../treasury/limits/outflow-usage.ts';
import type { OutflowView } from '../../treasury/limits/outflow-view.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { accountKey, type RegisteredAccount } from '../../treasury/policy/registered-account.ts';
import { type EvaluateInput, evaluate } from '../../treasury/rules/evaluate.ts';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import { ACCOUNT, CONTROLS, rule } from '../samples/policy.ts';
import { unitValuesOf } from '../samples/values.ts';
import { shareOf } from '../thoroughness.ts';

const EPOCH = 'table-1';
const NOW: Instant = '2026-01-25T09:40:00.000Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CURRENCIES = ['BTC', 'ETH', 'USD'] as const;
type Code = (typeof CURRENCIES)[number];
const idOf = (index: number) => `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a0${index}`;

const optional = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
const whole = (max: number) => fc.integer({ min: 0, max });
const cap = optional(whole(40));
/** A floor of zero is no absent one: both are drawn often, since one draw in thousands told them apart. */
const floorUpTo = (max: number) =>
  fc.option(fc.oneof(fc.constant(0), whole(max)), { nil: undefined, freq: 2 });

interface DrawnAccount {
  readonly per24Hours: number | undefined;
  readonly per30Days: number | undefined;
  readonly lifetime: number | undefined;
  readonly counterparty: string | undefined;
  readonly balance: number;
  readonly unbooked: number;
  readonly open: number;
  readonly price: number | undefined;
  readonly floor: number | undefined;
  readonly fee: number;
  /** Hours ago, and how much, in whole units of its currency. */
  readonly claimed: readonly (readonly [hoursAgo: number, amount: number])[];
}

const drawnAccount: fc.Arbitrary<DrawnAccount> = fc.record({
  per24Hours: cap,
  per30Days: cap,
  lifetime: cap,
  counterparty: optional(fc.constantFrom('Bank A', 'BANK a', 'Bank B')),
  balance: whole(60),
  unbooked: whole(5),
  open: fc.constantFrom(0, 0, 0, 1, 4),
  price: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 6 }),
  floor: floorUpTo(50),
  fee: fc.constantFrom(0, 0, 1, 2),
  claimed: fc.array(
    fc.tuple(fc.constantFrom(0, 2, 23, 24, 25, 26, 100, 700, 719, 744, 800), whole(9)),
    {
      maxLength: 4,
    },
  ),
});

interface Drawn {
  readonly accounts: readonly DrawnAccount[];
  readonly total: number | undefined;
  readonly day: number | undefined;
  readonly counterparties: Readonly<Record<string, { readonly h?: number; readonly d?: number }>>;
  readonly priceAge: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  accounts: fc.tuple(drawnAccount, drawnAccount, drawnAccount),
  total: floorUpTo(300),
  day: optional(whole(150)),
  counterparties: fc.record(
    {
      'Bank A': fc.record({ h: whole(150), d: whole(200) }, { requiredKeys: [] }),
      'Bank B': fc.record({ h: whole(150), d: whole(200) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
  priceAge: fc.constantFrom(0, 0, 0, 3_900, 3_901),
});

const text = (amount: number | undefined) => (amount === undefined ? undefined : String(amount));
const present = <T extends object>(fields: T) =>
  JSON.parse(JSON.stringify(fields)) as { [K in keyof T]?: Exclude<T[K], undefined> };
const priceOf = ({ accounts }: Drawn, index: number) =>
  CURRENCIES[index] === 'USD' ? 1 : accounts[index]?.price;
const momentOf = (hoursAgo: number) => instantOf(epochMsOf(NOW) - hoursAgo * HOUR_MS);

function usageOf(all: Drawn, accounts: readonly RegisteredAccount[], controls: Controls) {
  let usage: SharedCounts | null = null;
  const claims = all.accounts.flatMap(({ claimed }, index) =>
    claimed.map(([hoursAgo, amount]) => ({ hoursAgo, amount, index })),
  );
  for (const { hoursAgo, amount, index } of claims.sort((a, b) => b.hoursAgo - a.hoursAgo)) {
    const account = accounts[index] ?? ACCOUNT;
    const at = momentOf(hoursAgo);
    const value = String(amount * (priceOf(all, index) ?? 1));
    const { counterparty } = account;
    usage = withDebits(usage, 'outflow-usage', 'main', [
      { counter: accountCounter(account), amount: String(amount), at },
      ...(counterparty === undefined
        ? []
        : [{ counter: counterpartyCounter(counterparty, 'USD'), amount: value, at }]),
      { counter: outflowCounter('USD'), amount: value, at },
    ]);
  }
  void controls;
  return usage;
}

function inputOf(all: Drawn): EvaluateInput {
  const accounts = all.accounts.map(
    ({ per24Hours, per30Days, lifetime, counterparty }, index): RegisteredAccount => ({
      ...ACCOUNT,
      id: idOf(index),
      label: `account ${index}`,
      currency: CURRENCIES[index] ?? 'BTC',
      ...(counterparty === undefined ? {} : { counterparty }),
      limits: present({
        per24Hours: text(per24Hours),
        per30Days: text(per30Days),
        lifetime: text(lifetime),
      }),
    }),
  );
  const each = (field: 'floor' | 'fee') =>
    Object.fromEntries(
      all.accounts.flatMap((account, index) => {
        const value = account[field];
        return value === undefined ? [] : [[CURRENCIES[index] ?? '', String(value)]];
      }),
    );
  const controls: Controls = {
    ...CONTROLS,
    feeBound: { absolute: each('fee') },
    liquidityFloor: { ...present({ total: text(all.total) }), currencies: each('floor') },
    withdrawalLimits: {
      ...present({ per24Hours: text(all.day) }),
      counterparties: Object.entries(all.counterparties).map(([name, { h, d }]) => ({
        name,
        ...present({ per24Hours: text(h), per30Days: text(d) }),
      })),
    },
  };
  const lanes = all.accounts.map(({ unbooked, open }, index): Lane => {
    const lane = newLane('main', CURRENCIES[index] ?? 'BTC', EPOCH);
    const entry = { instructionId: 'x', amount: String(unbooked), at: NOW };
    const held = {
      instructionId: 'o',
      ruleId: 'other',
      amount: String(open),
      accountId: idOf(index),
      people: 1 as const,
    };
    return {
      ...lane,
      booking: { entries: unbooked === 0 ? [] : [entry], credits: [], doubts: [] },
      open: open === 0 ? {} : { o: held },
    };
  });
  const values = Object.fromEntries(
    all.accounts.flatMap(({ price }, index) => {
      const code = CURRENCIES[index] ?? '';
      if (code === 'USD') return [[code, '1']];
      return price === undefined ? [] : [[code, String(price)]];
    }),
  );
  return {
    rules: CURRENCIES.map((currency, index) =>
      rule({
        id: `rule-${index}`,
        currency,
        withdrawalAccountId: idOf(index),
        threshold: '0',
        keep: '0',
        minimum: '1',
        step: '1',
      }),
    ),
    accounts: new Map(accounts.map((account) => [accountKey(account.id), account])),
    controls,
    halt: neverHalted('main'),
    balances: Object.fromEntries(
      all.accounts.map(({ balance }, index) => [CURRENCIES[index], { total: String(balance) }]),
    ),
    balancesReadAt: NOW,
    lanes: new Map(lanes.map((lane) => [lane.currency, lane])),
    epoch: EPOCH,
    occurrence: NOW,
    now: NOW,
    outflow: {
      usage: usageOf(all, accounts, controls),
      prices: {
        values: unitValuesOf(values),
        readAt: plusSeconds(NOW, -all.priceAge),
      },
      lanes,
      given: [],
    },
  };
}

/*
 * The same, worked out in whole numbers; nothing of it is shared with the domain.
 */

const sameName = (one: string | undefined, other: string) =>
  one?.toLowerCase() === other.toLowerCase();

function referenceOf(all: Drawn): readonly string[] {
  const given = [0, 0, 0];
  const usable = (index: number) =>
    CURRENCIES[index] === 'USD' ? 1 : all.priceAge > 3_900 ? undefined : all.accounts[index]?.price;
  const spent = (index: number, windowMs: number, bucketMs: number) =>
    (all.accounts[index]?.claimed ?? []).reduce((sum, [hoursAgo, amount]) => {
      const at = epochMsOf(momentOf(hoursAgo));
      const end = Math.floor(at / bucketMs) * bucketMs + bucketMs;
      return end > epochMsOf(NOW) - windowMs ? sum + amount : sum;
    }, 0);
  /** Undefined: not known. */
  const worthOf = (amount: number, index: number) => {
    const price = usable(index);
    return amount === 0 ? 0 : price === undefined ? undefined : amount * price;
  };
  const add = (values: readonly (number | undefined)[]) =>
    values.reduce<number | undefined>(
      (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
      0,
    );
  return all.accounts.map((account, index) => {
    const { balance, unbooked, open, fee } = account;
    const price = usable(index);
    const free = balance - unbooked - open - (given[index] ?? 0);
    const rooms: (readonly [reason: string, room: number | undefined])[] = [];
    if (account.floor !== undefined) {
      rooms.push(['liquidity-floor', free - account.floor - fee]);
    }
    if (all.total !== undefined) {
      const liquid = all.accounts.reduce((sum, each, other) => {
        const worth = usable(other);
        return worth === undefined ? sum : sum + (each.balance - each.unbooked - each.open) * worth;
      }, 0);
      const gone = add(given.map((amount, other) => worthOf(amount, other)));
      const room =
        gone === undefined || price === undefined
          ? undefined
          : Math.floor((liquid - gone - all.total) / price - fee);
      rooms.push(['liquidity-floor', room]);
    }
    const own = (reason: string, limit: number | undefined, windowMs: number, bucketMs: number) => {
      if (limit === undefined) return;
      rooms.push([reason, limit - spent(index, windowMs, bucketMs) - open - (given[index] ?? 0)]);
    };
    own('account-limit', account.per24Hours, DAY_MS, HOUR_MS);
    own('account-limit', account.per30Days, 30 * DAY_MS, DAY_MS);
    own('account-limit', account.lifetime, Number.POSITIVE_INFINITY, DAY_MS);
    const byValue = (
      reason: string,
      limit: number | undefined,
      counts: (other: number) => boolean,
      windowMs: number,
      bucketMs: number,
    ) => {
      if (limit === undefined) return;
      const parts = [0, 1, 2].filter(counts);
      const claimed = parts.reduce(
        // What was claimed was valued at the time, whatever the price is now.
        (sum, other) => sum + spent(other, windowMs, bucketMs) * (priceOf(all, other) ?? 1),
        0,
      );
      const pending = add(
        parts.map((other) =>
          worthOf((all.accounts[other]?.open ?? 0) + (given[other] ?? 0), other),
        ),
      );
      const room =
        pending === undefined || price === undefined
          ? undefined
          : Math.floor((limit - claimed - pending) / price);
      rooms.push([reason, room]);
    };
    for (const [name, { h, d }] of Object.entries(all.counterparties)) {
      if (!sameName(account.counterparty, name)) continue;
      const counts = (other: number) => sameName(all.accounts[other]?.counterparty, name);
      byValue('counterparty-limit', h, counts, DAY_MS, HOUR_MS);
      byValue('counterparty-limit', d, counts, 30 * DAY_MS, DAY_MS);
    }
    byValue('outflow-limit', all.day, () => true, DAY_MS, HOUR_MS);
    if (free <= 0)
      return open > 0 && balance - unbooked >= 1
        ? 'nothing-left-by-earlier-rule'
        : 'below-threshold';
    if (rooms.some(([, room]) => room === undefined)) return 'limit-unknown';
    const least = Math.min(free, ...rooms.map(([, room]) => room ?? 0));
    if (least >= 1) {
      given[index] = (given[index] ?? 0) + least;
      return `sweep ${least}`;
    }
    const order = ['liquidity-floor', 'account-limit', 'counterparty-limit', 'outflow-limit'];
    const wrong = rooms.filter(([, room]) => (room ?? 0) < 1).map(([reason]) => reason);
    return order.find((reason) => wrong.includes(reason)) ?? 'none';
  });
}

const decided = (input: EvaluateInput) =>
  evaluate(input).map((each) => (each.outcome === 'sweep' ? `sweep ${each.amount}` : each.reason));

describe('floors and limits over several currencies', () => {
  it('decide as a second calculation in whole numbers does', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(drawn, (all) => {
        const outcomes = decided(inputOf(all));
        for (const outcome of outcomes) {
          const kind = outcome.replace(/ .*/, '');
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
        expect(outcomes).toEqual(referenceOf(all));
      }),
      { numRuns: shareOf(4_000) },
    );
    for (const kind of [
      'sweep',
      'limit-unknown',
      'liquidity-floor',
      'account-limit',
      'counterparty-limit',
      'outflow-limit',
    ])
      expect(seen.get(kind) ?? 0).toBeGreaterThan(0);
  });

  it('let never more leave after a change that one person makes', () => {
    let narrowed = 0;
    const currencies = fc.constantFrom<Code>(...CURRENCIES);
    fc.assert(
      fc.property(drawn, drawn, currencies, changedFields, (one, another, currency, fields) => {
        const before = inputOf(one);
        const index = CURRENCIES.indexOf(currency);
        const id = accountKey(idOf(index));
        const other = changedIn(one, another, index, fields);
        const changed = inputOf(other);
        const account = changed.accounts.get(id);
        const controls = changed.controls;
        const was = before.accounts.get(id);
        if (
          controls === null ||
          account === undefined ||
          was === undefined ||
          before.controls === null
        )
          return;
        const after = {
          ...before,
          controls: { ...controls, feeBound: before.controls.feeBound ?? {} },
          accounts: new Map([...before.accounts, [id, account]]),
          outflow: before.outflow as NonNullable<EvaluateInput['outflow']>,
        };
        const wide = [
          ...widens({
            kind: 'controls',
            before: draft(before.controls),
            after: draft(after.controls),
          }),
          ...widens({ kind: 'account', before: draft(was), after: draft(account) }),
        ];
        if (wide.length > 0) return;
        narrowed += 1;
        const only = (input: EvaluateInput) =>
          decided({ ...input, rules: input.rules.filter((each) => each.currency === currency) });
        const amount = ([outcome = '']: readonly string[]) =>
          Number(outcome.replace(/^sweep |[^\d].*/g, '') || 0);
        expect(amount(only(after))).toBeLessThanOrEqual(amount(only(before)));
      }),
      { numRuns: shareOf(4_000) },
    );
    expect(narrowed).toBeGreaterThan(0);
  });
});

const OF_AN_ACCOUNT = ['per24Hours', 'per30Days', 'lifetime', 'counterparty', 'floor'] as const;
const OF_THE_CONTROLS = ['total', 'day', 'counterparties'] as const;
type Changed = (typeof OF_AN_ACCOUNT | typeof OF_THE_CONTROLS)[number];

/** People change one thing, or a few: of two policies with nothing in common one hardly ever allows less than the other. */
const CHANGED: readonly Changed[] = [...OF_AN_ACCOUNT, ...OF_THE_CONTROLS];
const changedFields = fc.oneof(
  fc.constantFrom(...CHANGED).map((field): Changed[] => [field]),
  fc.subarray<Changed>([...CHANGED], { minLength: 1 }),
);

/** What was drawn first, with some fields of what was drawn next; those of an account, of one of them. */
function changedIn(one: Drawn, another: Drawn, index: number, fields: readonly Changed[]): Drawn {
  const taken = <T extends object>(from: T | undefined, names: readonly string[]): Partial<T> =>
    Object.fromEntries(
      Object.entries(from ?? {}).filter(
        ([name]) => names.includes(name) && fields.some((field) => field === name),
      ),
    ) as Partial<T>;
  return {
    ...one,
    ...taken(another, OF_THE_CONTROLS),
    accounts: one.accounts.map((account, at) =>
      at === index ? { ...account, ...taken(another.accounts[at], OF_AN_ACCOUNT) } : account,
    ),
  };
}

function draft<T extends object>({ ...piece }: T) {
  const { version: _, ...rest } = piece as T & { readonly version: number };
  return rest as never;
}

describe('claims that count against the same limits', () => {
  const step = fc.record({
    afterSeconds: fc.constantFrom(1, 600, 3_599, 3_600, 20_000, 86_399, 86_400, 90_000, 700_000),
    index: fc.integer({ min: 0, max: 2 }),
    amount: fc.integer({ min: 1, max: 12 }),
    isGivenBack: fc.boolean(),
  });

  it('never take more than the policy allows in any true window, whatever is given back', () => {
    fc.assert(
      fc.property(drawn, fc.array(step, { maxLength: 30 }), (all, steps) => {
        const priced = {
          ...all,
          accounts: all.accounts.map((each) => ({ ...each, price: each.price ?? 2 })),
        };
        const { accounts, controls } = inputOf(priced);
        if (controls === null) return;
        let usage: SharedCounts | null = null;
        let now: Instant = NOW;
        const taken: { readonly at: number; readonly index: number; readonly amount: number }[] =
          [];
        for (const { afterSeconds, index, amount, isGivenBack } of steps) {
          now = plusSeconds(now, afterSeconds);
          const account = accounts.get(accountKey(idOf(index)));
          if (account === undefined) continue;
          const view = viewAt(priced, usage, now);
          const isFree = limitsTo(view, controls, account).every((bound) =>
            fits(bound, decimalOf(String(amount))),
          );
          if (!isFree) continue;
          const debits = outflowDebits(view, controls, account, {
            amount: String(amount),
            at: now,
          });
          if (debits === null) throw new Error('every price is known');
          usage = withDebits(usage, 'outflow-usage', 'main', debits);
          if (isGivenBack) usage = withoutDebits(usage, 'outflow-usage', debits) ?? usage;
          else taken.push({ at: epochMsOf(now), index, amount });
          const sum = (
            windowMs: number,
            counts: (other: number) => boolean,
            price: (other: number) => number,
          ) =>
            taken
              .filter(({ at, index: other }) => at > epochMsOf(now) - windowMs && counts(other))
              .reduce((total, each) => total + each.amount * price(each.index), 0);
          const worth = (other: number) => priceOf(priced, other) ?? 1;
          const own = priced.accounts[index];
          const ones = (other: number) => other === index;
          expect(sum(DAY_MS, ones, () => 1)).toBeLessThanOrEqual(
            own?.per24Hours ?? Number.POSITIVE_INFINITY,
          );
          expect(sum(30 * DAY_MS, ones, () => 1)).toBeLessThanOrEqual(
            own?.per30Days ?? Number.POSITIVE_INFINITY,
          );
          expect(sum(Number.POSITIVE_INFINITY, ones, () => 1)).toBeLessThanOrEqual(
            own?.lifetime ?? Number.POSITIVE_INFINITY,
          );
          expect(sum(DAY_MS, () => true, worth)).toBeLessThanOrEqual(
            priced.day ?? Number.POSITIVE_INFINITY,
          );
          for (const [name, { h, d }] of Object.entries(priced.counterparties)) {
            const theirs = (other: number) => sameName(priced.accounts[other]?.counterparty, name);
            expect(sum(DAY_MS, theirs, worth)).toBeLessThanOrEqual(h ?? Number.POSITIVE_INFINITY);
            expect(sum(30 * DAY_MS, theirs, worth)).toBeLessThanOrEqual(
              d ?? Number.POSITIVE_INFINITY,
            );
          }
        }
      }),
      { numRuns: shareOf(600) },
    );
  });

  function viewAt(all: Drawn, usage: SharedCounts | null, now: Instant): OutflowView {
    const { balances, accounts, outflow } = inputOf(all);
    if (outflow?.prices === undefined || outflow.prices === null) throw new Error('no prices');
    const prices = { ...outflow.prices, readAt: now };
    const basis = { balances, balancesReadAt: now, accounts, epoch: EPOCH, now };
    return { ...basis, usage, prices, lanes: [], open: 'without-open', given: [] };
  }
});
