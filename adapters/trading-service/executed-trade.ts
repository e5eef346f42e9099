import { type Decimal, ROUNDING, ZERO } from '../../treasury/money/decimal.ts';
import {
  formatDecimal,
  MAX_FRACTION_DIGITS,
  parseDecimalText,
} from '../../treasury/money/decimal-text.ts';
import type { ExecutedAmounts, ServiceTrade, TradeFee } from '../../treasury/outcomes/outcome.ts';

/** The trade's own record of how much was executed. The reference shows no such record (2.4). */
export interface Execution {
  /** Base that was executed, if any field or the fills say so. */
  readonly base: Decimal | null;
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
  const filled = amountsUnder(record, FILLED_NAMES);
  const remaining = amountsUnder(record, REMAINING_NAMES);
  const sums = fills === null ? null : sumsOf(fills);
  // The smallest decides: one field that says less than another leaves the rest in doubt.
  const bases = [...filled, ...(sums === null ? [] : [sums.base])];
  const [first, ...others] = bases;
  const base = first === undefined ? null : others.reduce((a, b) => (b.lessThan(a) ? b : a), first);
  const executed = sums?.quote == null ? null : amountsText(sums.base, sums.quote);
  const fees = feesIn(record, fills ?? []);
  return {
    base,
    remains: remaining.some((amount) => !amount.isZero()),
    known: {
      ...(executed === null ? {} : { executed }),
      ...(fees === null ? {} : { fees }),
    },
  };
}

interface Sums {
  readonly base: Decimal;
  /** Null if a fill has no price. */
  readonly quote: Decimal | null;
}

/** Null if a fill has no amount: then they do not say how much was executed. */
function sumsOf(fills: readonly unknown[]): Sums | null {
  let base: Decimal = ZERO;
  let quote: Decimal | null = ZERO;
  for (const fill of fills) {
    if (!isFields(fill)) return null;
    const amount = decimalIn(fill.amount);
    if (amount === null) return null;
    const price = decimalIn(fill.price);
    base = base.plus(amount);
    quote = price === null || quote === null ? null : quote.plus(amount.times(price));
  }
  return { base, quote };
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

function amountsUnder(fields: Fields, names: ReadonlySet<string>): readonly Decimal[] {
  return valuesUnder(fields, names).flatMap((value) => {
    // A number counts here: it can only keep the lanes blocked, never free them.
    const amount = decimalIn(typeof value === 'number' ? String(value) : value);
    return amount === null ? [] : [amount];
  });
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
