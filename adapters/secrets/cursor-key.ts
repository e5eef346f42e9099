import { createHash, createHmac } from 'node:crypto';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Instant } from '../../treasury/time/instant.ts';
import { type CachedReading, cachedReading } from './cached-reading.ts';

/** How long a key is used without being read again: a new one is everywhere after that, as the token is. */
const MAX_KEY_AGE_MS = 5 * 60_000;

/** How long one read of the secret may take. It usually takes 50 ms; a caller waits for a page. */
const SECRET_READ_TIMEOUT_MS = 5_000;

/** A shorter key could be guessed; the generated one has twice as many. */
const MIN_KEY_CHARACTERS = 32;

/** Hex digits that name a key in its signatures, so that an old one is told from a forgery. */
const KEY_ID_DIGITS = 8;

/** Signs; has no way to give the key away. */
export interface SigningKey {
  /** Names the key without saying anything of it. */
  readonly id: string;
  /** HMAC-SHA256 of a text. */
  readonly sign: (text: string) => Buffer;
}

export type KeyReading =
  | { readonly ok: true; readonly key: SigningKey }
  | { readonly ok: false; readonly reason: string };

export type CursorKeySource = CachedReading<KeyReading>;

/** The key that cursors are signed with, from Secrets Manager. Neither method throws. */
export function createCursorKeySource(options: {
  readonly client: Pick<SecretsManagerClient, 'send'>;
  /** Name or ARN. */
  readonly secretId: string;
  readonly now: () => Instant;
}): CursorKeySource {
  const { client, secretId, now } = options;
  return cachedReading(() => readKey(client, secretId), { now, maxAgeMs: MAX_KEY_AGE_MS });
}

export function signingKey(secret: string): SigningKey {
  const id = createHash('sha256').update(`name of a cursor key: ${secret}`).digest('hex');
  return {
    id: id.slice(0, KEY_ID_DIGITS),
    sign: (text) => createHmac('sha256', secret).update(text).digest(),
  };
}

async function readKey(
  client: Pick<SecretsManagerClient, 'send'>,
  secretId: string,
): Promise<KeyReading> {
  try {
    const abortSignal = AbortSignal.timeout(SECRET_READ_TIMEOUT_MS);
    const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage: 'AWSCURRENT' });
    const { SecretString: secret = '' } = await client.send(command, { abortSignal });
    if (secret.length >= MIN_KEY_CHARACTERS) return { ok: true, key: signingKey(secret) };
    const reason = `the secret ${secretId} holds ${secret.length} characters; a key has at least ${MIN_KEY_CHARACTERS}`;
    return { ok: false, reason };
  } catch (error) {
    // The name only: a message is the provider's, and could repeat its input.
    const name = error instanceof Error ? error.name : typeof error;
    return { ok: false, reason: `the secret ${secretId} cannot be read: ${name}` };
  }
}
