import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { takesRecentSignIn } from '../../treasury/limits/recent-sign-in.ts';
import { judgePiece } from '../../treasury/sealing/policy-seals.ts';
import type { SealVerifier } from '../../treasury/seals/ports.ts';
import { notFound } from '../problems/not-found.ts';
import { instructionTag } from '../responses/instruction-view.ts';

type Reads = Pick<Ledger, 'readInstruction'>;

interface AboutInstruction {
  readonly tenant: string;
  readonly routeKey: string;
  readonly path: { readonly id?: string };
}

/**
 * Refuses a path that names no instruction of its kind. The same decisions stand below /v1/withdrawals and /v1/trades; a
 * trade is not found among withdrawals, nor the other way round. The kind of an instruction never changes, so that
 * looking first is safe.
 */
export function instructionIsThere(ledger: Reads) {
  return async (about: AboutInstruction): Promise<void> => {
    const { id } = about.path;
    if (id === undefined) return;
    const isTrade = about.routeKey.startsWith('POST /v1/trades/');
    const kind: Instruction['content']['kind'] = isTrade ? 'trade' : 'withdrawal';
    const instruction = await ledger.readInstruction(about.tenant, id);
    if (instruction?.content.kind !== kind) throw notFound(`There is no such ${kind}.`);
  };
}

interface LimitPorts {
  readonly ledger: Pick<Ledger, 'readInstruction' | 'readPolicy' | 'epoch'>;
  readonly seals: SealVerifier;
}

/**
 * Whether the instruction of a path is above the limit from which its approval takes a recent sign-in. Controls
 * without a valid seal state no limit, so that raising the tiers in the table spares no sign-in; an instruction that
 * was changed there is cancelled by the approval itself.
 */
export function instructionIsAboveLimit({ ledger, seals }: LimitPorts) {
  return async ({ tenant, path: { id } }: AboutInstruction): Promise<boolean> => {
    if (id === undefined) return true;
    const [instruction, { controls }, epoch] = await Promise.all([
      ledger.readInstruction(tenant, id),
      ledger.readPolicy(tenant),
      ledger.epoch(),
    ]);
    if (instruction === null || controls === null) return true;
    const piece = { kind: 'controls', item: controls } as const;
    if ((await judgePiece(seals, { tenant, epoch }, piece)) !== 'valid') return true;
    return takesRecentSignIn(instruction, controls);
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
