import { Agent, request } from 'node:http';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** As sent: not normalised before. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** No answer takes longer than API Gateway waits. */
const TIMEOUT_MS = 29_000;

/** One connection that is kept, like a client's. */
export function createWire(port: number): {
  readonly send: (what: WireRequest) => Promise<WireAnswer>;
  readonly close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ method, target, headers, body }: WireRequest) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(body.length) };
      const options = { host: '127.0.0.1', port, method, path: target, agent, timeout: TIMEOUT_MS };
      const outgoing = request({ ...options, headers: { ...headers, ...length } }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const flat = Object.entries(incoming.headers).map(([name, value]) => [
            name,
            String(value),
          ]);
          const status = incoming.statusCode ?? 0;
          resolve({ status, headers: Object.fromEntries(flat), body: Buffer.concat(chunks) });
        });
      });
      outgoing.on('error', reject);
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
      outgoing.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}
