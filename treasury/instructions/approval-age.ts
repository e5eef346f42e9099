import type { StopFact } from '../facts/stop-fact.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';
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
  | { readonly kind: 'before-it' }
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
    return { kind: 'before-it' };
  }
  if (now < plusSeconds(approvedAt, APPROVED_EXPIRY_SECONDS)) return { kind: 'fresh' };
  return { kind: 'too-old' };
}

/** Why an instruction ends that was not sent in time, and what comes after it. */
export function notSentInTime(
  { origin }: Pick<Instruction, 'origin'>,
  rules: readonly Pick<SweepRule, 'id' | 'schedule'>[],
): StopFact {
  const late = { code: 'not-sent-in-time', seconds: APPROVED_EXPIRY_SECONDS } as const;
  if (origin.kind === 'request') return { ...late, next: { code: 'ask-anew' } };
  const { ruleId, occurrence } = origin;
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined) return { ...late, next: { code: 'rule-gone' } };
  return rule.schedule.kind === 'cron'
    ? { ...late, next: { code: 'occurrence-missed', ruleId, occurrence } }
    : { ...late, next: { code: 'next-snapshot' } };
}
