import { type HeldBefore, totalSince } from '../evidence/points.ts';
import { sayUnreadable } from '../facts/sentences/say/unreadable.ts';
import type { Lane } from '../instructions/lane.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { type Absent, balanceOf } from '../valuation/balance.ts';

export type FallVerdict =
  /** A balance after the quarantine is stated, and none since the claim is lower than the one before. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-later-balance'; readonly message: string }
  | { readonly kind: 'fall'; readonly message: string };

/**
 * Whether the balance fell since a claim, snapshot by snapshot. While a lane is blocked Sluice itself moves nothing
 * of the currency, so every fall is unexplained. A rise is a deposit; it is compared step by step, so that a deposit
 * between two snapshots does not hide a fall between others. A reading that does not state the currency shows neither.
 */
export function unexplainedFall(lane: Lane, readings: readonly BalancesTaken[]): FallVerdict {
  const { status, currency } = lane;
  if (status.state === 'idle') throw new Error(`lane ${currency} holds no claim to look for`);
  const { claimedAt, quarantineUntil, balanceBefore } = status.claim;
  // Ticks may be carried out late: what counts is the order in which the balances were read.
  const since = readings
    .filter(({ takenAt }) => takenAt >= claimedAt)
    .sort((a, b) => (a.takenAt < b.takenAt ? -1 : 1));
  const stated = statedTotals(since, { currency, balanceBefore });
  if (!stated.some(({ takenAt }) => takenAt > quarantineUntil)) {
    const message = `no balance has been read after the quarantine, which ends ${quarantineUntil}${leftOut(since.at(-1), currency)}`;
    return { kind: 'no-later-balance', message };
  }
  let before = balanceBefore;
  for (const { takenAt, after } of stated) {
    if (decimalOf(after).lessThan(decimalOf(before))) {
      const message = `the balance fell from ${before} to ${after} ${currency} by ${takenAt}, and nothing explains it: two people decide`;
      return { kind: 'fall', message };
    }
    before = after;
  }
  return { kind: 'none' };
}

interface StatedTotal {
  readonly takenAt: Instant;
  readonly after: string;
}

function statedTotals(
  readings: readonly BalancesTaken[],
  before: HeldBefore,
): readonly StatedTotal[] {
  return readings.flatMap(({ takenAt, balances }) => {
    const after = totalSince(balances, before);
    return after === null ? [] : [{ takenAt, after }];
  });
}

/** Why the last reading states no balance, where it states none. */
function leftOut(last: BalancesTaken | undefined, currency: string): string {
  if (last === undefined) return '';
  const reading = balanceOf(last.balances, currency);
  switch (reading.kind) {
    case 'stated':
      return '';
    case 'not-listed':
      return `; ${currency} is not in the answer${sinceOf(reading.away)}`;
    case 'unreadable':
      return `; ${currency} cannot be read in the answer: ${sayUnreadable(reading.unreadable.why)}`;
    default:
      return reading satisfies never;
  }
}

function sinceOf(away: Absent | null): string {
  return away?.since === undefined ? '' : ` since ${away.since}`;
}
