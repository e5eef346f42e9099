import { appendToChain } from '../audit/audit-entry.ts';
import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { withoutSeal } from '../sealing/messages.ts';
import type { SettlePorts } from './settle.ts';

export type WithdrawProposalResult =
  | { readonly result: 'withdrawn'; readonly instruction: Instruction }
  /** There is no instruction, or it has no proposal. */
  | { readonly result: 'nothing-proposed' }
  | { readonly result: 'proposed-by-another'; readonly by: string }
  /** Another writer came in between; nothing was changed. */
  | { readonly result: 'contended' };

/** Takes back a person's word about the outcome of a request, as long as no second person has agreed. */
export async function withdrawProposal(
  ports: Pick<SettlePorts, 'now'> & {
    readonly ledger: Pick<SettlePorts['ledger'], 'readInstruction' | 'readAuditHead' | 'commit'>;
  },
  command: {
    readonly tenant: string;
    readonly instructionId: string;
    readonly by: string;
    readonly requestId: string;
  },
): Promise<WithdrawProposalResult> {
  const { tenant, instructionId, by, requestId } = command;
  const [instruction, head] = await Promise.all([
    ports.ledger.readInstruction(tenant, instructionId),
    ports.ledger.readAuditHead(tenant),
  ]);
  const proposal = instruction?.settlement;
  if (instruction === null || proposal === undefined) return { result: 'nothing-proposed' };
  if (proposal.by !== by) return { result: 'proposed-by-another', by: proposal.by };
  const at = ports.now();
  const next = advance(instruction, { kind: 'withdraw-settlement', at, by });
  const fact = {
    at,
    by,
    action: 'withdraw-settlement',
    subject: instructionId,
    requestId,
    before: { proposal: withoutSeal(proposal), version: instruction.version },
    after: { version: next.version },
  };
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'replace-instruction', instruction: next },
    { kind: 'append-audit', entry: appendToChain(head, fact) },
  ]);
  return ok ? { result: 'withdrawn', instruction: next } : { result: 'contended' };
}
