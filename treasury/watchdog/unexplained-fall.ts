import type { Lane } from '../instructions/lane.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';

export type FallVerdict =
  /** A balance after the quarantine exists, and none since the claim is lower than the one before. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-later-balance'; readonly message: string }
  | { readonly kind: 'fall'; readonly message: string };

/**
 * Whether the balance fell since a claim, snapshot by snapshot. While a lane is blocked Sluice itself moves nothing
 * of the currency, so every fall is unexplained. A rise is a deposit; it is compared step by step, so that a deposit
 * between two snapshots does not hide a fall between others.
 */
export function unexplainedFall(lane: Lane, readings: readonly BalancesTaken[]): FallVerdict {
  const { status, currency } = lane;
  if (status.state === 'idle') throw new Error(`lane ${currency} holds no claim to look for`);
  const { claimedAt, quarantineUntil, balanceBefore } = status.claim;
  // Ticks may be carried out late: what counts is the order in which the balances were read.
  const since = readings
    .filter(({ takenAt }) => takenAt >= claimedAt)
    .sort((a, b) => (a.takenAt < b.takenAt ? -1 : 1));
  if (!since.some(({ takenAt }) => takenAt > quarantineUntil)) {
    const message = `no balance has been read after the quarantine, which ends ${quarantineUntil}`;
    return { kind: 'no-later-balance', message };
  }
  let before = balanceBefore;
  for (const { takenAt, balances } of since) {
    const after = balances[currency]?.total ?? '0';
    if (decimalOf(after).lessThan(decimalOf(before))) {
      const message = `the balance fell from ${before} to ${after} ${currency} by ${takenAt}, and nothing explains it: two people decide`;
      return { kind: 'fall', message };
    }
    before = after;
  }
  return { kind: 'none' };
}
