import type { Instruction } from '../instructions/instruction.ts';
import type { ClaimRecord } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { debitApproval, hasTiers, usedWithin } from '../limits/approval-usage.ts';
import { approvalsNeeded, peopleBehind } from '../limits/approvals-needed.ts';
import type { Controls } from '../policy/controls.ts';

export type RoomForClaim =
  /** What the claim has to write beside itself. */
  | { readonly ok: true; readonly debit: readonly LedgerWrite[] }
  | {
      readonly ok: false;
      readonly why: {
        readonly reason: 'approval-missing';
        readonly explanation: string;
        readonly checks: readonly [];
      };
    };

/** What an instruction was worth when it was proposed; null where that is not known in this currency. */
export function valueIn({ value }: Instruction, reportingCurrency: string): string | null {
  return value?.currency === reportingCurrency ? value.amount : null;
}

/**
 * Whether as many people approved as the tiers ask for by now, with all that was claimed in 24 hours, and what the
 * claim then writes. What was read here is its condition, so two claims never count on the same room. More people
 * than approved cannot be asked any more: the next run, or whoever asked, decides anew.
 */
export async function roomForClaim(
  ledger: Pick<Ledger, 'readApprovalUsage'>,
  instruction: Instruction,
  claim: ClaimRecord,
  controls: Controls,
): Promise<RoomForClaim> {
  const people = peopleBehind(instruction);
  if (people === 2 || !hasTiers(controls)) return { ok: true, debit: [] };
  const { tenant } = instruction;
  const { approvalTiers, reportingCurrency } = controls;
  const usage = await ledger.readApprovalUsage(tenant);
  const used = usedWithin(usage, reportingCurrency, claim.claimedAt);
  const needed = approvalsNeeded(approvalTiers, valueIn(instruction, reportingCurrency), used);
  if (needed > people) {
    const explanation = `With what left in 24 hours it needs the approval of ${needed}, and has that of ${people}; it is decided anew.`;
    return { ok: false, why: { reason: 'approval-missing', explanation, checks: [] } };
  }
  const debited = debitApproval(usage, tenant, claim);
  return {
    ok: true,
    debit: debited === null ? [] : [{ kind: 'put-approval-usage', usage: debited }],
  };
}
