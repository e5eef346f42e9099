import createClient from 'openapi-fetch';
import { errorOf, SluiceUnanswered } from './errors.ts';
import type { paths } from './generated/api.ts';
import type { Arguments, InputOf, Method, PathWith, ResponseOf, Seen } from './operations.ts';
import { type ItemOf, type ListPath, type Page, pageOf } from './pages.ts';
import { type Attempt, pauseBefore, RETRY_DEFAULTS, type RetryOptions, sleep } from './retries.ts';

/** Milliseconds for an answer: one more than API Gateway waits for a function. */
const ANSWER_TIMEOUT_MS = 31_000;

export interface ClientOptions {
  /** The API's address, such as https://abc.execute-api.eu-central-1.amazonaws.com; http for this machine only. */
  readonly baseUrl: string;
  /** The access token of the moment: asked for before every request, so that it can be a fresh one. */
  readonly token: () => string | Promise<string>;
  /** The tenant of every call; without it, the first of the caller's. */
  readonly tenant?: string;
  readonly retries?: RetryOptions;
  /** For tests and unusual surroundings; the global one by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly random?: () => number;
}

/** The API of Sluice. Every call returns an answer or throws a SluiceError. */
export interface SluiceClient {
  get<P extends PathWith<'get'>>(
    path: P,
    ...input: Arguments<InputOf<P, 'get'>>
  ): Promise<ResponseOf<P, 'get'>>;
  post<P extends PathWith<'post'>>(
    path: P,
    ...input: Arguments<InputOf<P, 'post'>>
  ): Promise<ResponseOf<P, 'post'>>;
  put<P extends PathWith<'put'>>(
    path: P,
    ...input: Arguments<InputOf<P, 'put'>>
  ): Promise<ResponseOf<P, 'put'>>;
  delete<P extends PathWith<'delete'>>(
    path: P,
    ...input: Arguments<InputOf<P, 'delete'>>
  ): Promise<ResponseOf<P, 'delete'>>;
  /** A list page by page. */
  pages<P extends ListPath>(
    path: P,
    ...input: Arguments<InputOf<P, 'get'>>
  ): AsyncGenerator<Page<ItemOf<P>>, void, undefined>;
  /** A list item by item, over all pages. */
  items<P extends ListPath>(
    path: P,
    ...input: Arguments<InputOf<P, 'get'>>
  ): AsyncGenerator<ItemOf<P>, void, undefined>;
  /** A response as it comes, for what is no JSON: `format: 'csv'` and the like. Its body can be streamed. */
  download<P extends PathWith<'get'>>(
    path: P,
    ...input: Arguments<InputOf<P, 'get'>>
  ): Promise<Response>;
}

/** An input without its types: what all routes have between them. */
interface AnyInput {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly ifMatch?: Seen;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly input: AnyInput;
  readonly parseAs: 'json' | 'stream';
}

export function createSluiceClient(options: ClientOptions): SluiceClient {
  const { random = Math.random, tenant } = options;
  const api = createClient<paths>({
    baseUrl: safeAddress(options.baseUrl),
    // A redirect would carry the token to an address that is not the configured one.
    redirect: 'error',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const retries = { ...RETRY_DEFAULTS, ...options.retries };

  async function attempt(call: Call, headers: Readonly<Record<string, string>>) {
    const { method, path, input, parseAs } = call;
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    // The routes are typed above. Here any of them is called.
    const send = api.request as unknown as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
    return await send(method, path, {
      params: {
        path: input.path,
        query: { ...(tenant === undefined ? {} : { tenant }), ...input.query },
      },
      ...(input.body === undefined ? {} : { body: input.body }),
      headers: { ...headers, authorization: `Bearer ${await options.token()}` },
      signal: input.signal === undefined ? timeout : AbortSignal.any([timeout, input.signal]),
      parseAs,
    });
  }

  /** Sends a read until it is answered, within limits; a write once. */
  async function perform(call: Call): Promise<{ data: unknown; response: Response }> {
    const isWrite = call.method !== 'get';
    const headers = headersOf(call);
    for (let count = 1; ; count++) {
      const ended = await ending(() => attempt(call, headers), call.input.signal);
      const pause = isWrite ? null : pauseBefore(count, ended, retries, random);
      if (pause !== null) {
        await sleep(pause, call.input.signal);
        continue;
      }
      if (ended.kind === 'unanswered') {
        const idempotencyKey = headers['idempotency-key'];
        throw new SluiceUnanswered(reasonOf(ended.error), { isWrite, idempotencyKey });
      }
      if (!ended.response.ok) throw errorOf(ended.response, ended.error);
      return { data: ended.data, response: ended.response };
    }
  }

  const request = async (method: Method, path: string, input: AnyInput = {}) => {
    const { data, response } = await perform({ method, path, input, parseAs: 'json' });
    const { status, headers } = response;
    const replayed = headers.get('idempotent-replayed') === 'true';
    return { status, data, etag: headers.get('etag'), replayed, headers };
  };

  async function* pages(path: string, input: AnyInput = {}): AsyncGenerator<Page<unknown>> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = pageOf<unknown>((await request('get', path, { ...input, query })).data);
      yield page;
      cursor = page.next;
    }
  }

  async function* items(path: string, input: AnyInput = {}): AsyncGenerator<unknown> {
    for await (const page of pages(path, input)) yield* page.items;
  }

  return {
    get: (path: string, input?: AnyInput) => request('get', path, input),
    post: (path: string, input?: AnyInput) => request('post', path, input),
    put: (path: string, input?: AnyInput) => request('put', path, input),
    delete: (path: string, input?: AnyInput) => request('delete', path, input),
    pages,
    items,
    download: async (path: string, input: AnyInput = {}) =>
      (await perform({ method: 'get', path, input, parseAs: 'stream' })).response,
  } as unknown as SluiceClient;
}

type Ended =
  | (Extract<Attempt, { kind: 'answered' }> & { readonly data: unknown; readonly error: unknown })
  | Extract<Attempt, { kind: 'unanswered' }>;

async function ending(
  attempt: () => Promise<{ data?: unknown; error?: unknown; response: Response }>,
  signal: AbortSignal | undefined,
): Promise<Ended> {
  try {
    const { data, error, response } = await attempt();
    return { kind: 'answered', response, data, error };
  } catch (error) {
    // The caller gave up: that is no failure of the API.
    if (signal?.aborted) throw error;
    if (isOfTheNetwork(error)) return { kind: 'unanswered', error };
    throw error;
  }
}

/** fetch throws TypeErrors, AbortSignal.timeout a TimeoutError, and a cut-off body a SyntaxError. */
function isOfTheNetwork(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}

/** Why there is no answer: fetch itself only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer came';
  if (error.name === 'TimeoutError') return `no answer came within ${ANSWER_TIMEOUT_MS / 1_000} s`;
  if (error instanceof SyntaxError) return 'the answer broke off';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
  return `no answer came (${code})`;
}

/** A write has one key for as long as its caller repeats it; a new call is a new request. */
function headersOf({ method, path, input }: Call): Readonly<Record<string, string>> {
  const { ifMatch, idempotencyKey } = input;
  const headers: Record<string, string> = {};
  const etag = typeof ifMatch === 'object' ? ifMatch.etag : ifMatch;
  if (etag === null)
    throw new TypeError(`${path}: what was read has no ETag, so nothing can be decided about it`);
  if (etag !== undefined) headers['if-match'] = etag;
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  else if (method === 'post' && WITH_KEY.has(path))
    headers['idempotency-key'] = crypto.randomUUID();
  return headers;
}

/** The routes that take an Idempotency-Key: the type below fails to compile if it is not all of them. */
const KEYED = { '/v1/trades': true, '/v1/withdrawals': true } satisfies Record<KeyedPath, true>;
const WITH_KEY: ReadonlySet<string> = new Set(Object.keys(KEYED));

type KeyedPath = {
  [P in PathWith<'post'>]: 'idempotencyKey' extends keyof InputOf<P, 'post'> ? P : never;
}[PathWith<'post'>];

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A token is sent over https, or to this machine. */
function safeAddress(baseUrl: string): string {
  const { protocol, hostname, username, password } = new URL(baseUrl);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  if (!isSafe) throw new TypeError('baseUrl: accepted is https, or http on this machine');
  if (username !== '' || password !== '')
    throw new TypeError('baseUrl: no credentials belong there');
  return baseUrl;
}
