import { type NotSent, notSent } from '../outcomes/reply.ts';
import type { SendingPorts } from './ports.ts';

/**
 * The last look at the kill switch, between the claim and the sending: null if it is as the claim had it. A state
 * that changed in between, in whichever way, and one that cannot be read end the request before a byte of it leaves.
 */
export async function refuseByHalt(
  { ledger }: Pick<SendingPorts, 'ledger'>,
  tenant: string,
  claimed: { readonly haltGeneration: number },
): Promise<NotSent | null> {
  const generation = await ledger.readHalt(tenant).then(
    (halt) => halt.generation,
    () => null,
  );
  if (generation === claimed.haltGeneration) return null;
  return generation === null
    ? notSent({ code: 'halt-unreadable' })
    : notSent({ code: 'halt-changed', generation, claimed: claimed.haltGeneration });
}
