import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from '../../local/network/listen.ts';
import type { Addresses, Callee } from '../stack/environment.ts';

/** One call of a function as it went over the wire; the times are those of `performance.now()`. */
export interface RecordedCall {
  readonly to: Callee;
  readonly method: string;
  readonly path: string;
  /** The operation of an AWS service: `TransactWriteItems`. */
  readonly operation: string | null;
  readonly contentType: string | null;
  readonly body: string;
  readonly beganMs: number;
  readonly endedMs: number;
}

export interface Recorder {
  /** What to call instead, so that it is seen. */
  readonly addresses: Addresses;
  /** What was called since the last time this was asked, in the order in which it began. */
  readonly taken: () => readonly RecordedCall[];
  readonly close: () => Promise<void>;
}

/** Stands before the given addresses and hands everything on as it came. */
export async function openRecorder(to: Addresses): Promise<Recorder> {
  const agent = new Agent({ keepAlive: true });
  let calls: RecordedCall[] = [];
  const stand = async (callee: Callee): Promise<Listening> =>
    await listen(0, `the recorder of ${callee}`, async (incoming, response) => {
      const beganMs = performance.now();
      const body = await buffer(incoming);
      const answer = await forwarded(agent, to[callee], incoming, body);
      calls.push({ ...described(callee, incoming, body), beganMs, endedMs: performance.now() });
      send(response, answer);
    });
  const [dynamodb, services, service] = await Promise.all([
    stand('dynamodb'),
    stand('services'),
    stand('service'),
  ]);
  return {
    addresses: { dynamodb: dynamodb.url, services: services.url, service: service.url },
    taken: () => {
      const taken = calls.toSorted((left, right) => left.beganMs - right.beganMs);
      calls = [];
      return taken;
    },
    close: async () => {
      agent.destroy();
      await Promise.all([dynamodb, services, service].map((each) => each.close()));
    },
  };
}

/** Of its headers only what a repetition needs: the others name the caller, or prove who it is. */
function described(
  to: Callee,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
) {
  const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? null;
  const contentType = headers['content-type'] ?? null;
  return { to, method, path: url, operation, contentType, body: body.toString() };
}

interface Answer {
  readonly response: IncomingMessage;
  readonly body: Buffer;
}

async function forwarded(
  agent: Agent,
  address: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const { hostname, port } = new URL(address);
  return await new Promise((resolve, reject) => {
    const to = { agent, hostname, port, method, path: url, headers };
    const onward = request(to, (response) => {
      buffer(response).then((answered) => resolve({ response, body: answered }), reject);
    });
    onward.on('error', reject);
    onward.end(body);
  });
}

function send(response: ServerResponse, { response: { statusCode, headers }, body }: Answer): void {
  const { 'transfer-encoding': _, connection: __, ...kept } = headers;
  response.writeHead(statusCode ?? 502, { ...kept, 'content-length': body.length }).end(body);
}
