import type { UNBOOKED_BUDGETS } from '../booking/booking.ts';
import type { UnbookedOutcome } from '../ledger/unbooked-conclusion.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** People's conclusion about everything unbooked in a currency; their comments are in the audit log. */
interface UnbookedData {
  readonly currency: string;
  readonly version: number;
  /** Decimal text. */
  readonly amount: string;
  readonly outcome: UnbookedOutcome['outcome'];
  /** The fate of the debits; null if it was booked. */
  readonly budget: (typeof UNBOOKED_BUDGETS)[number] | null;
  readonly instructionIds: readonly string[];
  readonly expiresAt: Instant;
  /** The person who said it, and the person who agreed. */
  readonly people: readonly string[];
}

export interface UnbookedEvents {
  readonly 'com.sluice.unbooked.conclusion-proposed': UnbookedData;
  readonly 'com.sluice.unbooked.concluded': UnbookedData;
}

/** One event for each person's word. */
export function unbookedEvent({ after }: MoveOf<'unbooked'>): EventBody {
  const { currency, version, amount, outcome, entries, expiresAt, by, at, concluded } = after;
  const data: UnbookedData = {
    currency,
    version,
    amount,
    outcome,
    budget: after.outcome === 'booked' ? null : after.budget,
    instructionIds: entries.map(({ instructionId }) => instructionId),
    expiresAt,
    people: concluded === undefined ? [by] : [by, concluded.by],
  };
  const write = `${currency}/${version}`;
  return concluded === undefined
    ? { type: 'com.sluice.unbooked.conclusion-proposed', subject: currency, time: at, write, data }
    : { type: 'com.sluice.unbooked.concluded', subject: currency, time: concluded.at, write, data };
}
