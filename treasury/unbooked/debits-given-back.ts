import { sumOf } from '../booking/booking.ts';
import type { Debit } from '../counters/counter.ts';
import { shareOf } from '../counters/counts.ts';
import type { Lane } from '../instructions/lane.ts';
import { decimalOf } from '../money/decimal-text.ts';

/**
 * The debits of everything unbooked in a lane: for an amount that was booked in part, the share of its unbooked part.
 * Amounts that were added up, since there were too many, have lost their debits and stay debited. Each claim's debits stand
 * once, whatever entries there are, and never more of them goes back than there is.
 */
export function debitsOf({ booking }: Lane): readonly Debit[] {
  return Object.entries(booking.debited ?? {}).flatMap(([id, { claimed, debits }]) => {
    const own = booking.entries.filter(({ instructionId }) => instructionId === id);
    if (own.length === 0) return [];
    const unbooked = sumOf(own);
    return debits.map((debit) => shareOf(debit, unbooked, decimalOf(claimed)));
  });
}
