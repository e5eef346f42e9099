import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { notFound } from '../problems/not-found.ts';
import { instructionTag } from '../responses/instruction-view.ts';

type Reads = Pick<Ledger, 'readInstruction'>;

/**
 * Refuses a path that names no instruction of its kind. The same decisions stand below /v1/withdrawals and /v1/trades; a
 * trade is not found among withdrawals, nor the other way round. The kind of an instruction never changes, so that
 * looking first is safe.
 */
export function instructionIsThere(ledger: Reads) {
  return async (about: {
    readonly tenant: string;
    readonly routeKey: string;
    readonly path: { readonly id?: string };
  }): Promise<void> => {
    const { id } = about.path;
    if (id === undefined) return;
    const isTrade = about.routeKey.startsWith('POST /v1/trades/');
    const kind: Instruction['content']['kind'] = isTrade ? 'trade' : 'withdrawal';
    const instruction = await ledger.readInstruction(about.tenant, id);
    if (instruction?.content.kind !== kind) throw notFound(`There is no such ${kind}.`);
  };
}

/** The basis of a decision about the instruction at this moment. */
export async function tagOfInstruction(
  ledger: Reads,
  { tenant, path }: { readonly tenant: string; readonly path: { readonly id: string } },
): Promise<string | null> {
  const instruction = await ledger.readInstruction(tenant, path.id);
  return instruction === null ? null : instructionTag(instruction);
}
