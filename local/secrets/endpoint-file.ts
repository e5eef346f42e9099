import { rmSync } from 'node:fs';
import { LOCAL_REGION } from '../assembly/local-names.ts';
import { writeAtomically } from '../data-folder/write-atomically.ts';

/** Where a running stack's AWS is, and what proves that a request is its person's. */
export interface AwsAccess {
  /** Secrets Manager, Lambda and EventBridge. */
  readonly url: string;
  readonly dynamodb: string;
  readonly sessionToken: string;
  readonly secretKey: string;
}

/** What the SDK and its tools read, to reach what a running stack has of AWS. */
export function awsEnvironment({
  url,
  dynamodb,
  sessionToken,
  secretKey,
}: AwsAccess): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_EVENTBRIDGE: url,
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: secretKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

/**
 * Writes that environment to a file of the data folder, which nobody else on the machine can read, so
 * that the person who started the stack can rotate its token and run the other commands of a deployer. Gone with the stack.
 */
export function writeEndpointFile(file: string, access: AwsAccess): () => void {
  const lines = Object.entries(awsEnvironment(access)).map(([name, value]) => `${name}=${value}`);
  writeAtomically(file, `${lines.join('\n')}\n`);
  return () => rmSync(file, { force: true });
}
