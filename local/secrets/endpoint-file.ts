import { rmSync } from 'node:fs';
import { LOCAL_REGION } from '../assembly/local-names.ts';
import { writeAtomically } from '../data-folder/write-atomically.ts';

/** The address of a running stack's AWS, and the proof that a request is its person's. */
export interface AwsAccess {
  /** Every service but the tables. */
  readonly url: string;
  readonly dynamodb: string;
  readonly sessionToken: string;
  readonly secretKey: string;
}

/** The variables by which the SDK and its tools reach a running stack's AWS. */
export function awsEnvironment({
  url,
  dynamodb,
  sessionToken,
  secretKey,
}: AwsAccess): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL_BACKUP: url,
    AWS_ENDPOINT_URL_CLOUDTRAIL: url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: url,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_EVENTBRIDGE: url,
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_ENDPOINT_URL_SNS: url,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: secretKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

/**
 * Writes that environment to a file of the data folder, which no other user of the machine can read, so that the
 * person who started the stack can rotate its token and run the other commands of a deployer. Gone with the stack.
 */
export function writeEndpointFile(file: string, access: AwsAccess): () => void {
  const lines = Object.entries(awsEnvironment(access)).map(([name, value]) => `${name}=${value}`);
  writeAtomically(file, `${lines.join('\n')}\n`);
  return () => rmSync(file, { force: true });
}
