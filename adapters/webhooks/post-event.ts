import type { LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { DeliveryAttempt } from '../../treasury/webhooks/delivery.ts';
import type { Posted, Posting } from '../../treasury/webhooks/ports.ts';
import { MAX_ASKED_PAUSE_SECONDS } from '../../treasury/webhooks/retry-schedule.ts';
import { retryAfterMs } from '../http-client/retry-after.ts';
import {
  isLoopbackAddress,
  isPublicAddress,
  type Resolve,
  type ResolvedAddress,
  resolveAll,
} from './receiver-address.ts';
import { signedHeaders } from './signed-headers.ts';
import { localWebhookUrlProblem, webhookUrlProblem } from './webhook-url.ts';

// Not by import, as in attempt-once.ts: as ES modules they load all of Node's undici, a tenth of a cold start.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** Milliseconds for all of an attempt: the name, the connection, and the answer's first bytes. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read and kept: enough of a message to find the mistake by. */
export const MAX_ANSWER_BYTES = 1_024;
/** Milliseconds for the first bytes of the body, once the head is there. */
const BODY_PATIENCE_MS = 1_000;
/** Bytes of an answer's head. */
const MAX_HEADER_BYTES = 8_192;

export interface PosterOptions {
  /** Permits receivers on this machine, by http as well. Never in a deployment. @default false */
  readonly loopback?: boolean;
  /** @default the system's resolver */
  readonly resolve?: Resolve;
  /** @default ATTEMPT_TIMEOUT_MS */
  readonly timeoutMs?: number;
  /** For tests on this machine: what is taken for public, and who signs certificates. */
  readonly isPermitted?: (address: string) => boolean;
  readonly port?: number;
  readonly ca?: string;
}

/** Why nothing was sent, or no answer came. */
class AttemptFailure extends Error {
  readonly failure: NonNullable<DeliveryAttempt['failure']>;
  constructor(failure: NonNullable<DeliveryAttempt['failure']>) {
    super(failure);
    this.failure = failure;
  }
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/**
 * Posts events as Standard Webhooks has it: signed, once, without following redirects, and only to an address that was
 * checked after the name was resolved; the connection goes to that very address. Never throws.
 */
export function createPoster(options: PosterOptions = {}): (posting: Posting) => Promise<Posted> {
  return async (posting) => {
    const begun = performance.now();
    const end = (rest: Pick<DeliveryAttempt, 'failure' | 'answer' | 'body'>): DeliveryAttempt => ({
      at: posting.at,
      ...rest,
      milliseconds: Math.round(performance.now() - begun),
    });
    try {
      const answer = await bounded(options, (signal) => attempt(posting, options, signal));
      const { status, body } = answer;
      const notBeforeSeconds = askedPause(answer);
      return {
        attempt: end({ failure: failureOf(status), answer: status, body }),
        ...(notBeforeSeconds === null ? {} : { notBeforeSeconds }),
      };
    } catch (error) {
      const failure = error instanceof AttemptFailure ? error.failure : 'not-reached';
      return { attempt: end({ failure, answer: null, body: '' }) };
    }
  };
}

/** Everything within one bound: a name that does not resolve in time is a receiver that does not answer in time. */
async function bounded<T>(
  { timeoutMs = ATTEMPT_TIMEOUT_MS }: PosterOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AttemptFailure('timeout'));
      controller.abort();
    }, timeoutMs);
  });
  const working = work(controller.signal);
  // What is still under way when the time is over ends with an error that no caller waits for.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(
  posting: Posting,
  options: PosterOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { loopback = false, resolve = resolveAll } = options;
  // What stands in the table is judged once more, by this function's own settings.
  const problem = loopback ? localWebhookUrlProblem(posting.url) : webhookUrlProblem(posting.url);
  if (problem !== null) throw new AttemptFailure('address-refused');
  const url = new URL(posting.url);
  const addresses = await resolved(resolve, url.hostname);
  const isPermitted = options.isPermitted ?? permittedBy(loopback && isLoopback(url));
  // One that may not be reached makes the name suspicious: none of the others is tried either.
  if (!addresses.every(({ address }) => isPermitted(address))) {
    throw new AttemptFailure('address-refused');
  }
  return await answerTo(posting, { url, addresses, options, signal });
}

async function resolved(resolve: Resolve, hostname: string): Promise<readonly ResolvedAddress[]> {
  const addresses = await resolve(hostname).catch(() => []);
  if (addresses.length === 0) throw new AttemptFailure('name-not-resolved');
  return addresses;
}

function isLoopback({ href }: URL): boolean {
  return webhookUrlProblem(href) !== null;
}

function permittedBy(isLocal: boolean): (address: string) => boolean {
  return isLocal ? isLoopbackAddress : isPublicAddress;
}

interface Connection {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
  readonly options: PosterOptions;
  readonly signal: AbortSignal;
}

async function answerTo(
  posting: Posting,
  { url, addresses, options, signal }: Connection,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = Buffer.from(posting.event);
  const isTls = url.protocol === 'https:';
  const request = (isTls ? https.request : http.request)(
    {
      method: 'POST',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      path: `${url.pathname}${url.search}`,
      ...(options.port === undefined ? { port: url.port } : { port: options.port }),
      headers: { ...signedHeaders(posting), host: url.host, 'content-length': body.length },
      // A connection of its own each time: none is left over that another name could be sent over.
      agent: isTls ? new https.Agent({ keepAlive: false, maxCachedSessions: 0 }) : false,
      ...(isTls && { servername: url.hostname, minVersion: 'TLSv1.2' as const }),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
      lookup: pinned(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    },
    (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = response.headers['retry-after'];
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = () => {
        clearTimeout(patience);
        const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
        resolve({ status, retryAfter, body: text });
        request.destroy();
      };
      // The head says what became of the event: its body is worth little time.
      const patience = setTimeout(done, BODY_PATIENCE_MS);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= MAX_ANSWER_BYTES) done();
      });
      response.on('end', done);
      response.on('error', done);
      response.on('close', done);
    },
  );
  request.on('error', (error) => reject(new AttemptFailure(failureOfError(error))));
  request.end(body);
  return await promise;
}

/** The addresses that were checked, whatever the name stands for by now. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  const all = addresses.map(({ address, family }) => ({ address, family }));
  return (_hostname, { all: wantsAll }, callback) => {
    const [first] = all;
    if (wantsAll === true || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

const GONE = 410;

/** Standard Webhooks: anything between 200 and 299 is taken; 410 says never again; redirects are not followed. */
function failureOf(status: number): DeliveryAttempt['failure'] {
  if (status >= 200 && status < 300) return null;
  if (status === GONE) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'answer';
}

function failureOfError(error: Error): NonNullable<DeliveryAttempt['failure']> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/CERT|TLS|SSL|SIGNED|ISSUER|EPROTO/.test(code)) return 'certificate';
  return code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')
    ? 'interrupted'
    : 'not-reached';
}

/** Seconds for which a receiver that is busy asks to be spared, up to a bound. */
function askedPause({ status, retryAfter }: Answer): number | null {
  if (failureOf(status) === null) return null;
  const milliseconds = retryAfterMs(retryAfter, Date.now()) ?? 0;
  return milliseconds > 0 ? Math.min(milliseconds / 1_000, MAX_ASKED_PAUSE_SECONDS) : null;
}
