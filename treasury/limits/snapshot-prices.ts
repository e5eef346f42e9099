import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { PricesRead } from './outflow-view.ts';

/** The prices that a snapshot values with: without those that it doubts. */
export function pricesOf({ valuation, inputs, takenAt }: SnapshotTaken): PricesRead {
  return { valuation, readAt: inputs?.prices?.readAt ?? takenAt };
}
