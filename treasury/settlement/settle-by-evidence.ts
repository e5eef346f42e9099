import { appendToChain } from '../audit/audit-entry.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { expectedChange } from '../evidence/expected-change.ts';
import type { HeldLane } from '../evidence/weigh.ts';
import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { freeLatch } from '../instructions/latch.ts';
import type { Change, Ledger } from '../ports/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { tradeRefund } from '../trades/trade-refund.ts';

export type AutomaticVerdict =
  | { readonly kind: 'settles'; readonly executed: boolean }
  | { readonly kind: 'people'; readonly words: string };

/**
 * Whether evidence alone may settle an unknown outcome: after the quarantine, with every reading kept,
 * exactly one explanation for each currency concerned, all with the same answer, and in the ledger in
 * which the currency was armed. Pure.
 */
export function automaticVerdict(
  evidence: Evidence,
  quarantineUntil: Instant,
  at: Instant,
  armedHere: boolean,
): AutomaticVerdict {
  // A restored ledger has forgotten every flow since its backup: a fall that one of them explains would
  // be taken for this request.
  if (!armedHere) {
    return {
      kind: 'people',
      words: 'the currency was armed in another table, a backup was restored',
    };
  }
  if (at < quarantineUntil || !evidence.afterQuarantine) {
    return { kind: 'people', words: `the quarantine lasts until ${quarantineUntil}` };
  }
  if (evidence.omitted > 0) {
    return { kind: 'people', words: 'the balance moved too often for all of it to be kept' };
  }
  const answers = evidence.currencies.flatMap(({ explanations }) => explanations);
  const [first] = answers;
  const one = evidence.currencies.every(({ explanations }) => explanations.length === 1);
  if (first === undefined || !one || answers.some((each) => each.executed !== first.executed)) {
    return { kind: 'people', words: 'not exactly one explanation fits every reading' };
  }
  return { kind: 'settles', executed: first.executed };
}

/** Settles by evidence alone, in one conditional write; false where somebody else wrote first. */
export async function settleByEvidence(
  ledger: Pick<Ledger, 'readTradeUsage' | 'readAuditHead' | 'commit'>,
  instruction: Instruction,
  held: readonly HeldLane[],
  evidence: Evidence,
  executed: boolean,
  at: Instant,
): Promise<boolean> {
  const words = `settled without people, as the controls allow: ${evidence.words}`;
  const next = advance(instruction, { kind: 'settle-by-evidence', at, executed, words });
  const head = await ledger.readAuditHead(instruction.client);
  const entry = appendToChain(head, {
    at,
    by: 'sluice',
    action: 'settle-by-evidence',
    subject: instruction.id,
    requestId: instruction.id,
    before: { state: instruction.status.state, version: instruction.version },
    after: { state: next.status.state, version: next.version, evidence: evidence.digest },
  });
  const released = executed ? {} : { releasedAt: at };
  const { ok } = await ledger.commit(instruction.client, [
    { kind: 'replace-instruction', instruction: next },
    ...held.map((lane): Change => {
      const change = expectedChange(instruction.content, lane.currency);
      const freed = freeLatch(lane, instruction.id, executed, at, change);
      return { kind: 'replace-lane', lane: freed, from: lane.latch.state, ...released };
    }),
    ...(executed ? [] : await tradeRefund(ledger, instruction.client, held[0]?.latch.claim)),
    { kind: 'append-audit', entry },
  ]);
  return ok;
}
