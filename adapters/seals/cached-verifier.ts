import { Buffer } from 'node:buffer';
import type { SealVerifier, Validity } from '../../treasury/seals/ports.ts';

/** Verified seals that the cache holds at most: 100 bytes each, and far more than wait in an inbox. */
const MAX_CACHED = 2_000;

/**
 * A verifier that asks about the same seal over the same bytes once: what waits is looked at again and again, and a MAC
 * that held holds for ever. A seal that does not hold is never cached. Only for showing: whatever sends, or lets
 * send, asks the key itself.
 */
export function cachedVerifier(verifier: SealVerifier): SealVerifier {
  const valid = new Set<string>();
  return {
    verify: async (digest, mac): Promise<Validity> => {
      const name = `${mac.keyId} ${mac.mac} ${Buffer.from(digest).toString('base64')}`;
      if (valid.has(name)) return 'valid';
      const verdict = await verifier.verify(digest, mac);
      if (verdict === 'valid') keep(valid, name);
      return verdict;
    },
  };
}

function keep(valid: Set<string>, name: string): void {
  valid.add(name);
  const [oldest] = valid;
  if (valid.size > MAX_CACHED && oldest !== undefined) valid.delete(oldest);
}
