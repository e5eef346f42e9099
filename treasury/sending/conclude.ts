import { takenByTrade } from '../booking/outgoing.ts';
import { expectedChange } from '../evidence/expected-change.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { auditHalts } from '../halt/audit-halts.ts';
import { advance } from '../instructions/advance.ts';
import {
  asSent,
  type Confirmation,
  type Content,
  currenciesOf,
  type Instruction,
} from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { type Conclusion, concludeLane } from '../instructions/lane-transitions.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import { destinationOf, failureOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { Policy } from '../policy/policy.ts';
import { doublingPauseMs, retry } from '../retries/retry.ts';
import type { Instant } from '../time/instant.ts';
import { anomalyHalt, unrecordedHalt } from './anomaly-halt.ts';
import { ID_RECORDS, idRecords, unlessKnown } from './id-records.ts';
import { contradictsSettlement, recordLateAnswer } from './late-answer.ts';
import type { SendingPorts } from './ports.ts';
import { CONCLUDE_PAUSE, MAX_CONCLUDE_ATTEMPTS } from './protocol-limits.ts';
import { debitsOfClaim, refunds } from './refunds.ts';

/**
 * Records the outcome of a request: instruction, lanes, the ids the service gave and, for an anomaly, the halt of
 * everything, in one write. Only the invocation that holds the nonce may; after another writer everything is read
 * again. Throws if it cannot be recorded: the watchdog then finds a `sending` past its time and calls it unknown.
 */
export async function conclude(
  ports: SendingPorts,
  tenant: string,
  sent: { readonly instructionId: string; readonly nonce: string },
  outcome: Outcome<Confirmation> | Promise<Outcome<Confirmation>>,
): Promise<Instruction> {
  // What the first attempt needs is read while the outcome is still judged: every write is conditional on it.
  let read: ConcludeView | null = startReading(ports.ledger, tenant, sent.instructionId);
  let judged = await outcome;
  let failure: unknown = new Error('the ledger kept changing while an outcome was recorded');
  const recordOnce = async (): Promise<Instruction | null> => {
    const view = read ?? startReading(ports.ledger, tenant, sent.instructionId);
    read = null;
    try {
      const instruction = await view.instruction;
      if (instruction === null) throw new Error(`instruction ${sent.instructionId} is gone`);
      if (!canConclude(instruction, sent.nonce, judged)) {
        if (contradictsSettlement(instruction, judged)) {
          await recordLateAnswer(ports, tenant, instruction.id, judged);
          await auditHalts(ports, tenant).catch(() => 0);
        }
        return instruction;
      }
      const [policy, lanes] = await Promise.all([view.policy, view.lanes]);
      const seen = { instruction, policy, lanes };
      const changed = await changesFor(ports, tenant, seen, sent.nonce, judged);
      const result = await ports.ledger.commit(tenant, changed.changes);
      if (result.ok) {
        if (judged.state === 'anomaly') await auditHalts(ports, tenant).catch(() => 0);
        return changed.instruction;
      }
      if (result.conflicts.some((kind) => ID_RECORDS.has(kind))) {
        judged = await unlessKnown(ports.ledger, tenant, judged);
      }
    } catch (error) {
      failure = error;
    }
    return null;
  };
  const recorded = await retry(recordOnce, {
    attempts: MAX_CONCLUDE_ATTEMPTS,
    // A ledger that throttles is given time: eight attempts at once would all meet the same minute.
    pause: (attempt) => ports.pause?.(doublingPauseMs(attempt, CONCLUDE_PAUSE)),
  });
  if (recorded !== null) return recorded;
  if (judged.state === 'anomaly') {
    await ports.ledger.halt(tenant, unrecordedHalt(ports, sent.instructionId, judged));
  }
  throw failure;
}

interface ConcludeSeen {
  readonly instruction: Instruction;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
}

/** What an outcome is recorded on, asked for at once. */
interface ConcludeView {
  readonly instruction: Promise<Instruction | null>;
  readonly policy: Promise<Policy>;
  readonly lanes: Promise<readonly Lane[]>;
}

function startReading(
  ledger: SendingPorts['ledger'],
  tenant: string,
  instructionId: string,
): ConcludeView {
  const view = {
    instruction: ledger.readInstruction(tenant, instructionId),
    policy: ledger.readPolicy(tenant),
    lanes: ledger.readLanes(tenant),
  };
  // A read that fails is met where it is awaited; one that nothing waits for any more fails nothing.
  for (const each of Object.values(view)) each.catch(() => undefined);
  return view;
}

function canConclude(
  instruction: Instruction,
  nonce: string,
  outcome: Outcome<Confirmation>,
): boolean {
  const { status } = instruction;
  if (status.state === 'sending') return status.claim.nonce === nonce;
  // The watchdog gave up meanwhile: only the answer itself can still say more than "unknown".
  const saysMore = outcome.state === 'confirmed' || outcome.state === 'anomaly';
  return status.state === 'unknown' && saysMore && status.claim.nonce === nonce;
}

async function changesFor(
  ports: SendingPorts,
  tenant: string,
  { instruction, policy, lanes }: ConcludeSeen,
  nonce: string,
  outcome: Outcome<Confirmation>,
): Promise<{ instruction: Instruction; changes: readonly LedgerWrite[] }> {
  const at = ports.now();
  const concluded = advance(instruction, { kind: 'conclude', at, nonce, outcome });
  const currencies = currenciesOf(instruction.content);
  const unreadable = unreadableIn(lanes, currencies);
  // Its claim stays, and with it what it took: two people settle it once the lane can be read.
  if (unreadable !== null) throw new Error(sayNotSent(unreadable));
  const changes: LedgerWrite[] = [
    { kind: 'replace-instruction', instruction: concluded },
    ...lanes
      .filter((lane) => currencies.includes(lane.currency))
      .map((lane) => laneChange(lane, instruction, policy, { nonce, at, outcome, concluded })),
    ...idRecords(outcome, instruction.id),
    ...missedByEnd(instruction, concluded, policy.rules),
  ];
  if (outcome.state === 'not-sent') {
    const claimed = lanes.filter(isClaimed).filter(({ status }) => status.claim.nonce === nonce);
    changes.push(...(await refunds(ports.ledger, tenant, debitsOfClaim(claimed))));
  }
  if (outcome.state === 'anomaly') {
    changes.push({ kind: 'halt', act: anomalyHalt(ports, instruction, outcome) });
  }
  return { instruction: concluded, changes };
}

type ClaimedLane = Lane & { readonly status: Exclude<Lane['status'], { readonly state: 'idle' }> };

function isClaimed(lane: Lane): lane is ClaimedLane {
  return lane.status.state !== 'idle';
}

interface Concluding {
  readonly nonce: string;
  readonly at: Instant;
  readonly outcome: Outcome<Confirmation>;
  /** The instruction as it ends. */
  readonly concluded: Instruction;
}

function laneChange(
  lane: Lane,
  instruction: Instruction,
  policy: Policy,
  { nonce, at, outcome, concluded: ended }: Concluding,
): LedgerWrite {
  const { origin } = instruction;
  const rule =
    origin.kind === 'sweep' ? policy.rules.find(({ id }) => id === origin.ruleId) : undefined;
  const executed = executedOf(lane, instruction, outcome);
  const concluded = concludeLane(lane, {
    nonce,
    at,
    outcome: outcome.state,
    ...(executed === undefined ? {} : { executed }),
    change: expectedChange(executedContent(instruction, outcome), lane.currency),
    ...(rule === undefined ? {} : { backoff: rule.backoff }),
    failure: failureOf(ended),
    destination: destinationOf(ended),
    ...answeredPlace(instruction, outcome),
  });
  return { kind: 'replace-lane', lane: concluded, from: lane.status.state, read: lane };
}

/** What a confirming answer says of the place that it paid to. */
function answeredPlace(
  { content, destination: place }: Instruction,
  outcome: Outcome<Confirmation>,
): Pick<Conclusion, 'answered'> {
  if (outcome.state !== 'confirmed' || outcome.confirmation.kind !== 'withdrawal') return {};
  const { destination } = outcome.confirmation;
  if (content.kind !== 'withdrawal' || place === undefined || destination === undefined) return {};
  return { answered: { accountId: content.withdrawalAccountId, place, destination } };
}

/** The command as it was carried out: of a withdrawal that the service cut, with the amount that left. */
function executedContent(instruction: Instruction, outcome: Outcome<Confirmation>): Content {
  const content = asSent(instruction);
  const taken = takenOf(outcome);
  return content.kind === 'withdrawal' && taken !== undefined
    ? { ...content, amount: taken }
    : content;
}

function takenOf(outcome: Outcome<Confirmation>): string | undefined {
  if (outcome.state !== 'confirmed') return;
  return outcome.confirmation.kind === 'withdrawal' ? outcome.confirmation.taken : undefined;
}

/** The amount that really left the lane's currency, if the answer says so to the end, and other than was claimed. */
function executedOf(
  { currency, status }: Lane,
  instruction: Instruction,
  outcome: Outcome<Confirmation>,
): string | undefined {
  const content = asSent(instruction);
  if (status.state === 'idle' || outcome.state !== 'confirmed') return;
  if (content.kind === 'withdrawal') return takenOf(outcome);
  const { confirmation } = outcome;
  const trade = confirmation.kind === 'trade' ? confirmation.trade : undefined;
  if (trade?.executed === undefined) return;
  const { executed, fees } = trade;
  const known = fees === undefined ? { executed } : { executed, fees };
  return takenByTrade(content, currency, status.claim.outgoing, known);
}
