import type { BlockedLane } from '../../../treasury/evidence/weigh.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import { claimLane, concludeLane } from '../../../treasury/instructions/lane-transitions.ts';
import type { BalancesTaken } from '../../../treasury/snapshots/snapshot.ts';
import { CLAIM, IDLE_LANE, SENDING } from '../../samples/instructions.ts';

const { nonce } = CLAIM;
const at = '2026-01-05T09:00:32.000Z';

/** A withdrawal of 1.25 BTC of 3.25, of unknown outcome; quarantine until 09:05. */
export const UNKNOWN = advance(SENDING, {
  kind: 'conclude',
  at,
  nonce,
  outcome: { state: 'unknown', cause: 'timeout', evidence: 'TIMEOUT: no answer in 30 s' },
});

export const BLOCKED = concludeLane(claimLane(IDLE_LANE, CLAIM), {
  nonce,
  at,
  outcome: 'unknown',
}) as BlockedLane;

/** A time of 5 January 2026 and the total of BTC that was read then. */
export type Seen = readonly [time: string, total: string];

/** Totals of BTC, each read at a time of 5 January 2026. */
export function read(...seen: readonly Seen[]): readonly BalancesTaken[] {
  return seen.map(([time, total]) => ({
    takenAt: `2026-01-05T${time}.000Z`,
    balances: { BTC: { total } },
  }));
}
