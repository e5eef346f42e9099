import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';

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

/** The total of a currency; one that a reading does not name is not held. */
export function totalIn({ balances }: Pick<Reading, 'balances'>, currency: string): Decimal {
  const balance = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  return balance === undefined ? ZERO : decimalOf(balance.total);
}

/** Reporting currency per unit, as the snapshot recorded it; null without a price path. */
export function priceIn(
  { valuation }: Pick<Reading, 'valuation'>,
  currency: string,
): string | null {
  const { values } = valuation;
  return (Object.hasOwn(values, currency) ? values[currency]?.price : undefined) ?? null;
}
