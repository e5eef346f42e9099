import { duration } from '../policy/wording.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { type Instant, plusSeconds, secondsBetween } from '../time/instant.ts';

/** Seconds after which an approved instruction is cancelled: the balances it was decided on are
 * history by then, and the next snapshot decides anew. */
export const APPROVED_EXPIRY_SECONDS = 900;

export type ApprovalAge =
  | { readonly kind: 'fresh' }
  /** By this clock the approval is still to come: the clock runs behind the one that approved. */
  | { readonly kind: 'before-it'; readonly words: string }
  | { readonly kind: 'too-old'; readonly words: string };

/**
 * How old an approval is by the clock of whoever is about to send. Two things rest on that clock alone:
 * the end of the quarantine, which a clock far behind would put into the past, so that people could
 * release what may still be sent; and the rolling budgets, in which a clock far ahead sees nothing of
 * today any more. A minute behind is within what the quarantine has to spare: it counts the function's
 * whole timeout from sendBy, and sending ends forty seconds after its claim. Too old is what the watchdog
 * cancels, also where a failure queue delivers it before the watchdog has looked.
 */
export function judgeApprovalAge(approvedAt: Instant, now: Instant): ApprovalAge {
  if (secondsBetween(approvedAt, now) < -MAX_CLOCK_SKEW_SECONDS) {
    const words = `it is only ${now} by the sender's clock, and the approval is of ${approvedAt}: with a clock more than ${duration(MAX_CLOCK_SKEW_SECONDS)} behind nothing is sent`;
    return { kind: 'before-it', words };
  }
  if (now < plusSeconds(approvedAt, APPROVED_EXPIRY_SECONDS)) return { kind: 'fresh' };
  const words = `not sent within ${APPROVED_EXPIRY_SECONDS} s of its approval; the next snapshot decides anew`;
  return { kind: 'too-old', words };
}
