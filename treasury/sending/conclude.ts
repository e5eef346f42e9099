import { expectedChange } from '../evidence/expected-change.ts';
import { auditHalts } from '../halt/audit-halts.ts';
import type { HaltAct } from '../halt/halt-state.ts';
import { advance } from '../instructions/advance.ts';
import { contentWords } from '../instructions/history-words.ts';
import { type Confirmation, currenciesOf, type Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { concludeLatch } from '../instructions/latch.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { Policy } from '../policy/policy.ts';
import type { Change } from '../ports/ledger.ts';
import type { Instant } from '../time/instant.ts';
import { takenByTrade } from '../trades/outgoing.ts';
import type { SendingPorts } from './ports.ts';
import {
  FIRST_CONCLUDE_PAUSE_MS,
  MAX_CONCLUDE_ATTEMPTS,
  MAX_CONCLUDE_PAUSE_MS,
} from './protocol-limits.ts';
import { refunds } from './refunds.ts';

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
      if (!canConclude(instruction, sent.nonce, judged)) {
        if (contradictsSettlement(instruction, judged)) {
          await haltAlone(ports, client, instruction.id, judged, 'came after it had been settled');
          await auditHalts(ports, client).catch(() => 0);
        }
        return instruction;
      }
      const changed = await changesFor(ports, client, instruction, sent.nonce, judged);
      const result = await ports.ledger.commit(client, changed.changes);
      if (result.ok) {
        if (judged.state === 'anomaly') await auditHalts(ports, client).catch(() => 0);
        return changed.instruction;
      }
      if (result.conflicts.some((kind) => ID_RECORDS.has(kind))) {
        judged = await unlessKnown(ports, client, judged);
      }
    } catch (error) {
      failure = error;
    }
  }
  if (judged.state === 'anomaly') {
    await haltAlone(ports, client, sent.instructionId, judged, 'could not be recorded');
  }
  throw failure;
}

type Anomaly = Outcome<Confirmation> & { readonly state: 'anomaly' };

/**
 * People, or the evidence, settled it while its sender was away, and now the service turns out to have answered with
 * something else than was asked. What they said stands; nothing more leaves before somebody has looked.
 */
function contradictsSettlement(
  { status }: Instruction,
  outcome: Outcome<Confirmation>,
): outcome is Anomaly {
  if (outcome.state !== 'anomaly') return false;
  if (status.state === 'released') return true;
  if (status.state !== 'confirmed') return false;
  const { confirmation } = status;
  if (confirmation.kind === 'evidence') return true;
  if (confirmation.kind !== 'settled') return false;
  // Known from the very people who settled it: the answer says what they said.
  const { withdrawalId } = confirmation;
  const known = outcome.cause === 'known-withdrawal' && withdrawalId !== undefined;
  return !(known && outcome.evidence.startsWith(`withdrawal ${withdrawalId} `));
}

/** It cannot be noted with the instruction; that something is wrong at the service can, and stops everything. */
async function haltAlone(
  ports: SendingPorts,
  client: string,
  instructionId: string,
  { cause, evidence }: Anomaly,
  why: string,
): Promise<void> {
  const words = `anomaly "${cause}" in the answer to ${instructionId}, which ${why}; answered: ${evidence}`;
  const { now, nonce, ledger } = ports;
  await ledger.halt(client, {
    id: nonce(),
    at: now(),
    by: 'sluice',
    words,
    requestId: instructionId,
  });
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
      .map((lane) => laneChange(lane, instruction, policy, { nonce, at, outcome })),
    ...idRecords(outcome, instruction.id),
  ];
  if (outcome.state === 'not-sent') {
    const { status } = instruction;
    const claim = 'claim' in status ? status.claim : undefined;
    changes.push(...(await refunds(ports.ledger, client, claim)));
  }
  if (outcome.state === 'anomaly') {
    changes.push({ kind: 'halt', act: anomalyHalt(ports, instruction, outcome) });
  }
  return { instruction: concluded, changes };
}

function laneChange(
  lane: Lane,
  instruction: Instruction,
  policy: Policy,
  { nonce, at, outcome }: { nonce: string; at: Instant; outcome: Outcome<Confirmation> },
): Change {
  const { origin } = instruction;
  const rule =
    origin.kind === 'sweep' ? policy.rules.find(({ id }) => id === origin.ruleId) : undefined;
  const executed = executedOf(lane, instruction, outcome);
  const concluded = concludeLatch(lane, {
    nonce,
    at,
    outcome: outcome.state,
    ...(executed === undefined ? {} : { executed }),
    change: expectedChange(instruction.content, lane.currency),
    ...(rule === undefined ? {} : { backoff: rule.backoff }),
  });
  return { kind: 'replace-lane', lane: concluded, from: lane.latch.state };
}

/** What a trade really took out of the lane's currency, where its answer says so to the end. */
function executedOf(
  { currency, latch }: Lane,
  { content }: Instruction,
  outcome: Outcome<Confirmation>,
): string | undefined {
  if (content.kind !== 'trade' || latch.state === 'idle' || outcome.state !== 'confirmed') return;
  const { confirmation } = outcome;
  const trade = confirmation.kind === 'trade' ? confirmation.trade : undefined;
  if (trade?.executed === undefined) return;
  const { executed, fees } = trade;
  const known = fees === undefined ? { executed } : { executed, fees };
  return takenByTrade(content, currency, latch.claim.outgoing, known);
}

/** An anomaly halts everything: the counterparty did something other than what was asked. */
function anomalyHalt(
  { now, nonce }: SendingPorts,
  instruction: Instruction,
  { cause, evidence }: Outcome<Confirmation> & { readonly state: 'anomaly' },
): HaltAct {
  const asked = contentWords(instruction.content);
  const words = `anomaly "${cause}" in the answer to ${instruction.id}; asked: ${asked}; answered: ${evidence}`;
  return { id: nonce(), at: now(), by: 'sluice', words, requestId: instruction.id };
}

/** The writes with which an id of the service is recorded, each on condition that it is not on record. */
const ID_RECORDS: ReadonlySet<Change['kind']> = new Set<Change['kind']>([
  'know-withdrawal',
  'record-trade-id',
]);

/** What the service called the withdrawals it confirmed, or the trade, whatever became of that. */
function idRecords(outcome: Outcome<Confirmation>, instructionId: string): readonly Change[] {
  const tradeId = tradeIdOf(outcome);
  return [
    ...confirmedIds(outcome).map(
      (withdrawalId): Change => ({ kind: 'know-withdrawal', withdrawalId, instructionId }),
    ),
    ...(tradeId === undefined
      ? []
      : [{ kind: 'record-trade-id', tradeId, instructionId } satisfies Change]),
  ];
}

function tradeIdOf(outcome: Outcome<Confirmation>): string | undefined {
  if (outcome.state === 'unknown' || outcome.state === 'anomaly') return outcome.tradeId;
  return outcome.state === 'confirmed' && outcome.confirmation.kind === 'trade'
    ? outcome.confirmation.trade.id
    : undefined;
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
  const { evidence } = outcome;
  const tradeId = tradeIdOf(outcome);
  const [withdrawals, trades] = await Promise.all([
    ports.ledger.knownWithdrawals(client, confirmedIds(outcome)),
    ports.ledger.knownTrades(client, tradeId === undefined ? [] : [tradeId]),
  ]);
  if (withdrawals.size > 0) return { state: 'anomaly', cause: 'known-withdrawal', evidence };
  return trades.size > 0 ? { state: 'anomaly', cause: 'known-trade', evidence } : outcome;
}
