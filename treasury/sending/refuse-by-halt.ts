import type { Exchange } from '../outcomes/outcome.ts';
import type { SendingPorts } from './ports.ts';

/**
 * The last look at the kill switch, between the claim and the POST: null where it is as the claim had it. A state
 * that changed in between, in whichever way, and one that cannot be read end the request before a byte of it leaves.
 */
export async function refuseByHalt(
  { ledger }: Pick<SendingPorts, 'ledger'>,
  client: string,
  claimed: { readonly haltGeneration: number },
): Promise<Exchange | null> {
  const generation = await ledger.readHalt(client).then(
    (halt) => halt.generation,
    () => null,
  );
  if (generation === claimed.haltGeneration) return null;
  return generation === null
    ? notSent('HALT_UNREADABLE', 'not sent: the halt could not be read right before')
    : notSent(
        'HALT_CHANGED',
        `not sent: the halt is generation ${generation}, the claim rests on ${claimed.haltGeneration}`,
      );
}

function notSent(code: string, message: string): Exchange {
  return { kind: 'failed', connected: false, code, message };
}
