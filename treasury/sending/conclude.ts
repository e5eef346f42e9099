import { appendToChain } from '../audit/audit-entry.ts';
import { expectedChange } from '../evidence/expected-change.ts';
import { advance } from '../instructions/advance.ts';
import { contentWords } from '../instructions/history-words.ts';
import { type Confirmation, currenciesOf, type Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { concludeLatch } from '../instructions/latch.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { Policy } from '../policy/policy.ts';
import type { Change } from '../ports/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { tradeRefund } from '../trades/trade-refund.ts';
import type { SendingPorts } from './ports.ts';
import {
  FIRST_CONCLUDE_PAUSE_MS,
  MAX_CONCLUDE_ATTEMPTS,
  MAX_CONCLUDE_PAUSE_MS,
} from './protocol-limits.ts';

/**
 * Records what became of a POST: instruction, lanes, the ids the service gave and, for an anomaly,
 * the halt of everything, in one write. Only the invocation that holds the nonce may; anything that
 * was written meanwhile is read again. Throws where it can't be recorded: the watchdog then finds
 * a `sending` past its time and calls it unknown.
 */
export async function conclude(
  ports: SendingPorts,
  client: string,
  sent: { readonly instructionId: string; readonly nonce: string },
  outcome: Outcome<Confirmation>,
): Promise<Instruction> {
  let judged = outcome;
  let failure: unknown = new Error('the ledger kept changing while an outcome was recorded');
  for (let attempt = 0; attempt < MAX_CONCLUDE_ATTEMPTS; attempt++) {
    if (attempt > 0) await ports.pause?.(pauseBefore(attempt));
    try {
      const instruction = await ports.ledger.readInstruction(client, sent.instructionId);
      if (instruction === null) throw new Error(`instruction ${sent.instructionId} is gone`);
      if (!canConclude(instruction, sent.nonce, judged)) return instruction;
      const changed = await changesFor(ports, client, instruction, sent.nonce, judged);
      const result = await ports.ledger.commit(client, changed.changes);
      if (result.ok) return changed.instruction;
      if (result.conflicts.includes('know-withdrawal')) {
        judged = await unlessKnown(ports, client, judged);
      }
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** A ledger that throttles is given time: eight attempts at once would all meet the same minute. */
function pauseBefore(attempt: number): number {
  return Math.min(FIRST_CONCLUDE_PAUSE_MS * 2 ** (attempt - 1), MAX_CONCLUDE_PAUSE_MS);
}

function canConclude(
  instruction: Instruction,
  nonce: string,
  outcome: Outcome<Confirmation>,
): boolean {
  const { status } = instruction;
  if (status.state === 'sending') return status.claim.nonce === nonce;
  // Given up meanwhile: only the answer itself can still say more than "unknown".
  const saysMore = outcome.state === 'confirmed' || outcome.state === 'anomaly';
  return status.state === 'unknown' && saysMore && status.claim.nonce === nonce;
}

async function changesFor(
  ports: SendingPorts,
  client: string,
  instruction: Instruction,
  nonce: string,
  outcome: Outcome<Confirmation>,
): Promise<{ instruction: Instruction; changes: readonly Change[] }> {
  const at = ports.now();
  const [policy, lanes] = await Promise.all([
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
  ]);
  const concluded = advance(instruction, { kind: 'conclude', at, nonce, outcome });
  const currencies = currenciesOf(instruction.content);
  const changes: Change[] = [
    { kind: 'replace-instruction', instruction: concluded },
    ...lanes
      .filter((lane) => currencies.includes(lane.currency))
      .map((lane) => laneChange(lane, instruction, policy, { nonce, at, outcome: outcome.state })),
    ...confirmedIds(outcome).map(
      (withdrawalId): Change => ({
        kind: 'know-withdrawal',
        withdrawalId,
        instructionId: instruction.id,
      }),
    ),
  ];
  if (outcome.state === 'not-sent') {
    const { status } = instruction;
    const claim = 'claim' in status ? status.claim : undefined;
    changes.push(...(await tradeRefund(ports.ledger, client, claim)));
  }
  if (outcome.state === 'anomaly') {
    changes.push(...(await haltChanges(ports, client, policy, instruction, outcome, at)));
  }
  return { instruction: concluded, changes };
}

function laneChange(
  lane: Lane,
  instruction: Instruction,
  policy: Policy,
  conclusion: { nonce: string; at: Instant; outcome: Outcome<Confirmation>['state'] },
): Change {
  const { origin } = instruction;
  const rule =
    origin.kind === 'sweep' ? policy.rules.find(({ id }) => id === origin.ruleId) : undefined;
  const concluded = concludeLatch(lane, {
    ...conclusion,
    change: expectedChange(instruction.content, lane.currency),
    ...(rule === undefined ? {} : { backoff: rule.backoff }),
  });
  return { kind: 'replace-lane', lane: concluded, from: lane.latch.state };
}

/** An anomaly halts everything: the counterparty did something other than what was asked. */
async function haltChanges(
  ports: SendingPorts,
  client: string,
  policy: Policy,
  instruction: Instruction,
  { cause, evidence }: Outcome<Confirmation> & { readonly state: 'anomaly' },
  at: Instant,
): Promise<readonly Change[]> {
  const { controls } = policy;
  if (controls === null) return [];
  const asked = contentWords(instruction.content);
  const words = `anomaly "${cause}" in the answer to ${instruction.id}; asked: ${asked}; answered: ${evidence}`;
  const halted = {
    ...controls,
    mode: 'halted',
    haltedBecause: { at, by: 'sluice', words },
    version: controls.version + 1,
  } as const;
  const head = await ports.ledger.readAuditHead(client);
  const entry = appendToChain(head, {
    at,
    by: 'sluice',
    action: 'halt',
    subject: 'controls',
    requestId: instruction.id,
    before: { mode: controls.mode, version: controls.version },
    after: { mode: halted.mode, version: halted.version, words },
  });
  return [
    { kind: 'put-controls', controls: halted },
    { kind: 'append-audit', entry },
  ];
}

function confirmedIds(outcome: Outcome<Confirmation>): readonly string[] {
  return outcome.state === 'confirmed' && outcome.confirmation.kind === 'withdrawal'
    ? outcome.confirmation.withdrawals.map(({ id }) => id)
    : [];
}

/**
 * The write says that an id the service gave is on record. Where that is so, and the instruction is
 * read again as not concluded, another instruction has it: ids and conclusion are one write. A mere
 * collision of two writes leaves no id on record, and is no reason to halt everything.
 */
async function unlessKnown(
  ports: SendingPorts,
  client: string,
  outcome: Outcome<Confirmation>,
): Promise<Outcome<Confirmation>> {
  const known = await ports.ledger.knownWithdrawals(client, confirmedIds(outcome));
  return known.size === 0
    ? outcome
    : { state: 'anomaly', cause: 'known-withdrawal', evidence: outcome.evidence };
}
