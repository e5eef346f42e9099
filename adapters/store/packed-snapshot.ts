import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SnapshotInputs, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { ZerosSeen } from '../../treasury/valuation/absent-balances.ts';
import {
  type Absent,
  type Balance,
  type Balances,
  balanceOf,
  statedIn,
} from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import type { UnitValue, UnitValues } from '../../treasury/valuation/unit-value.ts';
import type { CurrencyValue, Valuation } from '../../treasury/valuation/valuation.ts';
import { packByBrotli, unpackByBrotli } from './brotli-text.ts';
import { type PackedAnswer, packedAnswer, unpackedAnswer } from './packed-answer.ts';
import {
  type PackedUnitValues,
  packedUnitValues,
  unpackedUnitValues,
} from './packed-unit-values.ts';

/*
 * The content of a snapshot beside its keys, as one binary attribute: a byte with the version, then the compressed JSON
 * of `Packed`. Maps of attributes take five times as much, and every write is paid by the kilobyte. Nothing is
 * lost: a value is left out only if it is the exact product of total and price, a price only if the same text is on record of
 * the currency, that only if it is the exact middle of bid and ask, and what the answer and the balances both say stands once:
 * reading makes all of it again. Fifty currencies fit two kilobytes with all that stands beside them, ten fit one.
 */

const VERSION = 1;
/** Bytes that one attribute unpacks to at most: three times what a snapshot may have as JSON when it is taken. */
const MAX_UNPACKED_BYTES = 1_000_000;

/** total, available if the service says it, as a number if it is the total; a currency that is not stated as it is. */
type PackedBalance = readonly [string] | readonly [string, string | typeof ALL] | Absent;
/** Everything of a balance is available. */
const ALL = 1;

/** price, path, instruments, and the value unless it is total x price. */
type PackedValue =
  | readonly [string, CurrencyValue['path'], readonly string[]]
  | readonly [string, CurrencyValue['path'], readonly string[], string];

interface Packed {
  readonly b: Readonly<Record<string, PackedBalance>>;
  /** Left out and counted as zero; what was seen of balances of zero. */
  readonly z?: readonly string[];
  readonly s?: ZerosSeen;
  readonly p: Readonly<Record<string, readonly [string, string]>>;
  readonly pm?: string;
  readonly v: {
    readonly c: string;
    readonly t: string;
    /** Those that are not as `expectedValue` has them. */
    readonly v: Readonly<Record<string, PackedValue>>;
    /** Currencies without a value of which one is expected, beside those in `u`. */
    readonly n?: readonly string[];
    readonly u: readonly string[];
    /** Values of currencies that were not stated. */
    readonly a?: NonNullable<Valuation['apart']>;
  };
  readonly r: PackedAnswer;
  readonly d: string;
  readonly i?: SnapshotInputs;
  /** Instrument and problem of an entry that is no price. */
  readonly x?: readonly (readonly [string, string])[];
  /** Instrument, level before and readings at the new one, of a price that has jumped. */
  readonly j?: readonly (readonly [string, string, number])[];
  /** What each currency is worth, and what is on record of it, where the prices do not say it. */
  readonly w?: PackedUnitValues;
}

/** The part of a snapshot that is packed; the rest are attributes of their own. */
export type PackedPart = Pick<
  SnapshotTaken,
  | 'balances'
  | 'countedAsZero'
  | 'zerosSeen'
  | 'prices'
  | 'pricesMissing'
  | 'pricesDropped'
  | 'pricesDoubted'
  | 'unitValues'
  | 'valuation'
  | 'rawBalances'
  | 'rawBalancesDigest'
  | 'inputs'
>;

export function packSnapshot(snapshot: PackedPart): Uint8Array {
  const { valuation, pricesMissing, inputs } = snapshot;
  const { pricesDropped, pricesDoubted, unitValues } = snapshot;
  const valuedBy = { prices: snapshot.prices, into: valuation.reportingCurrency };
  const packed: Packed = {
    b: mapped(snapshot.balances, packedBalance),
    ...(snapshot.countedAsZero === undefined ? {} : { z: snapshot.countedAsZero }),
    ...(snapshot.zerosSeen === undefined ? {} : { s: snapshot.zerosSeen }),
    p: mapped(snapshot.prices, ({ bid, ask }) => [bid, ask]),
    ...(pricesMissing === undefined ? {} : { pm: pricesMissing }),
    v: {
      c: valuation.reportingCurrency,
      t: valuation.total,
      ...packedValues(snapshot),
      u: valuation.unvalued,
      ...(valuation.apart === undefined ? {} : { a: valuation.apart }),
    },
    r: packedAnswer(snapshot.rawBalances, snapshot.balances),
    d: snapshot.rawBalancesDigest,
    ...(inputs === undefined ? {} : { i: inputs }),
    ...(pricesDropped === undefined
      ? {}
      : { x: pricesDropped.map(({ instrument, problem }) => [instrument, problem] as const) }),
    ...(pricesDoubted === undefined
      ? {}
      : {
          j: pricesDoubted.map(
            ({ instrument, from, readings }) => [instrument, from, readings] as const,
          ),
        }),
    ...(unitValues === undefined ? {} : { w: packedUnitValues(unitValues, valuedBy) }),
  };
  return packByBrotli(VERSION, JSON.stringify(packed));
}

/** @throws Error if `packSnapshot` does not make such bytes. */
export function unpackSnapshot(bytes: Uint8Array): PackedPart {
  const packed = packedIn(bytes);
  const balances = mapped(packed.b, unpackedBalance);
  const prices = unpackedPrices(packed.p);
  const unitValues = unitValuesIn(packed, prices);
  const values = unpackedValues(packed.v, balances, unitValues);
  return {
    balances,
    ...(packed.z === undefined ? {} : { countedAsZero: packed.z }),
    ...(packed.s === undefined ? {} : { zerosSeen: packed.s }),
    prices,
    ...(packed.pm === undefined ? {} : { pricesMissing: packed.pm }),
    valuation: {
      reportingCurrency: packed.v.c,
      total: packed.v.t,
      values,
      unvalued: packed.v.u,
      ...(packed.v.a === undefined ? {} : { apart: packed.v.a }),
    },
    rawBalances: unpackedAnswer(packed.r, balances),
    rawBalancesDigest: packed.d,
    ...(packed.i === undefined ? {} : { inputs: packed.i }),
    ...(packed.x === undefined
      ? {}
      : { pricesDropped: packed.x.map(([instrument, problem]) => ({ instrument, problem })) }),
    ...(packed.j === undefined
      ? {}
      : {
          pricesDoubted: packed.j.map(([instrument, from, readings]) => ({
            instrument,
            from,
            readings,
          })),
        }),
    ...(unitValues === undefined ? {} : { unitValues }),
  };
}

/** The part that a replay of many snapshots needs: the rest is not made. */
export type Holdings = Pick<
  SnapshotTaken,
  'balances' | 'prices' | 'pricesDoubted' | 'unitValues' | 'inputs'
> & { readonly valuation: Pick<Valuation, 'reportingCurrency'> };

export function unpackHoldings(bytes: Uint8Array): Holdings {
  const packed = packedIn(bytes);
  const { b, v, p, j, i } = packed;
  const prices = unpackedPrices(p);
  const unitValues = unitValuesIn(packed, prices);
  return {
    balances: mapped(b, unpackedBalance),
    prices,
    ...(j !== undefined && {
      pricesDoubted: j.map(([instrument, from, readings]) => ({ instrument, from, readings })),
    }),
    ...(unitValues !== undefined && { unitValues }),
    ...(i !== undefined && { inputs: i }),
    valuation: { reportingCurrency: v.c },
  };
}

function packedIn(bytes: Uint8Array): Packed {
  return JSON.parse(unpackByBrotli(VERSION, bytes, MAX_UNPACKED_BYTES));
}

function packedBalance(entry: Balances[string]): PackedBalance {
  if ('reading' in entry) return entry;
  const { total, available } = entry;
  if (available === undefined) return [total];
  return [total, available === total ? ALL : available];
}

function unpackedBalance(packed: PackedBalance): Balances[string] {
  if ('reading' in packed) return packed;
  const [total, available] = packed;
  if (available === undefined) return { total };
  return { total, available: available === ALL ? total : available };
}

function statedOf(balances: Balances, currency: string): Balance | undefined {
  const reading = balanceOf(balances, currency);
  return reading.kind === 'stated' ? reading.balance : undefined;
}

function unitValuesIn({ w, v: { c: into } }: Packed, prices: Prices): UnitValues | undefined {
  return w === undefined ? undefined : unpackedUnitValues(w, { prices, into });
}

function unpackedPrices(packed: Packed['p']): Prices {
  return mapped(packed, ([bid, ask]) => ({ bid, ask }));
}

/** The value that a currency has as a rule: what is held, at the price that its own instrument shows and readings agree on. */
function expectedValue(
  currency: string,
  { total }: Balance,
  unit: UnitValue | undefined,
  into: string,
): CurrencyValue | null {
  if (unit?.last === undefined || unit.path !== 'direct') return null;
  const { last: price, path } = unit;
  return { value: productOf({ total }, price), price, path, instruments: [`${currency}/${into}`] };
}

function packedValues({
  balances,
  valuation: { values, unvalued, reportingCurrency },
  unitValues,
}: PackedPart): Pick<Packed['v'], 'v' | 'n'> {
  const isUnvalued = new Set(unvalued);
  const expected = new Set<string>();
  const none: string[] = [];
  for (const [currency, balance] of statedIn(balances)) {
    const value = expectedValue(currency, balance, unitValues?.[currency], reportingCurrency);
    if (value === null || isUnvalued.has(currency)) continue;
    const found = values[currency];
    if (found === undefined) none.push(currency);
    else if (isSame(found, value)) expected.add(currency);
  }
  const others = Object.entries(values).filter(([currency]) => !expected.has(currency));
  const v = mapped(Object.fromEntries(others), (value, currency) =>
    packedValue(value, statedOf(balances, currency)),
  );
  return none.length === 0 ? { v } : { v, n: none };
}

/** Field by field: this is done for every currency of every tick. */
function isSame(found: CurrencyValue, expected: CurrencyValue): boolean {
  const { value, price, path, instruments, ...others } = found;
  return (
    price === expected.price &&
    value === expected.value &&
    path === expected.path &&
    instruments.length === 1 &&
    instruments[0] === expected.instruments[0] &&
    isEmpty(others)
  );
}

/** Fields of a later version stay where they are. */
function isEmpty(others: object): boolean {
  return Object.keys(others).length === 0;
}

function unpackedValues(
  { c: reportingCurrency, v: others, n: none = [], u: unvalued }: Packed['v'],
  balances: Balances,
  unitValues: UnitValues | undefined,
): Valuation['values'] {
  const isWithout = new Set([...none, ...unvalued]);
  const expected = statedIn(balances).flatMap(([currency, balance]) => {
    if (isWithout.has(currency) || Object.hasOwn(others, currency)) return [];
    const value = expectedValue(currency, balance, unitValues?.[currency], reportingCurrency);
    return value === null ? [] : [[currency, value] as const];
  });
  const stated = Object.entries(others).map(
    ([currency, value]) => [currency, unpackedValue(value, statedOf(balances, currency))] as const,
  );
  return Object.fromEntries([...expected, ...stated].sort(byName));
}

/** As values are listed when they are made. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function packedValue(
  { value, price, path, instruments }: CurrencyValue,
  balance: Balance | undefined,
): PackedValue {
  const known = balance !== undefined && productOf(balance, price) === value;
  return known ? [price, path, instruments] : [price, path, instruments, value];
}

function unpackedValue(
  [price, path, instruments, value]: PackedValue,
  balance: Balance | undefined,
): Valuation['values'][string] {
  if (value !== undefined) return { value, price, path, instruments };
  if (balance === undefined) throw new Error('a value without a balance');
  return { value: productOf(balance, price), price, path, instruments };
}

function productOf({ total }: Pick<Balance, 'total'>, price: string): string {
  return formatDecimal(decimalOf(total).times(decimalOf(price)));
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value, key)]),
  );
}
