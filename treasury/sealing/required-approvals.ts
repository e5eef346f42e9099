import type { Instruction } from '../instructions/instruction.ts';
import { approvalsOfRequest } from '../instructions/requester.ts';
import { approvalsByTier } from '../limits/approvals-required.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { isValueLimit, type Limit } from '../policy/limit.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Authorisation } from '../seals/seal.ts';

/**
 * The approvals that an instruction needs by the current policy, computed again by the sender: never fewer than when
 * it was decided. A person's request needs another person, and a program's two, whatever its value.
 */
export function approvalsRequiredNow(
  instruction: Instruction,
  { controls, rule }: { readonly controls: Controls; readonly rule: SweepRule | null },
  { approvalsRequired }: Authorisation,
): number {
  const { origin, content, conversion, value } = instruction;
  const byPerson = origin.kind === 'request' ? approvalsOfRequest(origin.requestedBy) : 0;
  if (content.kind === 'trade' && conversion === undefined) {
    return Math.max(approvalsRequired, byPerson);
  }
  const { amount } = conversion ?? content;
  const worth = value?.currency === controls.reportingCurrency ? value.amount : null;
  const byRule = isAbove(amount, value, rule?.approvalAbove) ? 1 : 0;
  const byTier = approvalsByTier(controls.approvalTiers, worth);
  return Math.max(approvalsRequired, byPerson, byRule, byTier);
}

/** Different people who approved it, without the person who requested it. */
export function countApprovals({ origin, status }: Instruction): number {
  const approvals = status.state === 'approved' ? (status.approvals ?? []) : [];
  const people = new Set(approvals.map(({ by }) => by));
  if (origin.kind === 'request') people.delete(origin.requestedBy);
  return people.size;
}

/** A value that is not known, or known in another currency, is above any limit by value. */
function isAbove(amount: string, value: Instruction['value'], limit: Limit | undefined): boolean {
  if (limit === undefined) return false;
  if (!isValueLimit(limit)) return decimalOf(amount).greaterThan(decimalOf(limit));
  return (
    value?.currency !== limit.in || decimalOf(value.amount).greaterThan(decimalOf(limit.value))
  );
}
