import { epochMsOf, type Instant } from '../time/instant.ts';
import { epochMsOfIso8601 } from '../time/iso-8601.ts';
import { seenOf } from './evidence.ts';
import type { WithdrawalOutcome } from './outcome.ts';

/**
 * Hours by which a withdrawal's creation may lie before its claim or after the receipt of the answer. A clock is seldom
 * off by minutes; a moment that is local time and called UTC is off by up to 14 hours.
 */
const MAX_HOURS_APART = 24;

const HOUR_MS = 3_600_000;

/** The moments between which a withdrawal was created that answers this request. */
export interface RequestTimes {
  readonly claimedAt: Instant;
  readonly receivedAt: Instant;
}

/**
 * A confirmation holds only if each withdrawal was created about when the request was on its way: one of last week with
 * the same account and amount is another withdrawal, which this ledger may not know. What became of the request itself is
 * then not known. A moment without a zone, or that is none, is kept and says nothing; so does a missing one.
 */
export function judgeCreated(outcome: WithdrawalOutcome, times: RequestTimes): WithdrawalOutcome {
  if (outcome.state !== 'confirmed') return outcome;
  const { withdrawals } = outcome.confirmation;
  const earliest = epochMsOf(times.claimedAt) - MAX_HOURS_APART * HOUR_MS;
  const latest = epochMsOf(times.receivedAt) + MAX_HOURS_APART * HOUR_MS;
  const other = withdrawals.find(({ createdAt = '' }) => {
    const createdMs = epochMsOfIso8601(createdAt);
    return createdMs !== null && (createdMs < earliest || createdMs > latest);
  });
  if (other === undefined) return outcome;
  const { id, createdAt = '' } = other;
  const found = { code: 'other-time', id, createdAt, hours: MAX_HOURS_APART } as const;
  return {
    state: 'unknown',
    cause: 'other-time',
    ...seenOf({ ...outcome, found }),
    withdrawalIds: [...new Set(withdrawals.map((each) => each.id))],
  };
}
