import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../../adapters/store/store-table.ts';

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
  const server = http.createServer(async (request, response) => {
    const body = await bodyOf(request);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const pass = (sent = body) => forwardedTo(engine, request, sent);
    const answer = await wire({ operation, body }, pass);
    if (answer === 'breaks') request.socket.resetAndDestroy();
    else if (answer !== 'hangs') response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const overWire = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
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
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
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

async function bodyOf(message: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
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
        const read = await bodyOf(answer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
