import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Instant } from '../time/instant.ts';
import type { DecisionCommand } from './judge-decision.ts';

type Decided = Pick<DecisionCommand, 'by' | 'decision' | 'comment' | 'instructionId' | 'requestId'>;

/** The entry that puts one person's decision about an instruction on record, with the states before and after it. */
export function auditedDecision(
  head: AuditHead,
  { by, decision, comment, instructionId, requestId }: Decided,
  {
    at,
    before,
    after,
  }: { readonly at: Instant; readonly before: Instruction; readonly after: Instruction },
): LedgerWrite {
  const entry = appendToChain(head, {
    at,
    by,
    action: decision,
    subject: instructionId,
    requestId,
    before: { state: before.status.state, version: before.version },
    after: { state: after.status.state, version: after.version, comment, content: after.content },
  });
  return { kind: 'append-audit', entry };
}
