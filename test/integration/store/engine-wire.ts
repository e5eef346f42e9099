import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { connectionTo, startEndpoint } from '../../http/endpoint.ts';

/** What a client asks of the engine, on its way there. */
export interface Call {
  /** Such as UpdateItem. */
  readonly operation: string;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer | string;
}

/** What the wire does with a call: an answer, a connection that breaks, or nothing, for ever. `pass` asks the engine. */
export type Wire = (
  call: Call,
  pass: (body?: string) => Promise<Answer>,
) => Promise<Answer | 'breaks' | 'hangs'> | Answer | 'breaks' | 'hangs';

/** A table by the SDK's own client over a wire: what the SDK repeats by itself is repeated here for real. */
export async function tableOverWire(
  { client, tableName }: StoreTable,
  wire: Wire,
  options: Pick<DynamoDBClientConfig, 'requestHandler'> = {},
): Promise<{ readonly table: StoreTable; readonly stop: () => Promise<void> }> {
  const engine = await client.config.endpoint?.();
  if (engine === undefined) throw new Error('the engine has no endpoint of its own');
  const { url, close } = await startEndpoint(async (request, response, bytes) => {
    const body = bytes.toString();
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const pass = (sent = body) => forwardedTo(engine, request, sent);
    const answer = await wire({ operation, body }, pass);
    if (answer === 'breaks') request.socket.resetAndDestroy();
    else if (answer !== 'hangs') response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const overWire = new DynamoDBClient({
    ...connectionTo(url),
    // Whoever `client` is to the engine.
    credentials: client.config.credentials,
    // As the functions have it: see createDynamo.
    maxAttempts: 3,
    ...options,
  });
  return {
    table: { client: overWire, tableName },
    stop: async () => {
      overWire.destroy();
      await close();
    },
  };
}

/** An answer of the store's own making. */
export function said(status: number, body: object): Answer {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status, headers, body: JSON.stringify(body) };
}

/** An error as DynamoDB words it. */
export function failure(status: number, name: string): Answer {
  return said(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name });
}

function forwardedTo(
  engine: { readonly hostname: string; readonly port?: number },
  { method, url, headers }: http.IncomingMessage,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: engine.hostname,
        port: engine.port,
        method,
        path: url,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      async (answer) => {
        const read = await text(answer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
