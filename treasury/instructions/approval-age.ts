import type { SweepRule } from '../policy/sweep-rule.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
import { duration } from '../time/duration.ts';
import { type Instant, plusSeconds, secondsBetween } from '../time/instant.ts';
import type { Instruction } from './instruction.ts';

/**
 * Seconds after which an approved instruction is cancelled: its balances are out of date by then, and the next
 * snapshot, or the next occurrence of a schedule, decides again.
 */
export const APPROVED_EXPIRY_SECONDS = 900;

export type ApprovalAge =
  | { readonly kind: 'fresh' }
  /** By this clock the approval is still to come: the clock runs behind the approver's. */
  | { readonly kind: 'before-it'; readonly message: string }
  | { readonly kind: 'too-old' };

/**
 * How old an approval is by the sender's clock. Two things rest on that clock alone: the end of the quarantine, which
 * a clock far behind would put into the past, so that people could release what may still be sent; and the rolling
 * budgets, in which a clock far ahead sees nothing of today any more. A minute behind is within the margin of the
 * quarantine: it counts the function's whole timeout from sendBy, and sending ends forty seconds after its claim. The
 * watchdog cancels approvals that are too old; the limit also applies if a failure queue delivers one before the
 * watchdog has looked.
 */
export function judgeApprovalAge(approvedAt: Instant, now: Instant): ApprovalAge {
  if (secondsBetween(approvedAt, now) < -MAX_CLOCK_SKEW_SECONDS) {
    const message = `it is only ${now} by the sender's clock, and the approval is of ${approvedAt}: with a clock more than ${duration(MAX_CLOCK_SKEW_SECONDS)} behind nothing is sent`;
    return { kind: 'before-it', message };
  }
  if (now < plusSeconds(approvedAt, APPROVED_EXPIRY_SECONDS)) return { kind: 'fresh' };
  return { kind: 'too-old' };
}

/** What an instruction is told that was not sent in time, and what comes after it. */
export function tooOldMessage(
  { origin }: Pick<Instruction, 'origin'>,
  rules: readonly Pick<SweepRule, 'id' | 'schedule'>[],
): string {
  const late = `not sent within ${APPROVED_EXPIRY_SECONDS} s of its approval`;
  if (origin.kind === 'request') return `${late}; ask anew`;
  const rule = rules.find(({ id }) => id === origin.ruleId);
  if (rule === undefined) return `${late}; its rule is gone`;
  // Its occurrence is used up: the next snapshot decides nothing about it.
  return rule.schedule.kind === 'cron'
    ? `${late}; the occurrence ${origin.occurrence} of rule ${rule.id} is missed, and its next one decides anew`
    : `${late}; the next snapshot decides anew`;
}
