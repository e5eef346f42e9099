import type { AuditHead } from '../audit/audit-entry.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import { advance, type InstructionEvent } from '../instructions/advance.ts';
import { type Destination, destinationOf } from '../instructions/destination.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { Effects } from '../ports/effects.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import { commitEnding } from '../sealing/put-back.ts';
import { haltsOn } from '../sealing/tampering.ts';
import type { Seals } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { auditedDecision } from './audited-decision.ts';
import { type DecisionCommand, type DecisionRefusal, judgeDecision } from './judge-decision.ts';
import { refuseStopped, unlessStopped } from './refuse-stopped.ts';
import { refuseUnsealed, type Unsealed } from './refuse-unsealed.ts';

/**
 * How often a decision is tried again after another writer came in between: a sweep run may touch the lane, another
 * person the instruction. Three collisions in one request mean people in a hurry.
 */
const MAX_DECIDE_ATTEMPTS = 3;

export interface DecidePorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readInstruction' | 'readLanes' | 'readPolicy' | 'readAuditHead' | 'commit'
  >;
  readonly seals: Seals;
}

export type DecideResult =
  /** `replayed`: it was so before, and nothing was written. */
  | { readonly result: 'decided'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: DecisionRefusal }
  | Contended;

/**
 * One person approves, declines or cancels an instruction that has not been sent. Instruction, lanes and audit change
 * in one conditional write, so that a cancellation and a claim cannot both happen. Once enough people have approved,
 * the function that listens for `approved` sends the instruction.
 */
export async function decide(ports: DecidePorts, command: DecisionCommand): Promise<DecideResult> {
  return await untilWritten(() => decideOnce(ports, command), MAX_DECIDE_ATTEMPTS);
}

/** Null if another writer came in between. */
async function decideOnce(
  ports: DecidePorts,
  command: DecisionCommand,
): Promise<DecideResult | null> {
  const { tenant, instructionId } = command;
  const [policy, lanes, head, instruction] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.readAuditHead(tenant),
    ports.ledger.readInstruction(tenant, instructionId),
  ]);
  const destination = destinationNow(policy, instruction);
  const at = ports.now();
  const judged = judgeDecision(command, instruction, at, destination);
  if (judged.judgement === 'refuse') return { result: 'refused', refusal: judged.refusal };
  if (judged.judgement === 'done-before') {
    return { result: 'decided', instruction: judged.instruction, replayed: true };
  }
  const before = judged.instruction;
  const seen = { before, policy, lanes, head, at };
  if (command.decision === 'approve') return await approve(ports, command, seen);
  const decided = advance(before, eventOf(command, at));
  return (await written(ports, command, seen, decided))
    ? { result: 'decided', instruction: decided, replayed: false }
    : null;
}

/** The state that a decision is based on. */
interface Seen {
  readonly before: Instruction;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly head: AuditHead;
  readonly at: Instant;
}

/**
 * Each approval verifies the seal before it, and puts one over what it makes of the instruction. While nothing may leave it
 * is refused: the sender would cancel a moment later what was approved.
 */
async function approve(
  ports: DecidePorts,
  command: DecisionCommand,
  seen: Seen,
): Promise<DecideResult | null> {
  const { before, at } = seen;
  const epoch = await ports.ledger.epoch();
  const unsealed = await refuseUnsealed(ports.seals, epoch, before, at);
  if (unsealed !== null) return await cancelUnsealed(ports, command, seen, unsealed);
  const refusal = refuseStopped(before, { ...seen, epoch });
  if (refusal !== null) return { result: 'refused', refusal };
  const pins = before.seal?.authorisation;
  if (pins === undefined) throw new Error(`${before.id} was found sealed without a seal`);
  const approved = advance(before, { kind: 'give-approval', at, by: command.by });
  const decided = await sealedInstruction(ports.seals, approved, { epoch, at, pins });
  return (await written(ports, command, seen, decided, unlessStopped(before, { ...seen, epoch })))
    ? { result: 'decided', instruction: decided, replayed: false }
    : null;
}

async function cancelUnsealed(
  ports: DecidePorts,
  command: DecisionCommand,
  seen: Seen,
  { code, why }: Unsealed,
): Promise<DecideResult | null> {
  const { before, at } = seen;
  const event = { kind: 'cancel', at, reason: code, why, checks: [] } as const;
  const halts = haltsOn(code, before.id, why, at);
  const next =
    halts.length > 0
      ? 'It is cancelled, and everything is halted.'
      : 'It is cancelled: ask for it again.';
  const message = `${sayRefusal(why)} ${next}`;
  return (await written(ports, command, seen, advance(before, event), halts))
    ? { result: 'refused', refusal: { code, message } }
    : null;
}

async function written(
  ports: DecidePorts,
  command: DecisionCommand,
  { before, policy, lanes, head, at }: Seen,
  after: Instruction,
  more: readonly LedgerWrite[] = [],
): Promise<boolean> {
  const isOpen = ['awaiting-approval', 'approved'].includes(after.status.state);
  const others = [
    auditedDecision(head, command, { at, before, after }),
    ...missedByEnd(before, after, policy.rules),
    ...more,
  ];
  const { ok } = isOpen
    ? await ports.ledger.commit(command.tenant, [
        { kind: 'replace-instruction', instruction: after },
        ...others,
      ])
    : await commitEnding(ports.ledger, { before, after, at }, [
        ...lanes.flatMap((lane) => withoutOpen(lane, before.id)),
        ...others,
      ]);
  return ok;
}

/** The current account; null if the instruction pays to none. */
function destinationNow({ accounts }: Policy, instruction: Instruction | null): Destination | null {
  if (instruction?.content.kind !== 'withdrawal') return null;
  const key = accountKey(instruction.content.withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key);
  return account === undefined ? null : destinationOf(account);
}

function eventOf({ decision, by, comment }: DecisionCommand, at: Instant): InstructionEvent {
  switch (decision) {
    case 'approve':
      return { kind: 'give-approval', at, by };
    case 'decline':
      return { kind: 'decline', at, by, comment };
    case 'cancel': {
      const why = { code: 'cancelled-by-person', by, comment } as const;
      return { kind: 'cancel', at, reason: `cancelled-by-${by}`, why, checks: [] };
    }
    default:
      return decision satisfies never;
  }
}

/** Amounts that were set aside for an instruction that will not be sent are available to others again. */
function withoutOpen(lane: Lane, instructionId: string): readonly LedgerWrite[] {
  if (!Object.hasOwn(lane.open, instructionId)) return [];
  const freed = dropOpen(lane, instructionId);
  return [{ kind: 'replace-lane', lane: freed, from: lane.status.state }];
}
