import { type Decimal, ROUNDING, ZERO } from '../../treasury/money/decimal.ts';
import {
  formatDecimal,
  MAX_FRACTION_DIGITS,
  parseDecimalText,
} from '../../treasury/money/decimal-text.ts';
import type { FillProblem } from '../../treasury/outcomes/answer-fact.ts';
import type { ExecutedAmounts, ServiceTrade, TradeFee } from '../../treasury/outcomes/outcome.ts';
import type { Filled } from '../../treasury/outcomes/reply.ts';

/** The trade's own record of how much was executed. The reference shows no such record (2.4). */
export interface Execution {
  readonly filled: Filled;
  /** The record says that some of it is still to come. */
  readonly remains: boolean;
  readonly known: Pick<ServiceTrade, 'executed' | 'fees'>;
}

const FILLED_NAMES: ReadonlySet<string> = new Set([
  'filled',
  'filledamount',
  'filledquantity',
  'filledqty',
  'filledsize',
  'executed',
  'executedamount',
  'executedquantity',
  'executedqty',
  'executedsize',
  'cumqty',
]);

const REMAINING_NAMES: ReadonlySet<string> = new Set([
  'remaining',
  'remainingamount',
  'remainingquantity',
  'remainingqty',
  'remainingsize',
  'unfilled',
  'unfilledamount',
  'leavesqty',
]);

/** Prices of the execution, as opposed to `price`, which may repeat the limit. */
const PRICE_NAMES: ReadonlySet<string> = new Set([
  'averageprice',
  'avgprice',
  'avgpx',
  'averagefillprice',
  'avgfillprice',
  'executedprice',
  'executionprice',
  'filledprice',
  'fillprice',
]);

const FEE_NAMES: ReadonlySet<string> = new Set(['fee', 'feeamount', 'commission']);
const FEE_CURRENCY_NAMES: ReadonlySet<string> = new Set([
  'feecurrency',
  'feeasset',
  'commissioncurrency',
  'commissionasset',
]);

/** Codes are an open set (reference, 2.4): anything short that begins like a word. */
const CURRENCY_CODE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/** Fees are taken in the base, the quote or a token of the service's own. */
const MAX_FEE_CURRENCIES = 3;

type Fields = Readonly<Record<string, unknown>>;

/** Reads what the record and its fills say; everything else stays open. Pure. */
export function executionIn(record: Fields, fills: readonly unknown[] | null): Execution {
  const stated = valuesUnder(record, FILLED_NAMES).filter((value) => typeof value !== 'boolean');
  const remaining = valuesUnder(record, REMAINING_NAMES);
  const sums = fills === null ? null : sumsOf(fills);
  const read = sums?.ok ? sums : null;
  // The smallest decides: one field that says less than another leaves the rest in doubt.
  const bases = [...stated.flatMap(amountsIn), ...(read === null ? [] : [read.base])];
  const executed = read?.quote == null ? null : amountsText(read.base, read.quote);
  const fees = feesIn(record, fills ?? []);
  return {
    filled: {
      base: smallest(bases),
      isText: bases.length > 0 && stated.every((value) => typeof value !== 'number'),
      quote: read?.quote == null ? null : { base: read.base, exchanged: read.quote },
      prices: valuesUnder(record, PRICE_NAMES).flatMap(amountsIn).filter(isAboveZero),
      problem: sums?.ok === false ? sums.problem : problemIn([...stated, ...remaining]),
    },
    remains: remaining.flatMap(amountsIn).some((amount) => !amount.isZero()),
    known: {
      ...(executed === null ? {} : { executed }),
      ...(fees === null ? {} : { fees }),
    },
  };
}

function smallest([first, ...others]: readonly Decimal[]): Decimal | null {
  return first === undefined ? null : others.reduce((a, b) => (b.lessThan(a) ? b : a), first);
}

/** An amount of an execution is one, and not negative; that nothing was executed yet is said with zero. */
function problemIn(stated: readonly unknown[]): FillProblem | null {
  const isOdd = stated.some((value) => amountsIn(value)[0]?.greaterThanOrEqualTo(0) !== true);
  return isOdd ? 'amount-unreadable' : null;
}

function isAboveZero(amount: Decimal): boolean {
  return amount.greaterThan(0);
}

type Sums =
  | {
      readonly ok: true;
      readonly base: Decimal;
      /** Null if a fill has no price. */
      readonly quote: Decimal | null;
    }
  | { readonly ok: false; readonly problem: FillProblem };

/** Each fill has an amount above zero, and a price above zero or none; else they say nothing that can be relied on. */
function sumsOf(fills: readonly unknown[]): Sums {
  let base: Decimal = ZERO;
  let quote: Decimal | null = ZERO;
  for (const fill of fills) {
    const amount = isFields(fill) ? decimalIn(fill.amount) : null;
    if (!isFields(fill) || amount === null) return unreadable('no-amount');
    const price = fill.price == null ? null : decimalIn(fill.price);
    if (price === null && fill.price != null) return unreadable('price-unreadable');
    if (!isAboveZero(amount)) return unreadable('zero-amount');
    if (price !== null && !isAboveZero(price)) return unreadable('zero-price');
    base = base.plus(amount);
    quote = price === null || quote === null ? null : quote.plus(amount.times(price));
  }
  return { ok: true, base, quote };
}

function unreadable(problem: FillProblem): Sums {
  return { ok: false, problem };
}

/** Half to even at 30 fraction digits, so exact in practice. */
function amountsText(base: Decimal, quote: Decimal): ExecutedAmounts | null {
  if (!base.greaterThan(0)) return null;
  const rounded = quote.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.halfEven);
  const executed = { base: formatDecimal(base), quote: formatDecimal(rounded) };
  // A product may have more integer digits than decimal text.
  return Object.values(executed).every((text) => parseDecimalText(text).ok) ? executed : null;
}

/** Every fee with its currency, or null if one of them lacks either, or if there is no statement of fees. */
function feesIn(record: Fields, fills: readonly unknown[]): readonly TradeFee[] | null {
  const holders = [record, ...fills.filter(isFields)].filter((each) => holdsFee(each));
  // A trade's own fee is the sum of its fills' fees if both are stated.
  const counted = holders.includes(record) ? [record] : holders;
  const fees = new Map<string, Decimal>();
  for (const holder of counted) {
    const fee = feeOf(holder);
    if (fee === null) return null;
    fees.set(fee.currency, (fees.get(fee.currency) ?? ZERO).plus(fee.amount));
  }
  if (fees.size === 0 || fees.size > MAX_FEE_CURRENCIES) return null;
  return [...fees].map(([currency, amount]) => ({ currency, amount: formatDecimal(amount) }));
}

function holdsFee(fields: Fields): boolean {
  return valuesUnder(fields, FEE_NAMES).length > 0;
}

function feeOf(fields: Fields): { readonly currency: string; readonly amount: Decimal } | null {
  const [held] = valuesUnder(fields, FEE_NAMES);
  const inner = isFields(held) ? held : null;
  const amount = decimalIn(inner === null ? held : inner.amount);
  const code =
    inner === null ? valuesUnder(fields, FEE_CURRENCY_NAMES)[0] : (inner.currency ?? inner.asset);
  return amount === null || typeof code !== 'string' || !CURRENCY_CODE.test(code)
    ? null
    : { currency: code, amount };
}

/** A number counts as well where it can only keep the lanes blocked, never free them. */
function amountsIn(value: unknown): readonly Decimal[] {
  const amount = decimalIn(typeof value === 'number' ? String(value) : value);
  return amount === null ? [] : [amount];
}

function valuesUnder(fields: Fields, names: ReadonlySet<string>): readonly unknown[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value != null && names.has(name.toLowerCase().replaceAll(/[\s_-]/g, '')) ? [value] : [],
  );
}

function decimalIn(seen: unknown): Decimal | null {
  const parsed = parseDecimalText(seen);
  return parsed.ok ? parsed.value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
