import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { heldOf } from '../valuation/balance.ts';

/** The part of a snapshot that reconciling needs. Misses are no readings. */
export type Reading = Pick<SnapshotTaken, 'scheduledFor' | 'takenAt' | 'balances' | 'valuation'>;

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
  { balances, scheduledFor, takenAt }: Omit<Reading, 'valuation'>,
  currency: string,
): BookedTotal {
  const held = heldOf(balances, currency);
  if (held.known) return { scheduledFor, takenAt, total: decimalOf(held.balance.total) };
  const { last } = held.reading;
  if (last === undefined) return { scheduledFor, takenAt, total: ZERO };
  return { scheduledFor: last.tick, takenAt: last.readAt, total: decimalOf(last.total) };
}

/** Reporting currency per unit, as the snapshot recorded it; null without a price path. */
export function priceIn(
  { valuation }: Pick<Reading, 'valuation'>,
  currency: string,
): string | null {
  const { values } = valuation;
  return (Object.hasOwn(values, currency) ? values[currency]?.price : undefined) ?? null;
}
