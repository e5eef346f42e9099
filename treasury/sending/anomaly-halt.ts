import { contentMessage } from '../instructions/history-message.ts';
import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { HaltAct } from '../policy/halt-state.ts';
import type { SendingPorts } from './ports.ts';

type Anomaly = Outcome<Confirmation> & { readonly state: 'anomaly' };
type Effects = Pick<SendingPorts, 'now' | 'nonce'>;

/** An anomaly halts everything: the counterparty did something other than it was asked to do. */
export function anomalyHalt(
  ports: Effects,
  instruction: Instruction,
  { cause, evidence }: Anomaly,
): HaltAct {
  const asked = contentMessage(instruction.content);
  const message = `anomaly "${cause}" in the answer to ${instruction.id}; asked: ${asked}; answered: ${evidence}`;
  return haltBySluice(ports, instruction.id, message);
}

/**
 * It cannot be noted with the instruction; the halt, which can, stops everything because of a fault at the service.
 */
export function unrecordedHalt(
  ports: Effects,
  instructionId: string,
  { cause, evidence }: Anomaly,
): HaltAct {
  const message = `anomaly "${cause}" in the answer to ${instructionId}, which could not be recorded; answered: ${evidence}`;
  return haltBySluice(ports, instructionId, message);
}

export function haltBySluice(
  { now, nonce }: Effects,
  instructionId: string,
  comment: string,
): HaltAct {
  return { id: nonce(), at: now(), by: 'sluice', comment, requestId: instructionId };
}
