import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { ProblemError } from '../problems/problem.ts';
import type { ApiEvent } from './api-event.ts';
import { instructionIdOf } from './instruction-id.ts';

/** The kind of instruction that the paths below these are about; below /v1/instructions it is either. */
const KIND_OF: Readonly<Record<string, Instruction['content']['kind']>> = {
  withdrawals: 'withdrawal',
  trades: 'trade',
};

/**
 * The id of the instruction that a route is about. The same decisions can be asked for below
 * /v1/withdrawals, /v1/trades and /v1/instructions; a trade is not found among withdrawals, nor the other way
 * round. What an instruction is never changes, so that looking first is safe.
 */
export async function instructionOfRoute(
  ledger: Pick<Ledger, 'readInstruction'>,
  client: string,
  event: Pick<ApiEvent, 'routeKey' | 'pathParameters'>,
): Promise<string> {
  const id = instructionIdOf(event);
  const kind = KIND_OF[event.routeKey.split('/')[2] ?? ''];
  if (kind === undefined) return id;
  const instruction = await ledger.readInstruction(client, id);
  if (instruction?.content.kind === kind) return id;
  throw new ProblemError({ status: 404, code: 'not-found', title: `There is no such ${kind}` });
}
