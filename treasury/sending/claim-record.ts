import type { Debit } from '../counters/counter.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { FirstPaymentDebit } from '../instructions/paid-destination.ts';
import type { Controls } from '../policy/controls.ts';
import { earlier, type Instant, plusSeconds } from '../time/instant.ts';
import { SEND_WINDOW_SECONDS, SENDER_TIMEOUT_SECONDS } from './protocol-limits.ts';

/**
 * A claim's record in the lane. The quarantine ends only when no invocation can be alive that might send or record,
 * and the service has had its bound for executing late.
 */
export function claimRecord(claim: {
  readonly instructionId: string;
  readonly nonce: string;
  readonly at: Instant;
  readonly controls: Controls;
  /** A moment from which it must not leave any more; absent: there is none. */
  readonly leavesBefore?: Instant;
  readonly balanceBefore: string;
  readonly outgoing?: string;
  readonly fee?: string;
  /** In the lane that pays. Empty in the other lane of a trade; absent: nothing counts it. */
  readonly debits?: readonly Debit[];
  readonly outflowVersion?: number;
  readonly firstPayment?: FirstPaymentDebit;
}): ClaimRecord {
  const { instructionId, nonce, at, controls, balanceBefore } = claim;
  const { outgoing, fee, debits, outflowVersion, firstPayment } = claim;
  const window = plusSeconds(at, SEND_WINDOW_SECONDS);
  const sendBy = earlier(window, claim.leavesBefore ?? window);
  return {
    instructionId,
    nonce,
    claimedAt: at,
    sendBy,
    quarantineUntil: plusSeconds(
      window,
      SENDER_TIMEOUT_SECONDS + controls.lateExecutionBoundSeconds,
    ),
    balanceBefore,
    ...(outgoing === undefined ? {} : { outgoing }),
    ...(fee === undefined ? {} : { fee }),
    ...(debits === undefined ? {} : { debits }),
    ...(outflowVersion === undefined ? {} : { outflowVersion }),
    ...(firstPayment === undefined ? {} : { firstPayment }),
  };
}
