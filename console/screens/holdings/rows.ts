import type { components } from '@sluice/client';
import { compareAmounts, differenceOf, percentOf, signOf } from '../../display/amounts.ts';
import type { RangeChange } from '../../reports/value-points.ts';
import { missingOf } from '../../reports/without-text.ts';

export type Snapshot = components['schemas']['SnapshotTaken'];

/** A currency of a snapshot. What has no price has no value, which is null and never zero. */
export interface Holding {
  readonly currency: string;
  readonly balance: string;
  /** What of it can be withdrawn, where the service says so. */
  readonly available: string | null;
  readonly price: string | null;
  readonly value: string | null;
  /** Percent of everything that has a price. */
  readonly share: string | null;
}

/** Every currency of a snapshot, the most valuable first; what has no price stands last. */
export function holdingsOf({ balances, valuation }: Snapshot): readonly Holding[] {
  const whole = valuation.total ?? valuation.partialTotal ?? null;
  return Object.entries(balances)
    .map(([currency, { total, available }]) => {
      const valued = valuation.values[currency];
      return {
        currency,
        balance: total,
        available: available ?? null,
        price: valued?.price ?? null,
        value: valued?.value ?? null,
        share: valued === undefined || whole === null ? null : percentOf(valued.value, whole),
      };
    })
    .sort(mostValuableFirst);
}

function mostValuableFirst(left: Holding, right: Holding): number {
  if (left.value !== null && right.value !== null) return compareAmounts(right.value, left.value);
  if (left.value !== null) return -1;
  if (right.value !== null) return 1;
  return left.currency < right.currency ? -1 : 1;
}

/** From the value of then to that of now; null where one is not known, which is no change of zero. */
export function changeBetween(
  then: string | null | undefined,
  now: string | null | undefined,
  since: string,
): RangeChange | null {
  if (then === null || then === undefined || now === null || now === undefined) return null;
  const amount = differenceOf(now, then);
  return { amount, percent: signOf(then) === 0 ? null : percentOf(amount, then), since };
}

/** What everything with a price was worth; a total that leaves something out is compared with nothing. */
export function totalOf({ valuation }: Snapshot): {
  readonly amount: string | null;
  readonly isWhole: boolean;
  readonly without: readonly string[];
} {
  const { total, partialTotal, unvalued } = valuation;
  return { amount: total ?? partialTotal ?? null, isWhole: total !== null, without: unvalued };
}

/** The change of the totals of two snapshots that leave out the same currencies; null for others. */
export function changeOfTotals(then: Snapshot, now: Snapshot): RangeChange | null {
  const [before, after] = [totalOf(then), totalOf(now)];
  const isAlike =
    before.without.join() === after.without.join() &&
    missingOf(then.notStated).join() === missingOf(now.notStated).join();
  return isAlike ? changeBetween(before.amount, after.amount, then.takenAt) : null;
}
