import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import { floorTo, least, most, ONE, textOf, times, unitOf, unitsOf } from './exact-numbers.ts';
import { allocated, amountOf, type Limits, limitsOf, type PriceState } from './limits-reference.ts';
import {
  notionalOf,
  type Quotes,
  roomFor,
  type Terms,
  tradeFor,
  worstPrice,
} from './market-reference.ts';
import { referenceParts } from './split-reference.ts';
import type { Timing } from './timing-reference.ts';

/*
 * A whole policy over a past or a future, computed a second time: due times, limits, budgets, cooldowns, parts, trades
 * and approvals, in whole numbers, and nothing of the code that it judges.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface ReferenceTrades {
  readonly instruments: readonly string[];
  readonly maximumNotional: string;
  readonly collarPercent?: string | undefined;
  readonly per24Hours?: { readonly total?: string; readonly person?: string } | undefined;
  readonly approvalAbove?: string | undefined;
}

export interface ReferencePolicy {
  readonly rules: readonly SweepRuleDraft[];
  readonly timings: ReadonlyMap<string, Timing>;
  readonly trades: ReferenceTrades;
  readonly reportingCurrency: string;
  readonly approvalExpirySeconds: number;
  /** Whether what needs an approval gets it at once, or never. */
  readonly assumeApproved: boolean;
}

export interface ReferenceReading extends PriceState {
  readonly at: number;
  /** By currency, decimal text. */
  readonly balances: Readonly<Record<string, string>>;
}

/** What one rule moves. */
export interface Moved {
  readonly at: number;
  readonly ruleId: string;
  readonly amount: string;
  readonly isApproved: boolean;
  /** Of a conversion. */
  readonly trade?: {
    readonly instrument: string;
    readonly side: 'buy' | 'sell';
    readonly amount: string;
    readonly price: string;
  };
  readonly parts?: readonly {
    readonly to: string;
    readonly amount: string;
    readonly isApproved: boolean;
  }[];
}

interface Spent {
  readonly at: number;
  readonly amount: bigint;
}

interface Decided {
  readonly rule: SweepRuleDraft;
  readonly amount: bigint;
  readonly parts: readonly {
    readonly to: string;
    readonly amount: bigint;
    readonly needs: boolean;
  }[];
  readonly trade: (Terms & { readonly base: bigint }) | null;
  readonly needs: boolean;
}

/** What counts in a window that reaches back so far: whole buckets, as many as reach into it. */
function within(
  spent: readonly Spent[] | undefined,
  now: number,
  windowMs: number,
  bucketMs: number,
) {
  return (spent ?? []).reduce((sum, { at, amount }) => {
    const begins = Math.floor(at / bucketMs) * bucketMs;
    return begins + bucketMs + windowMs > now ? sum + amount : sum;
  }, 0n);
}
const lastDay = (spent: readonly Spent[] | undefined, now: number) =>
  within(spent, now, DAY_MS, HOUR_MS);

export class ReferenceWorld {
  readonly #policy: ReferencePolicy;
  readonly #rules: readonly SweepRuleDraft[];
  /** By currency: what has left here, and not in the record. */
  readonly #gone = new Map<string, bigint>();
  readonly #spent = new Map<string, Spent[]>();
  readonly #claimed = new Map<string, number>();
  readonly #unapproved = new Map<string, Spent[]>();
  readonly #traded: (Spent & { readonly by: string; readonly isApproved: boolean })[] = [];
  #waiting: { readonly rule: SweepRuleDraft; readonly amount: bigint; readonly until: number }[] =
    [];

  constructor(policy: ReferencePolicy) {
    this.#policy = policy;
    const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
    this.#rules = [...policy.rules].sort(
      (one, other) =>
        order(one.currency, other.currency) ||
        one.priority - other.priority ||
        order(one.id, other.id),
    );
  }

  balanceOf(currency: string, { balances }: Pick<ReferenceReading, 'balances'>): bigint | null {
    const [recorded, gone] = [balances[currency], this.#gone.get(currency) ?? 0n];
    if (recorded === undefined && gone >= 0n) return null;
    return unitsOf(recorded ?? '0') - gone;
  }

  /** All rules decide on what is there, then everything moves. */
  step(reading: ReferenceReading): readonly Moved[] {
    const { at } = reading;
    this.#waiting = this.#waiting.filter(({ until }) => until > at);
    const given = new Map<string, bigint>();
    const unapproved = new Map<string, bigint>();
    const decided: Decided[] = [];
    for (const rule of this.#rules) {
      const found = this.#decide(rule, reading, given, unapproved);
      if (found === null) continue;
      decided.push(found);
      given.set(rule.currency, (given.get(rule.currency) ?? 0n) + found.amount);
      for (const { to, amount, needs } of found.parts) {
        if (!needs) unapproved.set(to, (unapproved.get(to) ?? 0n) + amount);
      }
    }
    for (const each of decided) this.#carryOut(each, reading);
    return decided.map(({ rule, amount, parts, trade, needs }) => ({
      at,
      ruleId: rule.id,
      amount: textOf(amount),
      isApproved: needs,
      ...(trade === null ? {} : { trade: shown(trade) }),
      ...(rule.split === undefined
        ? {}
        : {
            parts: parts.map((part) => ({
              to: part.to,
              amount: textOf(part.amount),
              isApproved: part.needs,
            })),
          }),
    }));
  }

  #decide(
    rule: SweepRuleDraft,
    reading: ReferenceReading,
    given: ReadonlyMap<string, bigint>,
    before: ReadonlyMap<string, bigint>,
  ): Decided | null {
    const { at } = reading;
    const timing = this.#policy.timings.get(rule.id);
    if (!rule.enabled || timing?.judge(at) !== 'due') return null;
    if (this.#waiting.some((each) => each.rule.id === rule.id)) return null;
    // What a conversion cannot trade on comes before the rest between two sweeps, and leaves its time due.
    const terms = rule.kind === 'convert' ? this.#termsOf(rule, reading) : 'none';
    if (terms === null) return null;
    const last = this.#claimed.get(rule.id);
    if (last !== undefined && at < last + rule.cooldownSeconds * 1_000) {
      timing.use(at);
      return null;
    }
    // It waits for room: its time stays due.
    if (!this.#hasRoom(rule, at)) return null;
    const limits = limitsOf(rule, reading, this.#policy.reportingCurrency);
    if (limits === null) return null;
    // Whatever the amounts say now, it is said.
    timing.use(at);
    const balance = this.balanceOf(rule.currency, reading);
    if (balance === null) return null;
    const held = this.#waiting
      .filter((each) => each.rule.currency === rule.currency)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const free = balance - held - (given.get(rule.currency) ?? 0n);
    const caps = terms === 'none' ? [] : this.#capsOf(rule, terms, reading);
    const amount = this.#sized(rule, limits, free, caps, at);
    if (amount === null) return null;
    return this.#divided(rule, amount, terms === 'none' ? null : terms, reading, before);
  }

  /** For a withdrawal of each part, all at once. */
  #hasRoom({ id, split, withdrawalsPer24Hours: most }: SweepRuleDraft, now: number): boolean {
    const each = (this.#spent.get(id) ?? []).map((own) => ({ ...own, amount: 1n }));
    const needed = BigInt(split?.parts.length ?? 1);
    return most === undefined || lastDay(each, now) + needed <= BigInt(most);
  }

  #sized(
    rule: SweepRuleDraft,
    limits: Limits,
    free: bigint,
    caps: readonly bigint[],
    now: number,
  ): bigint | null {
    if (free <= limits.threshold) return null;
    const surplus = most(free - limits.keep, 0n);
    const spent = this.#spent.get(rule.id);
    const { per24Hours, per30Days } = limits;
    const left = (cap: bigint | null, used: bigint) => (cap === null ? [] : [most(cap - used, 0n)]);
    const amount = floorTo(
      least(
        allocated(rule, surplus),
        ...(limits.maximum === null ? [] : [limits.maximum]),
        ...left(per24Hours, lastDay(spent, now)),
        ...left(per30Days, within(spent, now, 30 * DAY_MS, DAY_MS)),
        ...caps,
      ),
      unitsOf(rule.step),
    );
    return amount === 0n || amount < limits.minimum ? null : amount;
  }

  #termsOf(
    { currency, into = '' }: SweepRuleDraft,
    { quotes, doubted }: ReferenceReading,
  ): Terms | null {
    const { trades } = this.#policy;
    const trade = tradeFor(currency, into, trades.instruments);
    const quote = trade === null ? undefined : quotes[trade.instrument];
    if (trade === null || quote === undefined || doubted.includes(trade.instrument)) return null;
    if (unitsOf(quote.bid) <= 0n || unitsOf(quote.bid) > unitsOf(quote.ask)) return null;
    const limit = worstPrice(trade.side, quote, trades.collarPercent ?? '5');
    const terms = { ...trade, quote, limit };
    const room = roomFor(ONE, terms, this.#policy.reportingCurrency, trusted(quotes, doubted));
    return room === null ? null : terms;
  }

  #capsOf(rule: SweepRuleDraft, terms: Terms, reading: ReferenceReading): readonly bigint[] {
    const { trades, reportingCurrency } = this.#policy;
    const { total, person } = trades.per24Hours ?? {};
    const quotes = trusted(reading.quotes, reading.doubted);
    const own = this.#traded.filter(({ by }) => by === rule.id);
    const values = [
      unitsOf(trades.maximumNotional),
      ...(total === undefined ? [] : [unitsOf(total) - lastDay(this.#traded, reading.at)]),
      ...(person === undefined ? [] : [unitsOf(person) - lastDay(own, reading.at)]),
    ];
    return values.map((each) => roomFor(most(each, 0n), terms, reportingCurrency, quotes) ?? 0n);
  }

  #divided(
    rule: SweepRuleDraft,
    amount: bigint,
    terms: Terms | null,
    reading: ReferenceReading,
    before: ReadonlyMap<string, bigint>,
  ): Decided | null {
    const needsFor = (to: string, part: bigint) => {
      const limit = this.#approvalLimitOf(to, reading);
      const used = lastDay(this.#unapproved.get(to), reading.at) + (before.get(to) ?? 0n);
      return limit !== null && used + part > limit;
    };
    if (terms !== null) {
      const base = baseOf(terms, amount);
      if (base === 0n) return null;
      const to = destinationOf(rule);
      const needs = needsFor(to, amount) || this.#needsAsTrade(rule, terms, base, reading);
      return { rule, amount, parts: [{ to, amount, needs }], trade: { ...terms, base }, needs };
    }
    const shares =
      rule.split === undefined
        ? [textOf(amount)]
        : referenceParts(rule.split, textOf(amount), rule.step);
    const parts = shares.flatMap((share, index) => {
      const to = rule.split?.parts[index]?.withdrawalAccountId ?? destinationOf(rule);
      const own = unitsOf(share);
      return own === 0n ? [] : [{ to, amount: own, needs: needsFor(to, own) }];
    });
    return { rule, amount, parts, trade: null, needs: parts.some(({ needs }) => needs) };
  }

  /** The strictest of all rules that pay there. */
  #approvalLimitOf(to: string, reading: ReferenceReading): bigint | null {
    const limits = this.#rules
      .filter((each) => destinationsOf(each).includes(to) && each.approvalAbove !== undefined)
      .map(
        (each) => amountOf(each.approvalAbove, each.currency, 'cap', reading, this.#policy) ?? 0n,
      );
    const [first, ...others] = limits;
    return first === undefined ? null : least(first, ...others);
  }

  #needsAsTrade(
    rule: SweepRuleDraft,
    terms: Terms,
    base: bigint,
    { at, quotes, doubted }: ReferenceReading,
  ): boolean {
    const { trades, reportingCurrency } = this.#policy;
    if (trades.approvalAbove === undefined) return false;
    const value = notionalOf(terms, base, reportingCurrency, trusted(quotes, doubted)) ?? 0n;
    const own = this.#traded.filter(({ by, isApproved }) => by === rule.id && !isApproved);
    return lastDay(own, at) + value > unitsOf(trades.approvalAbove);
  }

  #carryOut({ rule, parts, trade, needs }: Decided, { at, quotes }: ReferenceReading): void {
    for (const piece of parts) {
      if (piece.needs && !this.#policy.assumeApproved) {
        const until = at + this.#policy.approvalExpirySeconds * 1_000;
        this.#waiting.push({ rule, amount: piece.amount, until });
        continue;
      }
      this.#claimed.set(rule.id, at);
      noted(this.#spent, rule.id, { at, amount: piece.amount });
      if (!piece.needs) noted(this.#unapproved, piece.to, { at, amount: piece.amount });
      if (trade === null) this.#move(rule.currency, piece.amount);
      else this.#convert(rule, trade, needs, at, quotes);
    }
  }

  /** Filled at the market, without a fee. */
  #convert(
    { id, currency, into = '' }: SweepRuleDraft,
    trade: Terms & { readonly base: bigint },
    isApproved: boolean,
    at: number,
    quotes: Quotes,
  ): void {
    const { side, base, quote } = trade;
    const counter = times(base, unitsOf(side === 'buy' ? quote.ask : quote.bid));
    this.#move(currency, side === 'buy' ? counter : base);
    this.#move(into, side === 'buy' ? -base : -counter);
    const amount = notionalOf(trade, base, this.#policy.reportingCurrency, quotes);
    if (amount !== null) this.#traded.push({ at, amount, by: id, isApproved });
  }

  #move(currency: string, amount: bigint): void {
    this.#gone.set(currency, (this.#gone.get(currency) ?? 0n) + amount);
  }
}

function shown({ instrument, side, base, limit }: Terms & { readonly base: bigint }) {
  return { instrument, side, amount: textOf(base), price: textOf(limit) };
}

function noted(spent: Map<string, Spent[]>, of: string, each: Spent): void {
  spent.set(of, [...(spent.get(of) ?? []), each]);
}

/** A sale gives away what it sells; a purchase buys what that pays for at its worst price, in 8 digits. */
function baseOf({ side, limit }: Terms, paid: bigint): bigint {
  return side === 'sell' ? paid : floorTo((paid * ONE) / limit, unitOf(8));
}

export function trusted(quotes: Quotes, doubted: readonly string[]): Quotes {
  return Object.fromEntries(Object.entries(quotes).filter(([each]) => !doubted.includes(each)));
}

function destinationOf({ withdrawalAccountId, currency, into }: SweepRuleDraft): string {
  return withdrawalAccountId ?? `${currency} into ${into}`;
}

function destinationsOf(rule: SweepRuleDraft): readonly string[] {
  return rule.split?.parts.map((part) => part.withdrawalAccountId) ?? [destinationOf(rule)];
}
