import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { notFound } from '../problems/not-found.ts';
import type { ApiEvent } from './api-event.ts';
import { instructionIdOf } from './instruction-id.ts';

/**
 * The instruction that a route is about. The same decisions stand below /v1/withdrawals and /v1/trades; a
 * trade is not found among withdrawals, nor the other way round. The kind of an instruction never changes, so that
 * looking first is safe.
 */
export async function instructionOfRoute(
  ledger: Pick<Ledger, 'readInstruction'>,
  tenant: string,
  event: Pick<ApiEvent, 'routeKey' | 'pathParameters'>,
): Promise<Instruction> {
  const id = instructionIdOf(event);
  const kind: Instruction['content']['kind'] = event.routeKey.includes('/v1/trades/')
    ? 'trade'
    : 'withdrawal';
  const instruction = await ledger.readInstruction(tenant, id);
  if (instruction?.content.kind === kind) return instruction;
  throw notFound(`There is no such ${kind}.`);
}
