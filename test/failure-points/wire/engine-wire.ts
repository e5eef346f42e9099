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

/** What the wire does with an attempt at the last look, the read of the halt that follows a transaction. */
export type LookFate =
  | 'passes'
  /** The engine never sees it, and the connection breaks. */
  | 'is lost'
  /** The engine answers, and the connection breaks before the answer. */
  | 'is answered, the answer lost'
  /** The engine has a failure of its own. */
  | 'fails'
  /** Nothing ever comes. */
  | 'hangs'
  /** An item comes that no version of Sluice writes. */
  | 'is answered with another item';

interface Fates {
  /** Asked for every attempt of a transaction. */
  readonly ofWrite?: (attempt: number, body: string) => WriteFate;
  /** Asked for every attempt of a read of the halt after the first transaction, counted from one. */
  readonly ofLook?: (attempt: number) => LookFate;
  /** For an attempt, where something hangs; elsewhere a busy machine must not make a timeout of what is answered. */
  readonly answerTimeoutMs?: number;
}

/**
 * The ledger by the SDK's own client over a wire that breaks: what the SDK repeats by itself is
 * repeated here for real.
 */
export async function ledgerOverWire(
  { client, tableName }: StoreTable,
  { ofWrite = () => 'passes', ofLook = () => 'passes', answerTimeoutMs }: Fates,
): Promise<{ readonly ledger: Ledger; readonly stop: () => Promise<void> }> {
  const engine = await client.config.endpoint?.();
  if (engine === undefined) throw new Error('the engine has no endpoint of its own');
  let attempts = 0;
  let looks = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const isWrite = String(request.headers['x-amz-target']).endsWith('.TransactWriteItems');
    const isLook = attempts > 0 && !isWrite && isReadOfHalt(request, body);
    if (isWrite) attempts += 1;
    if (isLook) looks += 1;
    const fate = isWrite ? ofWrite(attempts, body) : isLook ? ofLook(looks) : 'passes';
    if (fate === 'hangs') return;
    if (fate === 'fails' || fate === 'is answered with another item') {
      const [status, said] = fate === 'fails' ? [500, FAILURE] : [200, OTHER_ITEM];
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(said);
      return;
    }
    if (fate === 'is lost') {
      request.socket.resetAndDestroy();
      return;
    }
    const sent = fate === 'passes as a new one' ? withAnotherToken(body, attempts) : body;
    const answer = await forwardedTo(engine, request, sent);
    if (fate === 'is carried out, its answer lost' || fate === 'is answered, the answer lost') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const overWire = clientOn(client, port, answerTimeoutMs);
  return {
    ledger: createLedger({ client: overWire, tableName }),
    stop: async () => {
      overWire.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whoever `client` is to the engine, by way of a port. */
function clientOn(
  { config: { credentials } }: DynamoDBClient,
  port: number,
  answerTimeoutMs: number | undefined,
): DynamoDBClient {
  const requestHandler = { requestTimeout: answerTimeoutMs, throwOnRequestTimeout: true };
  return new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'local',
    credentials,
    // As the functions have it: see createDynamo.
    maxAttempts: 3,
    ...(answerTimeoutMs === undefined ? {} : { requestHandler }),
  });
}

function isReadOfHalt({ headers }: http.IncomingMessage, body: string): boolean {
  return String(headers['x-amz-target']).endsWith('.GetItem') && body.includes('#HALT"');
}

const FAILURE = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
  message: 'Internal server error',
});

const OTHER_ITEM = JSON.stringify({ Item: { entity: { S: 'halt' }, generation: { S: 'many' } } });

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
