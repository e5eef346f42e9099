import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { midPrice } from '../../treasury/valuation/price-path.ts';
import type { UnitValue, UnitValues } from '../../treasury/valuation/unit-value.ts';

/*
 * What each currency is worth, beside the prices that say so: a value that the currency's own instrument shows in this very
 * reading is the middle of its bid and ask, and is made again from them.
 */

/** The last value alone, if the reading shows it directly; the middle of bid and ask, if it is that. */
export type PackedUnitValue = typeof MIDDLE | string | UnitValue;
const MIDDLE = 1;

/** What the values were made from. */
export type ValuedBy = Pick<SnapshotTaken, 'prices'> & { readonly into: string };

export function packedUnitValue(currency: string, value: UnitValue, by: ValuedBy): PackedUnitValue {
  const { last, path, ...others } = value;
  const isDirect = last !== undefined && path === 'direct' && Object.keys(others).length === 0;
  if (!isDirect) return value;
  return last === middleOf(currency, by) ? MIDDLE : last;
}

/** @throws Error if the prices do not say what the value is. */
export function unpackedUnitValues(
  packed: Readonly<Record<string, PackedUnitValue>>,
  by: ValuedBy,
): UnitValues {
  const values = Object.entries(packed).map(
    ([currency, value]) => [currency, unpacked(currency, value, by)] as const,
  );
  return Object.fromEntries(values);
}

function unpacked(currency: string, packed: PackedUnitValue, by: ValuedBy): UnitValue {
  if (typeof packed === 'object') return packed;
  const last = packed === MIDDLE ? middleOf(currency, by) : packed;
  if (last === null)
    throw new Error(`no price of ${currency} in ${by.into} stands beside its value`);
  return { last, path: 'direct' };
}

function middleOf(currency: string, { prices, into }: ValuedBy): string | null {
  const instrument = `${currency}/${into}`;
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  const middle = price === undefined ? null : midPrice(price);
  return middle === null ? null : formatDecimal(middle);
}
