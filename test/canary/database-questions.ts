import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';

/** Where an engine listens, and who asks. */
export interface EngineConnection {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

const INTERFACES = {
  tables: 'DynamoDB_20120810',
  streams: 'DynamoDBStreams_20120810',
} as const;

/** Asks an engine, and gives the JSON of its answer as it stands. */
export type Ask = (
  from: keyof typeof INTERFACES,
  operation: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/**
 * Requests as the SDK sends them, signed, without the SDK around them: an empty table is five questions, a file of
 * tests leaves hundreds of tables, and the SDK took a fifth of the processor of such a file for them alone.
 */
export function questions({ endpoint, region, credentials }: EngineConnection): Ask {
  const { sha256 } = new DynamoDBClient({ region, credentials }).config;
  const signer = new SignatureV4({ credentials, region, service: 'dynamodb', sha256 });
  const url = new URL(endpoint);
  const { protocol, host, hostname } = url;
  return async (from, operation, input) => {
    const body = JSON.stringify(input);
    const { headers } = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      path: '/',
      query: {},
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${INTERFACES[from]}.${operation}`,
      },
      body,
    });
    const { host: _set, ...others } = headers;
    const answer = await fetch(url, { method: 'POST', headers: others, body });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`the engine answered ${operation} with ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}
