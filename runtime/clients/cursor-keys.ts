import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CursorKeySource, createCursorKeySource } from '../../adapters/secrets/cursor-key.ts';
import { effects } from '../effects.ts';

/** Where a function that pages gets the key from that cursors are signed with. */
export function connectCursorKeys(environment: {
  readonly CURSOR_KEY_SECRET_ARN: string;
}): CursorKeySource {
  return createCursorKeySource({
    client: new SecretsManagerClient({}),
    secretId: environment.CURSOR_KEY_SECRET_ARN,
    now: effects.now,
  });
}
