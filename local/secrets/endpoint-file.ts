import { rmSync } from 'node:fs';
import { LOCAL_REGION } from '../assembly/local-names.ts';
import { writeAtomically } from '../data-folder/write-atomically.ts';

/** Where a running stack's Secrets Manager is, and what proves that a request is its person's. */
export interface SecretsAccess {
  readonly url: string;
  readonly sessionToken: string;
  readonly secretKey: string;
}

/** What the SDK and its tools read, to reach the Secrets Manager of a running stack. */
export function secretsEnvironment({
  url,
  sessionToken,
  secretKey,
}: SecretsAccess): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: secretKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

/**
 * Writes that environment to a file of the data folder, which nobody else on the machine can read, so
 * that the person who started the stack can rotate its token. Gone with the stack.
 */
export function writeEndpointFile(file: string, access: SecretsAccess): () => void {
  const lines = Object.entries(secretsEnvironment(access)).map(
    ([name, value]) => `${name}=${value}`,
  );
  writeAtomically(file, `${lines.join('\n')}\n`);
  return () => rmSync(file, { force: true });
}
