import type { RuleDecision } from '../decisions/decision.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { ApprovalTiers, Controls } from '../policy/controls.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { NOTHING_USED, type Used } from './approval-usage.ts';

/**
 * How many people have to approve, by the tiers of the controls, together with the amounts that fewer people approved
 * in the 24 hours before. `value`: in the reporting currency, decimal text; null if it is not known, which counts as
 * above every tier. Where those amounts cannot be read two have to, whom no tier counts. Pure.
 */
export function approvalsByTier(
  tiers: ApprovalTiers | undefined,
  value: string | null,
  { byNobody, byFewerThanTwo, isUnreadable }: Used = NOTHING_USED,
): 0 | ApprovalCount {
  if (isUnreadable) return 2;
  const above = (limit: string | undefined, before: Decimal | null): boolean =>
    limit !== undefined &&
    (value === null ||
      before === null ||
      before.plus(decimalOf(value)).greaterThan(decimalOf(limit)));
  if (above(tiers?.twoAbove, byFewerThanTwo)) return 2;
  return above(tiers?.oneAbove, byNobody) ? 1 : 0;
}

/** The approvals of a decision to sweep. */
export type SweptAmount = Pick<
  RuleDecision & { readonly outcome: 'sweep' },
  'currency' | 'amount' | 'needsApproval'
>;

/**
 * The number that the rules require themselves, or the number that the controls require for a sweep of this value,
 * whichever is more.
 */
export function approvalsForSweep(
  values: BelievedValues,
  { approvalTiers, reportingCurrency }: Controls,
  { currency, amount, needsApproval }: SweptAmount,
  used: Used,
): 0 | ApprovalCount {
  const value = valueOfAmount(values, currency, amount, reportingCurrency);
  const byTier = approvalsByTier(approvalTiers, value, used);
  return byTier === 0 && needsApproval ? 1 : byTier;
}

/**
 * How many different people approved an instruction, two at most; an approval by a rule or a limit counts as zero
 * people.
 */
export function peopleBehind({ status }: Instruction): 0 | ApprovalCount {
  if (status.state !== 'approved') return 0;
  const people = new Set((status.approvals ?? []).map(({ by }) => by)).size;
  return people >= 2 ? 2 : people === 1 ? 1 : 0;
}
