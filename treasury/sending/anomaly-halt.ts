import type { Asked, HaltFact } from '../facts/halt-facts.ts';
import type { Confirmation, Content, Instruction } from '../instructions/instruction.ts';
import { seenOf } from '../outcomes/evidence.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import type { HaltAct } from '../policy/halt-state.ts';
import type { SendingPorts } from './ports.ts';

type Anomaly = Outcome<Confirmation> & { readonly state: 'anomaly' };
type Effects = Pick<SendingPorts, 'now' | 'nonce'>;

/** An anomaly halts everything: the counterparty did something other than it was asked to do. */
export function anomalyHalt(
  ports: Effects,
  instruction: Instruction,
  { cause, ...answer }: Anomaly,
): HaltAct {
  const { id: instructionId, content } = instruction;
  const [asked, answered] = [askedIn(content), seenOf(answer)];
  return haltBySluice(ports, { code: 'anomaly', cause, instructionId, asked, answered });
}

/**
 * It cannot be noted with the instruction; the halt, which can, stops everything because of a fault at the service.
 */
export function unrecordedHalt(
  ports: Effects,
  instructionId: string,
  { cause, ...answer }: Anomaly,
): HaltAct {
  const [asked, answered] = [null, seenOf(answer)];
  return haltBySluice(ports, { code: 'anomaly', cause, instructionId, asked, answered });
}

type FoundInAnswer = Extract<HaltFact, { readonly code: 'anomaly' | 'settlement-contradicted' }>;

export function haltBySluice({ now, nonce }: Effects, found: FoundInAnswer): HaltAct {
  const trigger = found.code === 'anomaly' ? found.code : 'contradicted-settlement';
  const { instructionId: requestId } = found;
  return { id: nonce(), at: now(), by: 'sluice', trigger, found, requestId };
}

function askedIn(content: Content): Asked {
  if (content.kind === 'withdrawal') {
    const { kind, amount, currency, accountLabel, withdrawalAccountId } = content;
    return { kind, amount, currency, accountLabel, withdrawalAccountId };
  }
  const { kind, side, amount, instrument, price } = content;
  return { kind, side, amount, instrument, price };
}
