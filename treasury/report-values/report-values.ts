import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../policy/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { absentIn, missingIn, statedIn } from '../valuation/balance.ts';
import { valueAt, valueAtShown } from '../valuation/price-path.ts';
import { type PricedSnapshot, type ReportPrice, reportPrice } from './report-price.ts';
import type { ReportRate } from './report-rate.ts';
import { refusedRate, whyUnvalued } from './unvalued.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';

/** An amount in a report's currency, and how it was found. Decimal text. */
export interface Worth {
  readonly value: string;
  readonly price: string;
  readonly by: ReportPrice['by'];
  readonly over: readonly string[];
  readonly manualRate?: UsedRate;
}

/** Everything that a snapshot shows, in one currency. */
export interface ReportValues {
  readonly in: string;
  readonly worth: Readonly<Record<string, Worth>>;
  /** Of the last balances of currencies that are not stated: in no sum. */
  readonly apart: Readonly<Record<string, Worth>>;
  /** Those of which something may be held, and that are in no sum. */
  readonly notStated: readonly string[];
  /** The sum of what has a value; the total of all of it if nothing is unvalued or not stated. */
  readonly part: string;
  /** Held, with neither a price nor a rate; by their names. */
  readonly unvalued: readonly string[];
  /** Why, of each of them. */
  readonly unvaluedBecause: Readonly<Record<string, UnvaluedReason>>;
  readonly manualRates: readonly UsedRate[];
  /** The rates that would have valued what is not, and that are not what Sluice wrote. */
  readonly refusedRates: readonly RefusedRate[];
}

/** As in valuations: values from here on are not believed. */
const UNBELIEVABLE_VALUE = new Decimal(10).pow(27);

/**
 * The value of an amount at a snapshot: amount x price, rounded once, at the end: half to even at 30 fraction digits, or at 18 if
 * the price took a division. Null without a price and a rate, or if it is not believed.
 */
export function worthOf(
  snapshot: PricedSnapshot,
  { currency, amount }: { readonly currency: string; readonly amount: string },
  into: string,
  rates: readonly ReportRate[],
): Worth | null {
  const found = reportPrice(snapshot, currency, into, rates);
  if (found === null) return null;
  const { exact, perUnit, by, over, digits: scale, manualRate } = found;
  const value = valueAt({ ...exact, scale }, decimalOf(amount));
  const isBelieved = [value, perUnit].every((each) => each.abs().lessThan(UNBELIEVABLE_VALUE));
  if (!isBelieved) return null;
  return {
    value: formatDecimal(value),
    price: formatDecimal(perUnit),
    by,
    over,
    ...(manualRate === undefined ? {} : { manualRate }),
  };
}

/**
 * The value of an amount of which a snapshot may hold more or less: as `worthOf`. A snapshot that kept no prices still has what it
 * recorded by them, and no rate takes the place of that.
 */
export function worthBeside(
  snapshot: PricedSnapshot,
  amount: { readonly currency: string; readonly amount: string },
  into: string,
  rates: readonly ReportRate[],
): Worth | null {
  const found = worthOf(snapshot, amount, into, rates);
  if (found !== null && found.manualRate === undefined) return found;
  const known = recorded(snapshot, amount.currency, into);
  if (known === null) return found;
  return { ...known, value: valueAtShown(amount.amount, known.price) };
}

/** All balances of a snapshot. What a currency is worth was recorded in the snapshot's own currency: that stands. */
export function reportValues(
  snapshot: PricedSnapshot & Pick<SnapshotTaken, 'balances'>,
  into: string,
  rates: readonly ReportRate[],
): ReportValues {
  const worth: [string, Worth][] = [];
  const unvalued: string[] = [];
  let part = ZERO;
  for (const [currency, { total }] of statedIn(snapshot.balances).toSorted(byName)) {
    const found =
      recorded(snapshot, currency, into) ??
      worthOf(snapshot, { currency, amount: total }, into, rates);
    if (found !== null) {
      worth.push([currency, found]);
      part = part.plus(decimalOf(found.value));
    } else if (!decimalOf(total).isZero()) unvalued.push(currency);
  }
  const used = worth.flatMap(([, { manualRate }]) =>
    manualRate === undefined ? [] : [manualRate],
  );
  return {
    in: into,
    worth: Object.fromEntries(worth),
    apart: worthApart(snapshot, into, rates),
    notStated: missingIn(snapshot.balances),
    part: formatDecimal(part),
    unvalued,
    unvaluedBecause: Object.fromEntries(
      unvalued.map((currency) => [currency, whyUnvalued(snapshot, currency, into, rates)]),
    ),
    manualRates: distinctRates(used),
    refusedRates: distinctRates(
      unvalued.flatMap((currency) => refusedRate(snapshot, currency, into, rates) ?? []),
    ),
  };
}

function worthApart(
  snapshot: PricedSnapshot & Pick<SnapshotTaken, 'balances'>,
  into: string,
  rates: readonly ReportRate[],
): ReportValues['apart'] {
  const apart = absentIn(snapshot.balances).flatMap(([currency, { last }]) => {
    if (last === undefined) return [];
    const found = worthOf(snapshot, { currency, amount: last.total }, into, rates);
    return found === null ? [] : [[currency, found] as const];
  });
  return Object.fromEntries(apart);
}

function recorded({ valuation }: PricedSnapshot, currency: string, into: string): Worth | null {
  if (valuation.reportingCurrency !== into) return null;
  const value = Object.hasOwn(valuation.values, currency) ? valuation.values[currency] : undefined;
  if (value === undefined) return null;
  const { value: amount, price, path: by, instruments: over } = value;
  return { value: amount, price, by, over };
}

/** By code unit: the same order on every machine, whatever its language. */
function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
