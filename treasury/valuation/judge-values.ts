import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { isNear } from './near.ts';
import type { Prices } from './price.ts';
import { crossedValue, listedValue } from './seen-value.ts';
import type { UnitValue, UnitValues, ValueOnRecord } from './unit-value.ts';

/**
 * Readings that have to agree on a value which nothing on record bears out: a first one, or one that has jumped. One may
 * be a slip, and so may its repetition.
 */
export const READINGS_OF_A_NEW_LEVEL = 3;

/** Currencies whose last value is carried on although no reading shows it any more; the service's own are fewer. */
const MAX_VALUES_ON_RECORD = 1_000;

/**
 * Judges what each currency is worth, whichever path its price takes: by the values on record, of the last snapshot in
 * the same reporting currency, and by nothing else. A value near the last one that was believed is believed; any other,
 * and the first of all, once three readings agree on it. Over a third currency it is judged apart, and beside the last
 * value of the currency's own instrument: what such a path shows never becomes the value that others are held against.
 * Pure.
 */
export function judgeValues(prices: Prices, before: UnitValues, into: string): UnitValues {
  const named = Object.keys(prices).flatMap((instrument) => instrument.split('/'));
  const judged = new Map<string, UnitValue>();
  // Those of this reading first: what is carried gives way where there are too many.
  for (const currency of new Set([...named, ...Object.keys(before)])) {
    if (currency === into) continue;
    const was = Object.hasOwn(before, currency) ? before[currency] : undefined;
    const value = judgeValue(currency, into, prices, was ?? {});
    if (Object.keys(value).length > 0) judged.set(currency, value);
    if (judged.size === MAX_VALUES_ON_RECORD) break;
  }
  return Object.fromEntries(judged);
}

function judgeValue(currency: string, into: string, prices: Prices, was: UnitValue): UnitValue {
  const { path: _, crossed: crossedBefore, ...own } = was;
  const kept = crossedBefore === undefined ? own : { ...own, crossed: crossedBefore };
  const listed = listedValue(currency, into, prices);
  switch (listed.kind) {
    case 'contradicted':
      return kept;
    case 'found': {
      const { believed, onRecord } = judgeLevel(listed.mid, own);
      return believed ? { ...onRecord, path: listed.path } : onRecord;
    }
    case 'none': {
      const crossed = crossedValue(currency, into, prices);
      if (crossed === null) return kept;
      const { believed, onRecord } = judgeLevel(crossed.mid, crossedBefore ?? lastOf(own));
      return { ...own, crossed: onRecord, ...(believed && { path: 'crossed' as const }) };
    }
    default:
      return listed satisfies never;
  }
}

function lastOf({ last }: ValueOnRecord): ValueOnRecord {
  return last === undefined ? {} : { last };
}

/** One value by what is on record of it. A reading without one leaves the record as it is. */
function judgeLevel(
  mid: Decimal,
  { last, level }: ValueOnRecord,
): { readonly believed: boolean; readonly onRecord: ValueOnRecord } {
  const seen = formatDecimal(mid);
  const accepted = { believed: true, onRecord: { last: seen } };
  // Back where it was: the jump was a slip.
  if (last !== undefined && isNear(mid, decimalOf(last))) return accepted;
  const agrees =
    level !== undefined && isNear(mid, decimalOf(level.low)) && isNear(mid, decimalOf(level.high));
  const next = agrees
    ? {
        low: formatDecimal(Decimal.min(mid, decimalOf(level.low))),
        high: formatDecimal(Decimal.max(mid, decimalOf(level.high))),
        readings: level.readings + 1,
      }
    : { low: seen, high: seen, readings: 1 };
  if (next.readings >= READINGS_OF_A_NEW_LEVEL) return accepted;
  return { believed: false, onRecord: { ...(last !== undefined && { last }), level: next } };
}
