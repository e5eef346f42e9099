import type { IncomingMessage } from 'node:http';

/** Whoever asks: one of the functions, or the local stack itself, as deliverer and at its start. */
export type Actor =
  | 'stack'
  | 'take-snapshot'
  | 'run-sweeps'
  | 'send-withdrawal'
  | 'place-trade'
  | 'settle-instruction'
  | 'query-ledger'
  | 'watchdog';

/** Where a request goes: the service, the database engine, or the stack's own AWS endpoints. */
export type Upstream =
  | { readonly kind: 'service' }
  | { readonly kind: 'engine' }
  | { readonly kind: 'services'; readonly port: number };

/** A request as the proxy received it, whole. */
export interface WireRequest {
  readonly actor: string;
  readonly upstream: Upstream;
  readonly method: string;
  /** As the upstream knows it. */
  readonly path: string;
  /** `PutItem` and the like, `Invoke`, or method and path of the service: `GET /v1/balances`. */
  readonly operation: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

const ADDRESS = /^\/([a-z-]+)\/(engine|service)(\/.*)?$/;
/** Name and port that a function's user agent says (see `throughProxy`). */
const SAID_BY_AGENT = / app\/([a-z-]+)\.(\d+)/;

export async function readWireRequest(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = request;
  const { actor, upstream, path } = addressOf(url, String(headers['user-agent'] ?? ''));
  return {
    actor,
    upstream,
    method,
    path,
    operation: operationOf(upstream.kind, method, path, headers['x-amz-target']),
    headers,
    body: Buffer.concat(chunks),
  };
}

function addressOf(url: string, agent: string): Pick<WireRequest, 'actor' | 'upstream' | 'path'> {
  const [, named, kind, within = '/'] = ADDRESS.exec(url) ?? [];
  if (named !== undefined && (kind === 'engine' || kind === 'service')) {
    return { actor: named, upstream: { kind }, path: within };
  }
  const [, actor, port] = SAID_BY_AGENT.exec(agent) ?? [];
  // The stack's own requests come without a name, and all go to the engine.
  if (actor === undefined) return { actor: 'stack', upstream: { kind: 'engine' }, path: '/' };
  return { actor, upstream: { kind: 'services', port: Number(port) }, path: url };
}

function operationOf(
  kind: string,
  method: string,
  path: string,
  target: string | string[] | undefined,
): string {
  if (kind === 'service') return `${method} ${path}`;
  return String(target ?? '.Invoke').replace(/^.*\./, '');
}
