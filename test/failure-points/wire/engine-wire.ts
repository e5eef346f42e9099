import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Ledger } from '../../../treasury/ports/ledger.ts';

/** What the wire does with the n-th attempt of a conditional write, counted from one. */
export type WriteFate =
  | 'passes'
  /** The engine never sees it, and the connection breaks. */
  | 'is lost'
  /** The engine carries it out, and the connection breaks before the answer. */
  | 'is carried out, its answer lost'
  /** As if it were another write: the engine does not recognise what it has carried out before. */
  | 'passes as a new one';

/**
 * The ledger by the SDK's own client over a wire that breaks: what the SDK repeats by itself is
 * repeated here for real. `fateOf` is asked for every attempt of a transaction.
 */
export async function ledgerOverWire(
  { client, tableName }: StoreTable,
  fateOf: (attempt: number, body: string) => WriteFate,
): Promise<{ readonly ledger: Ledger; readonly stop: () => Promise<void> }> {
  const engine = await client.config.endpoint?.();
  if (engine === undefined) throw new Error('the engine has no endpoint of its own');
  let attempts = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const isWrite = String(request.headers['x-amz-target']).endsWith('.TransactWriteItems');
    if (isWrite) attempts += 1;
    const fate = isWrite ? fateOf(attempts, body) : 'passes';
    if (fate === 'is lost') {
      request.socket.resetAndDestroy();
      return;
    }
    const sent = fate === 'passes as a new one' ? withAnotherToken(body, attempts) : body;
    const answer = await forwardedTo(engine, request, sent);
    if (fate === 'is carried out, its answer lost') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const overWire = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    // As the functions have it: see createDynamo.
    maxAttempts: 3,
  });
  return {
    ledger: createLedger({ client: overWire, tableName }),
    stop: async () => {
      overWire.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The SDK gives a transaction a token by which DynamoDB knows a repetition for ten minutes. Without
 * that, a repetition meets the conditions that its own success has changed.
 */
function withAnotherToken(body: string, attempt: number): string {
  return JSON.stringify({ ...JSON.parse(body), ClientRequestToken: `another-token-${attempt}` });
}

interface Forwarded {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

function forwardedTo(
  engine: { readonly hostname: string; readonly port?: number },
  { method, url, headers }: http.IncomingMessage,
  body: string,
): Promise<Forwarded> {
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
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
