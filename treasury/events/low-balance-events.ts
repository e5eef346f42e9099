import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A balance against the `low` of a rule. */
interface LowBalanceData {
  readonly ruleId: string;
  readonly currency: string;
  /** Decimal text in the currency. */
  readonly balance: string;
  readonly low: string;
  /** What would fill it up to what the rule keeps; null if it keeps a value, or the balance is not below any more. */
  readonly missing: string | null;
  /** Tick of the snapshot that showed it first. */
  readonly snapshot: Instant;
}

export interface LowBalanceEvents {
  readonly 'com.sluice.balance.below-low': LowBalanceData;
  readonly 'com.sluice.balance.over-low': LowBalanceData;
}

/** One event for each fall below, and one for its end. */
export function lowBalanceEvent({ before, after }: MoveOf<'low-balance'>): EventBody | null {
  const { ruleId, currency, balance, low, missing = null, snapshot, since, state, version } = after;
  if (before?.version === version) return null;
  return {
    type: state === 'below' ? 'com.sluice.balance.below-low' : 'com.sluice.balance.over-low',
    subject: ruleId,
    time: since,
    write: `${ruleId}/${version}`,
    data: { ruleId, currency, balance, low, missing, snapshot },
  };
}
