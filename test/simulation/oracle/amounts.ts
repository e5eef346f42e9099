import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { statedOf, takenOf, verdictOn } from '../service/amounts.ts';
import type { SimulatedService } from '../service/service.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import type { ReferenceModel } from './reference-model.ts';

const EXPLAINED: ReadonlySet<string> = new Set(['amount-net', 'amount-cut']);

/**
 * What becomes of a withdrawal that was just answered, by how its service deals with amounts and what the policy says of that:
 * what the policy accepts is confirmed with what really left, what it does not say blocks the currency alone, and only what
 * nothing explains halts everything.
 */
export function amountViolation(
  { id, content, status }: Instruction,
  service: SimulatedService,
): Violation | null {
  if (content.kind !== 'withdrawal') return null;
  const asked = unitsOf(content.amount);
  const due = verdictOn(service.amounts, asked);
  const said = `asked for ${content.amount}, answered ${textOf(statedOf(service.amounts, asked))}`;
  if (status.state === 'confirmed' && status.confirmation.kind === 'withdrawal') {
    const taken = unitsOf(status.confirmation.taken ?? content.amount);
    const left = takenOf(service.amounts, asked);
    if (due !== 'confirms') {
      return { code: 'amount-confirmed', message: `${id} is confirmed; ${said}, and it ${due}` };
    }
    if (taken === left) return null;
    const message = `${id} is confirmed with ${textOf(taken)}, and ${textOf(left)} left`;
    return { code: 'amount-misbooked', message };
  }
  // Whatever else was wrong with the answer decides otherwise.
  if (!service.answeredPlainly.has(id)) return null;
  const isOther = status.state === 'anomaly' && status.cause === 'other-amount';
  if (isOther && due !== 'halts') {
    return { code: 'amount-halted', message: `${id} halts everything; ${said}, which ${due}` };
  }
  const isBlocked = status.state === 'unknown' && EXPLAINED.has(status.cause);
  if (isBlocked && due !== 'blocks') {
    return { code: 'amount-blocked', message: `${id} is ${status.cause}; ${said}, which ${due}` };
  }
  return null;
}

/** Budgets and limits count what left, where an answer that is accepted says so. */
export function noteTaken(reference: ReferenceModel, { id, content, status }: Instruction): void {
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'withdrawal') return;
  const { taken } = status.confirmation;
  if (taken === undefined || content.kind !== 'withdrawal') return;
  reference.countLess(id, unitsOf(taken), unitsOf(content.amount));
}
