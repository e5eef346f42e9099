import { type RefusalReason, traitsOf } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { type Cancellation, cancelOpen } from '../outgoing/cancel-open.ts';
import type { Policy } from '../policy/policy.ts';
import type { Reconsideration } from '../rules/reconsider.ts';
import { judgeAuthorisation } from '../sealing/judge-authorisation.ts';
import { putBack } from '../sealing/put-back.ts';
import { SEAL_INVALID } from '../sealing/tampering.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { type ClaimStep, waits } from './claim-step.ts';
import type { WithdrawalInstruction } from './withdrawal-instruction.ts';

/* How an approved withdrawal that is not to be sent ends, or waits. */

/**
 * What a part of a run also waits for: the pause that a part before it began by failing, and a balance newer than the
 * one which that part was concluded on, which clocks that differ by a moment make look older.
 */
const WAITED_FOR_BY_PARTS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'backoff',
  'stale-balance',
]);

/** What a delivery knows of an instruction that is not to be sent. */
interface Stopped {
  readonly instruction: WithdrawalInstruction;
  readonly policy: Policy;
  readonly epoch: string;
}

/**
 * A lane that is only busy is waited for; anything else ends the instruction with its reason. Whatever the reason: one
 * that Sluice did not decide halts everything.
 */
export async function stop(
  ports: SendingPorts,
  seen: Stopped,
  lane: Lane | null,
  verdict: Reconsideration & { readonly proceed: false },
): Promise<ClaimStep> {
  const { instruction } = seen;
  const { reason } = verdict;
  const isPassing = isPart(instruction) && WAITED_FOR_BY_PARTS.has(reason);
  if (traitsOf(reason).isWaitedFor || isPassing) return waits(reason);
  return await cancel(ports, instruction, lane, (await forgery(ports, seen)) ?? verdict);
}

function isPart({ origin }: Instruction): boolean {
  return origin.kind === 'sweep' && origin.split !== undefined;
}

/** Null if the instruction is what Sluice decided, or if that cannot be told now: it is not sent in any case. */
async function forgery(
  { seals, now }: SendingPorts,
  { instruction, policy, epoch }: Stopped,
): Promise<Cancellation | null> {
  const judged = await judgeAuthorisation(seals, { instruction, policy, epoch, now: now() });
  if (judged.kind !== 'tampered') return null;
  return { reason: judged.reason, why: judged.why, checks: [] };
}

/** It had left before: it ends, and everything is halted. */
export async function cancelPutBack(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
): Promise<ClaimStep> {
  const why = putBack(instruction);
  return await cancel(ports, instruction, lane, { reason: SEAL_INVALID, why, checks: [] });
}

export async function cancel(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
  why: Cancellation,
): Promise<ClaimStep> {
  const result = await cancelOpen(ports, instruction, why, lane === null ? [] : [lane]);
  return result === null ? { kind: 'again' } : { kind: 'done', result };
}
