import type { KMSClient } from '@aws-sdk/client-kms';
import type { Validity } from '../../treasury/seals/ports.ts';
import { type Seals, SealsUnavailableError } from '../../treasury/seals/ports.ts';
import type { Mac } from '../../treasury/seals/seal.ts';
import { kms, sharedClient } from './kms-client.ts';
import { unavailable } from './kms-errors.ts';
import { MAC_ALGORITHM } from './mac-algorithm.ts';

/** KMS's error for a MAC that is not that message's under that key. */
const INVALID_MAC = 'KMSInvalidMacException';

export interface KmsSealsOptions {
  /** ARNs of the keys that make a seal valid. The first one makes the seals of today. */
  readonly keyIds: readonly [string, ...string[]];
  /** @default a client of this process's region and credentials, made when it is first needed */
  readonly client?: () => Promise<Pick<KMSClient, 'send'>>;
}

/**
 * Seals by a key in KMS that never leaves it. Only KMS itself saying that a MAC is wrong makes one invalid; any other
 * error says nothing about the seal, and throws. KMS is loaded when it is first used: most invocations decide nothing
 * that is sealed.
 */
export function createKmsSeals({ keyIds, client = sharedClient }: KmsSealsOptions): Seals {
  const [current] = keyIds;
  return {
    seal: async (digest) => {
      const { GenerateMacCommand } = await kms();
      const command = new GenerateMacCommand({
        KeyId: current,
        Message: digest,
        MacAlgorithm: MAC_ALGORITHM,
      });
      const { Mac: made } = await asked(async () => (await client()).send(command));
      if (made === undefined) throw new SealsUnavailableError('KMS answered without a MAC');
      return { keyId: current, mac: Buffer.from(made).toString('base64') };
    },
    verify: async (digest, seal) => {
      // A foreign key proves nothing, whoever may use it.
      if (!keyIds.includes(seal.keyId)) return 'invalid';
      return await verified(await client(), digest, seal);
    },
  };
}

async function verified(
  client: Pick<KMSClient, 'send'>,
  digest: Uint8Array,
  { keyId, mac }: Mac,
): Promise<Validity> {
  const { VerifyMacCommand } = await kms();
  const bytes = Buffer.from(mac, 'base64');
  // KMS refuses a MAC of any other length before it looks at it.
  if (bytes.length !== MAC_BYTES) return 'invalid';
  const command = new VerifyMacCommand({
    KeyId: keyId,
    Message: digest,
    Mac: bytes,
    MacAlgorithm: MAC_ALGORITHM,
  });
  try {
    const { MacValid } = await client.send(command);
    if (MacValid === undefined) throw new SealsUnavailableError('KMS answered neither yes nor no');
    return MacValid ? 'valid' : 'invalid';
  } catch (error) {
    if (error instanceof Error && error.name === INVALID_MAC) return 'invalid';
    throw unavailable(error, { keepsCause: true });
  }
}

/** Bytes of a SHA-256. */
const MAC_BYTES = 32;

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw unavailable(error, { keepsCause: true });
  }
}
