import type { IncomingMessage } from 'node:http';

/** Whoever asks: one of the functions, or the local stack itself, as deliverer and at its start. */
export type Actor =
  | 'stack'
  | 'take-snapshot'
  | 'run-sweeps'
  | 'send-withdrawal'
  | 'place-trade'
  | 'settle-instruction'
  | 'read-treasury'
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

const ADDRESS = /^\/([a-z-]+)\/(engine|service|services-(\d+))(\/.*)?$/;

export async function readWireRequest(request: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = request;
  // The stack's own requests come without a name: it takes the origin of the address only.
  const [, actor = 'stack', kind = 'engine', port, path = '/'] = ADDRESS.exec(url) ?? [];
  return {
    actor,
    upstream: upstreamOf(kind, port),
    method,
    path,
    operation: operationOf(kind, method, path, headers['x-amz-target']),
    headers,
    body: Buffer.concat(chunks),
  };
}

function upstreamOf(kind: string, port: string | undefined): Upstream {
  if (kind === 'engine' || kind === 'service') return { kind };
  return { kind: 'services', port: Number(port) };
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
