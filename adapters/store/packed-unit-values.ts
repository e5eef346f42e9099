import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { midPrice } from '../../treasury/valuation/price-path.ts';
import type { UnitValue, UnitValues } from '../../treasury/valuation/unit-value.ts';

/*
 * What each currency is worth, beside the prices that say so: a value that the currency's own instrument shows in this very
 * reading is the middle of its bid and ask. It is made again from them, and so are the names of those of which it is true.
 */

/** By currency, where it is not the middle: the last value alone, if the reading shows it directly; none, though there is a middle. */
export type PackedUnitValues = Readonly<Record<string, string | UnitValue | null>>;

/** What the values were made from. */
export type ValuedBy = Pick<SnapshotTaken, 'prices'> & { readonly into: string };

export function packedUnitValues(values: UnitValues, by: ValuedBy): PackedUnitValues {
  const middles = middlesOf(by);
  const packed = new Map<string, string | UnitValue | null>();
  for (const [currency, value] of Object.entries(values)) {
    const last = onlyLast(value);
    if (last === null || last !== middles.get(currency)) packed.set(currency, last ?? value);
  }
  for (const currency of middles.keys()) {
    if (!Object.hasOwn(values, currency)) packed.set(currency, null);
  }
  return Object.fromEntries(packed);
}

export function unpackedUnitValues(packed: PackedUnitValues, by: ValuedBy): UnitValues {
  const values = new Map<string, UnitValue>();
  for (const [currency, known] of [...middlesOf(by), ...Object.entries(packed)]) {
    if (known === null) values.delete(currency);
    else values.set(currency, typeof known === 'string' ? { last: known, path: 'direct' } : known);
  }
  return Object.fromEntries(values);
}

/** The last value, if the reading shows it directly and nothing else is on record. */
function onlyLast({ last, path, ...others }: UnitValue): string | null {
  return path === 'direct' && Object.keys(others).length === 0 ? (last ?? null) : null;
}

/** By currency, the middle of bid and ask of its own instrument. */
function middlesOf({ prices, into }: ValuedBy): ReadonlyMap<string, string> {
  const end = `/${into}`;
  const middles = new Map<string, string>();
  for (const [instrument, price] of Object.entries(prices)) {
    const middle = instrument.endsWith(end) ? midPrice(price) : null;
    if (middle !== null) middles.set(instrument.slice(0, -end.length), formatDecimal(middle));
  }
  return middles;
}
