import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { WithoutToken } from '../../treasury/outcomes/unanswered.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { type CachedReading, cachedReading } from './cached-reading.ts';
import type { ServiceToken } from './service-token.ts';
import { tokenInSecret } from './token-in-secret.ts';

/**
 * How long a token is used without being read again. A rotation is therefore everywhere after five minutes even if
 * the old token still works; at one read a minute it costs a fifth of the calls.
 */
export const MAX_TOKEN_AGE_MS = 5 * 60_000;

/** How long one read of the secret may take. It usually takes 50 ms; a tick has to go on without. */
const SECRET_READ_TIMEOUT_MS = 5_000;

export type TokenReading =
  | { readonly ok: true; readonly token: ServiceToken }
  | { readonly ok: false; readonly code: 'no-token'; readonly why: WithoutToken };

/** The source of the token for the service's client. Neither method throws. */
export type TokenSource = CachedReading<TokenReading>;

interface TokenSourceOptions {
  readonly client: Pick<SecretsManagerClient, 'send'>;
  /** Name or ARN. */
  readonly secretId: string;
  readonly now: () => Instant;
  /** Is told the version of the secret whenever a token was read from it. */
  readonly onRead?: (secretVersion: string) => void;
  /** @default MAX_TOKEN_AGE_MS */
  readonly maxAgeMs?: number;
}

/**
 * The token from Secrets Manager: the version AWSCURRENT, as plain text or as JSON {"token": "..."}. However many
 * callers there are at once, it is read once.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { now, maxAgeMs = MAX_TOKEN_AGE_MS } = options;
  return cachedReading(() => readSecret(options), { now, maxAgeMs });
}

async function readSecret({ client, secretId, onRead }: TokenSourceOptions): Promise<TokenReading> {
  try {
    const abortSignal = AbortSignal.timeout(SECRET_READ_TIMEOUT_MS);
    const command = new GetSecretValueCommand({
      SecretId: secretId,
      VersionStage: 'AWSCURRENT',
    });
    const { SecretString: secret, VersionId } = await client.send(command, { abortSignal });
    const parsed = tokenInSecret(secret ?? '');
    if (parsed.ok && VersionId !== undefined) onRead?.(VersionId);
    if (parsed.ok) return parsed;
    return noToken({ code: 'secret-without-token', secret: secretId, fault: parsed.fault });
  } catch (error) {
    return noToken(whyUnread(error, secretId));
  }
}

function noToken(why: WithoutToken): TokenReading {
  return { ok: false, code: 'no-token', why };
}

/**
 * The name of the error only: its message is the provider's, and could repeat its input. A secret without a first
 * value answers like a missing secret.
 */
function whyUnread(error: unknown, secret: string): WithoutToken {
  const name = error instanceof Error ? error.name : typeof error;
  return name === 'ResourceNotFoundException'
    ? { code: 'secret-empty', secret }
    : { code: 'secret-unreadable', secret, error: name };
}
