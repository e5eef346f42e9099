import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { heldOf } from '../valuation/balance.ts';
import { pricePath } from '../valuation/price-path.ts';
import { trustedPrices } from '../valuation/trusted-prices.ts';
import { isUnbelievable } from '../valuation/value.ts';

/** The part of a snapshot that reconciling needs. Misses are no readings. */
export type Reading = Pick<
  SnapshotTaken,
  'scheduledFor' | 'takenAt' | 'balances' | 'valuation' | 'prices' | 'pricesDoubted'
>;

/** A reading as others refer to it. */
export type ReadingId = Pick<Reading, 'scheduledFor' | 'takenAt'>;

/**
 * The readings in the order of their ticks. A tick that was carried out so late that a later tick's balances were
 * read before its own is ignored. Between the rest the order of ticks is the order in which balances were read. The
 * result depends on the set alone, in whichever order its members arrived.
 */
export function chainOf<R extends ReadingId>(readings: readonly R[]): readonly R[] {
  const byTick = new Map(readings.map((reading) => [reading.scheduledFor, reading]));
  const latestFirst = [...byTick.values()].sort((a, b) =>
    a.scheduledFor < b.scheduledFor ? 1 : -1,
  );
  const kept: R[] = [];
  for (const reading of latestFirst) {
    const later = kept.at(-1);
    if (later === undefined || reading.takenAt < later.takenAt) kept.push(reading);
  }
  return kept.reverse();
}

/** The total of a currency, and the reading that stated it. */
export interface BookedTotal extends ReadingId {
  readonly total: Decimal;
}

/**
 * The total of a currency as the books have it after a reading. One that the reading does not state has not moved, as far
 * as is known: the last reading that stated it still counts, and what it moved meanwhile shows when it is stated again. One
 * that was never stated before is not held.
 */
export function bookedTotal(
  { balances, scheduledFor, takenAt }: ReadingId & Pick<Reading, 'balances'>,
  currency: string,
): BookedTotal {
  const held = heldOf(balances, currency);
  if (held.known) return { scheduledFor, takenAt, total: decimalOf(held.balance.total) };
  const { last } = held.reading;
  if (last === undefined) return { scheduledFor, takenAt, total: ZERO };
  return { scheduledFor: last.tick, takenAt: last.readAt, total: decimalOf(last.total) };
}

/**
 * Reporting currency per unit of any currency at a reading. What the snapshot recorded stands; of a currency that it does not
 * list, such as one that was swept to zero at a service that omits zeros, its stored prices say it, along the path and without
 * the prices that a listed one would be valued by. Null without a path.
 */
export function priceIn(
  reading: Pick<Reading, 'valuation' | 'prices' | 'pricesDoubted'>,
  currency: string,
): string | null {
  const { values, apart = {}, reportingCurrency } = reading.valuation;
  for (const recorded of [values, apart]) {
    const value = Object.hasOwn(recorded, currency) ? recorded[currency] : undefined;
    if (value !== undefined) return value.price;
  }
  const path = pricePath(currency, reportingCurrency, trustedPrices(reading));
  return path === null || isUnbelievable(path.price) ? null : formatDecimal(path.price);
}
