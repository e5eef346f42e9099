import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { ServiceRequest, SimulatedService } from '../service/service.ts';
import type { SimulatedTable } from '../table.ts';
import { textOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';
import type { ReferenceModel } from './reference-model.ts';

/**
 * By the true books of the service, over all that this ledger sent: no more than its first-payment maximum has left to an
 * account, unless an answer that named the place is on record, or people have said that a payment arrived.
 */
export function firstPaymentViolation(
  table: SimulatedTable,
  reference: ReferenceModel,
  service: SimulatedService,
  request: ServiceRequest,
): Violation | null {
  if (request.kind !== 'withdrawal') return null;
  const { withdrawalAccountId: accountId } = request;
  const { firstPaymentMaximum: most, paymentArrived } = table.account(accountId) ?? {};
  if (most === undefined || paymentArrived === true || reference.named.has(accountId)) return null;
  const left = service.executions
    .filter(({ instructionId }) => reference.claims.has(instructionId))
    .filter((each) => isTo(each.request, accountId))
    .reduce((sum, each) => sum + (each.stated ?? 0n), 0n);
  if (left <= unitsOf(most)) return null;
  const message = `${textOf(left)} have left to ${accountId}, which no answer has named; at first ${most} may`;
  return { code: 'over-first-payment', message };
}

/** An answer that says where it went is on record. */
export function noteNamed(
  reference: ReferenceModel,
  { id, content, status }: Instruction,
  service: SimulatedService,
): void {
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'withdrawal') return;
  if (content.kind !== 'withdrawal') return;
  const isNamed = service.executionsOf(id).some(({ statesPlace }) => statesPlace);
  if (isNamed) reference.named.add(content.withdrawalAccountId);
}

function isTo(request: ServiceRequest, accountId: string): boolean {
  return request.kind === 'withdrawal' && request.withdrawalAccountId === accountId;
}
