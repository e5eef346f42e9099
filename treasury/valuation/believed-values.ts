import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { isNear } from './near.ts';
import type { NoValue } from './no-value.ts';
import type { Prices } from './price.ts';
import { judgePrices, type ValuesOnRecord, valuesIn } from './price-jumps.ts';
import { crossedValue, listedValue, type SeenValue } from './seen-value.ts';
import type { UnitValue, UnitValues } from './unit-value.ts';

/** Reporting currency per unit, in decimal text, as a reading shows it and as it is believed. */
export interface BelievedValue {
  /** The middle; at a claim the highest of those that count. */
  readonly price: string;
  /** The same, the lowest of those that count: what is held is worth no more. */
  readonly least: string;
  /** By the sides of the prices: for floors the lower, for caps the higher, so that less leaves. */
  readonly low: string;
  readonly high: string;
  readonly path: 'same' | 'direct' | 'inverse' | 'crossed';
  readonly instruments: readonly string[];
}

/**
 * What one unit of each currency is worth for everything that permits money to leave, or sizes it: tiers, limits by value,
 * floors, trades. Reports show more: see `Valuation`, which is of no use here.
 */
export interface BelievedValues {
  readonly reportingCurrency: string;
  readonly values: Readonly<Record<string, BelievedValue>>;
  /** Of the currencies that a reading shows, or showed, and that have no value here. */
  readonly doubts: Readonly<Record<string, NoValue>>;
}

/** A snapshot's prices, and what it makes of them. */
export interface JudgedSnapshot extends ValuesOnRecord {
  readonly prices: Prices;
}

/** What the controls say of paths over a third currency: they permit nothing, unless the policy has it so. */
export interface CrossedPrices {
  readonly crossedPrices?: boolean;
}

/** The values of a snapshot in its own reporting currency. `only`: these currencies, and no others. */
export function valuesOf(
  { prices, unitValues = {}, valuation }: JudgedSnapshot,
  { crossedPrices = false }: CrossedPrices,
  only: readonly string[] = Object.keys(unitValues),
): BelievedValues {
  const { reportingCurrency } = valuation;
  return believed(prices, unitValues, reportingCurrency, crossedPrices, only);
}

/**
 * The values of a reading of this moment, judged by what the last snapshot left on record. The stricter of both counts:
 * for what leaves the higher value, for what is held the lower one. It bears out no new level: it comes a second after the
 * snapshot's, and a glitch that the one has shown the other shows as well.
 */
export function valuesNow(
  prices: Prices,
  before: ValuesOnRecord | null,
  into: string,
  { crossedPrices = false }: CrossedPrices,
): BelievedValues {
  const { unitValues } = judgePrices(prices, before, into);
  const known = valuesIn(before, into);
  const now = believed(prices, unitValues, into, crossedPrices, Object.keys(unitValues));
  const values: [string, BelievedValue][] = [];
  const doubts: [string, NoValue][] = [];
  for (const [currency, value] of Object.entries(now.values)) {
    const was = Object.hasOwn(known, currency) ? known[currency] : undefined;
    const crossed = value.path === 'crossed' ? was?.crossed : undefined;
    const [last, level] = [crossed?.last ?? was?.last, (crossed ?? was)?.level];
    const earlier = last === undefined ? null : decimalOf(last);
    if (earlier !== null && isNear(decimalOf(value.price), earlier)) {
      values.push([currency, stricter(value, earlier)]);
    } else doubts.push([currency, unconfirmed(currency, into, last, level)]);
  }
  return {
    ...now,
    values: Object.fromEntries(values),
    doubts: { ...now.doubts, ...Object.fromEntries(doubts) },
  };
}

function stricter(value: BelievedValue, earlier: Decimal): BelievedValue {
  const lower = (text: string) => formatDecimal(Decimal.min(decimalOf(text), earlier));
  const higher = (text: string) => formatDecimal(Decimal.max(decimalOf(text), earlier));
  return {
    ...value,
    price: higher(value.price),
    least: lower(value.least),
    low: lower(value.low),
    high: higher(value.high),
  };
}

/** The value of one unit, or why there is none; the reporting currency needs no price. */
export function unitValue(
  { reportingCurrency, values, doubts }: BelievedValues,
  currency: string,
  into: string,
): ({ readonly known: true } & BelievedValue) | { readonly known: false; readonly why: NoValue } {
  if (currency === into) return { known: true, ...ONE_UNIT };
  if (reportingCurrency !== into) {
    return { known: false, why: { code: 'valued-otherwise', into, reportingCurrency } };
  }
  if (Object.hasOwn(values, currency) && values[currency] !== undefined) {
    return { known: true, ...values[currency] };
  }
  const doubt = Object.hasOwn(doubts, currency) ? doubts[currency] : undefined;
  return { known: false, why: doubt ?? missingValue(currency, into) };
}

const ONE_UNIT: BelievedValue = {
  ...{ price: '1', least: '1', low: '1', high: '1' },
  path: 'same',
  instruments: [],
};

/** Beside a record that nothing proves: no currency has a value, and why. */
export function unprovenValues(
  prices: Prices,
  into: string,
  by: 'waits' | 'forged',
): BelievedValues {
  const currencies = Object.keys(judgePrices(prices, null, into).unitValues);
  const doubts = currencies.map((currency): [string, NoValue] => [
    currency,
    { code: 'unproven', currency, into, by },
  ]);
  return { ...noValues(into), doubts: Object.fromEntries(doubts) };
}

/** What the policy lets anything rest on: values over a third currency only where it has it so. */
export function permitted(
  all: BelievedValues,
  { crossedPrices = false }: CrossedPrices,
): BelievedValues {
  if (crossedPrices) return all;
  const crossed = Object.entries(all.values).filter(([, { path }]) => path === 'crossed');
  if (crossed.length === 0) return all;
  const { reportingCurrency: into } = all;
  const doubts = crossed.map(
    ([currency, { instruments }]) => [currency, onlyCrossed(currency, into, instruments)] as const,
  );
  return {
    ...all,
    values: Object.fromEntries(
      Object.entries(all.values).filter(([, { path }]) => path !== 'crossed'),
    ),
    doubts: { ...all.doubts, ...Object.fromEntries(doubts) },
  };
}

/** No prices at all: nothing but the reporting currency has a value. */
export function noValues(reportingCurrency: string): BelievedValues {
  return { reportingCurrency, values: {}, doubts: {} };
}

function believed(
  prices: Prices,
  unitValues: UnitValues,
  into: string,
  crossedPrices: boolean,
  only: readonly string[],
): BelievedValues {
  const values: [string, BelievedValue][] = [];
  const doubts: [string, NoValue][] = [];
  for (const currency of only) {
    const unit = Object.hasOwn(unitValues, currency) ? unitValues[currency] : undefined;
    if (unit === undefined) continue;
    const { path: by } = unit;
    const last = by === 'crossed' ? unit.crossed?.last : unit.last;
    const permits = by !== undefined && (by !== 'crossed' || crossedPrices);
    if (permits && last !== undefined) {
      values.push([currency, valueBy(by, last, seenBy(currency, into, prices))]);
    } else doubts.push([currency, doubtOf(currency, into, unit, prices, crossedPrices)]);
  }
  return {
    reportingCurrency: into,
    values: Object.fromEntries(values),
    doubts: Object.fromEntries(doubts),
  };
}

function seenBy(currency: string, into: string, prices: Prices): SeenValue | null {
  const listed = listedValue(currency, into, prices);
  return listed.kind === 'found' ? listed : crossedValue(currency, into, prices);
}

/** A snapshot that was too large for its prices keeps the values, without the sides that they were quoted with. */
function valueBy(
  by: NonNullable<UnitValue['path']>,
  last: string,
  seen: SeenValue | null,
): BelievedValue {
  const low = seen === null ? last : formatDecimal(seen.low);
  const high = seen === null ? last : formatDecimal(seen.high);
  const { path = by, instruments = [] } = seen ?? {};
  return { price: last, least: last, low, high, path, instruments };
}

function doubtOf(
  currency: string,
  into: string,
  { last, level, crossed, path: by }: UnitValue,
  prices: Prices,
  crossedPrices: boolean,
): NoValue {
  const listed = listedValue(currency, into, prices);
  if (listed.kind === 'contradicted') {
    return { code: 'contradicted', instruments: listed.instruments };
  }
  if (listed.kind === 'found') return unconfirmed(currency, into, last, level);
  const over = crossedValue(currency, into, prices);
  if (over === null) return missingValue(currency, into);
  if (crossedPrices && by === undefined) {
    return unconfirmed(currency, into, crossed?.last ?? last, crossed?.level);
  }
  return onlyCrossed(currency, into, over.instruments);
}

function onlyCrossed(currency: string, into: string, instruments: readonly string[]): NoValue {
  return { code: 'only-crossed', currency, into, instruments };
}

function unconfirmed(
  currency: string,
  into: string,
  last: string | undefined,
  level: UnitValue['level'],
): NoValue {
  // Only a snapshot that another program wrote shows a price and says nothing of it.
  if (level === undefined) return missingValue(currency, into);
  const { readings, high } = level;
  if (last === undefined) return { code: 'new-price', currency, into, readings };
  return { code: 'jumped', currency, into, from: shown(last), to: shown(high), readings };
}

/** There is no price at all. */
export function missingValue(currency: string, into: string): NoValue {
  return { code: 'no-price', currency, into };
}

/** Eight digits tell two prices apart. */
function shown(price: string): string {
  return decimalOf(price).toSignificantDigits(8).toFixed();
}
