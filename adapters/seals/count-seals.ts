import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../treasury/seals/canonical-json.ts';
import type { CountSeals, Sealer } from '../../treasury/seals/ports.ts';

/** A tenant's key, and the key in KMS that it comes from. */
interface TenantKey {
  readonly keyId: string;
  readonly bytes: Buffer;
}

/**
 * Seals over counts, by a key of each tenant that KMS makes of its own: one call in the life of a process, whatever it
 * claims. KMS always makes the same of it. The tenant's key stands in memory alone, and the key of counts authorises
 * nothing, so a process that sends may hold it.
 */
export function createCountSeals(kms: Sealer): CountSeals {
  const keys = new Map<string, Promise<TenantKey>>();
  const keyOf = (tenant: string): Promise<TenantKey> => {
    const known = keys.get(tenant);
    if (known !== undefined) return known;
    const made = kms
      .seal(digestOf({ domain: 'sluice/count-key', tenant }))
      .then(({ keyId, mac }) => ({ keyId, bytes: Buffer.from(mac, 'base64') }));
    keys.set(tenant, made);
    // A key that cannot be reached now is asked again.
    made.catch(() => keys.delete(tenant));
    return made;
  };
  return {
    seal: async (tenant, digest) => {
      const { keyId, bytes } = await keyOf(tenant);
      return { keyId, mac: macOf(bytes, digest).toString('base64') };
    },
    verify: async (tenant, digest, { mac }) => {
      const { bytes } = await keyOf(tenant);
      const given = Buffer.from(mac, 'base64');
      const made = macOf(bytes, digest);
      return given.length === made.length && timingSafeEqual(given, made) ? 'valid' : 'invalid';
    },
  };
}

function macOf(key: Buffer, digest: Uint8Array): Buffer {
  return createHmac('sha256', key).update(digest).digest();
}
