import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import { seenOf } from '../outcomes/evidence.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { HaltState } from '../policy/halt-state.ts';
import { haltBySluice } from './anomaly-halt.ts';
import { idRecords, unlessKnown } from './id-records.ts';
import type { SendingPorts } from './ports.ts';

type LateAnswer = Outcome<Confirmation> & { readonly state: 'anomaly' | 'confirmed' };

/**
 * People, or the evidence, settled it while its sender was away, and now the service turns out to have answered with
 * something other than was asked, or to have executed a request that was settled as not executed: its amount is free
 * again, and may have been sent a second time. The settlement stays; nothing more leaves before people have resumed.
 */
export function contradictsSettlement(
  { status }: Instruction,
  outcome: Outcome<Confirmation>,
): outcome is LateAnswer {
  if (outcome.state === 'confirmed') return status.state === 'released';
  if (outcome.state !== 'anomaly') return false;
  if (status.state === 'released') return true;
  if (status.state !== 'confirmed') return false;
  const { confirmation } = status;
  if (confirmation.kind === 'evidence') return true;
  if (confirmation.kind !== 'settled') return false;
  // Known from the very people who settled it, and about nothing else: the answer says what they said.
  const { repeats } = outcome;
  const isTheirs = repeats !== undefined && repeats.withdrawalId === confirmation.withdrawalId;
  return !(isTheirs && repeats.isAsRequested && outcome.withdrawalIds === undefined);
}

/**
 * Halts first, unconditionally; then records the answer's ids, so that a later answer that repeats them is noticed.
 */
export async function recordLateAnswer(
  ports: SendingPorts,
  tenant: string,
  instructionId: string,
  answer: LateAnswer,
): Promise<void> {
  const { ledger } = ports;
  const cause = answer.state === 'anomaly' ? answer.cause : null;
  const found = { code: 'settlement-contradicted', cause, instructionId } as const;
  await ledger.halt(tenant, haltBySluice(ports, { ...found, answered: seenOf(answer) }));
  try {
    const ids = idRecords(answer, instructionId);
    if ((await ledger.commit(tenant, ids)).ok) return;
    const rest = await unlessKnown(ledger, tenant, answer);
    await ledger.commit(tenant, idRecords(rest, instructionId));
  } catch {
    // Everything is halted, and the halt's comment has the answer: a missing id is no reason to lose that.
  }
}

/** True while everything is halted for an answer that contradicts a settlement. */
export function isHaltedByLateAnswer({
  mode,
  because,
}: Pick<HaltState, 'mode' | 'because'>): boolean {
  if (mode !== 'halted' || because === undefined || !('trigger' in because)) return false;
  return because.trigger === 'contradicted-settlement';
}
