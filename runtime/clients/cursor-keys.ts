import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CursorKeySource, createCursorKeySource } from '../../adapters/secrets/cursor-key.ts';
import { effects } from '../effects.ts';

/** The source of the key that signs cursors, for a function that pages. */
export function connectCursorKeys(environment: {
  readonly CURSOR_KEY_SECRET_ARN: string;
}): CursorKeySource {
  return createCursorKeySource({
    client: new SecretsManagerClient({}),
    secretId: environment.CURSOR_KEY_SECRET_ARN,
    now: effects.now,
  });
}
