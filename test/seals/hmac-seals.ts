import { createHmac } from 'node:crypto';
import { type Sealer, type Seals, SealsUnavailableError } from '../../treasury/seals/ports.ts';
import type { Mac } from '../../treasury/seals/seal.ts';
import { type AskedReadingPorts, readAsAsked } from '../../treasury/snapshots/asked-reading.ts';
import type { ReadingPorts } from '../../treasury/snapshots/trusted-readings.ts';

/** The key of the deciding functions under test; it is in no table. */
export const TEST_KEY_ID = 'arn:aws:kms:eu-central-1:000000000000:key/of-a-test';
export const TEST_KEY = 'the-key-of-a-test';

export function macOf(digest: Uint8Array, key: string = TEST_KEY): string {
  return createHmac('sha256', key).update(digest).digest('base64');
}

/** The same MACs at every run, from a key that is named as KMS would name it. */
export const hmacSeals: Seals = {
  seal: async (digest): Promise<Mac> => ({ keyId: TEST_KEY_ID, mac: macOf(digest) }),
  verify: async (digest, { keyId, mac }) =>
    keyId === TEST_KEY_ID && mac === macOf(digest) ? 'valid' : 'invalid',
};

/** The key that balances are sealed with as they are read: not the one of those who decide. */
export const READING_KEY_ID = 'arn:aws:kms:eu-central-1:000000000000:key/of-the-readings';
export const READING_KEY = 'the-key-of-the-readings';

export const readingSeals: Seals = {
  seal: async (digest): Promise<Mac> => ({
    keyId: READING_KEY_ID,
    mac: macOf(digest, READING_KEY),
  }),
  verify: async (digest, { keyId, mac }) =>
    keyId === READING_KEY_ID && mac === macOf(digest, READING_KEY) ? 'valid' : 'invalid',
};

/** What gives back on balances, with take-snapshot beside it. */
export function readerOf(
  service: AskedReadingPorts['service'],
  sealer: Sealer = readingSeals,
  snapshots: AskedReadingPorts['snapshots'] = { latest: async () => null },
): ReadingPorts['reader'] {
  return {
    verify: readingSeals.verify,
    ask: (tenant, askedAs) =>
      readAsAsked({ service, snapshots, readingSealer: sealer }, { tenant, askedAs }),
  };
}

/** Keys that are out of reach: whatever is asked of them fails. */
export const unreachableSeals: Seals = {
  seal: async () => unreachable(),
  verify: async () => unreachable(),
};

function unreachable(): never {
  throw new SealsUnavailableError('the keys cannot be reached');
}
