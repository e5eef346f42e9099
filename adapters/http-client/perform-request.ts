import type { Unanswered } from '../../treasury/outcomes/unanswered.ts';
import type { ServiceToken } from '../secrets/service-token.ts';
import type { HttpMethod } from './attempt-once.ts';
import { attemptOnce, type WireRequest, type WireResult } from './attempt-once.ts';
import { neverLeft } from './http-attempt.ts';
import type { ServiceLimits } from './limits.ts';
import { openConnection, type ServiceAddress } from './open-connection.ts';

export interface HttpTarget {
  readonly address: ServiceAddress;
  /** Sends the token within the URL instead of a header. */
  readonly queryToken: boolean;
  readonly limits: ServiceLimits;
}

interface Performance {
  /** Called immediately before the first byte; a result stops the request. */
  readonly lastCheck?: () => WireResult | null;
  readonly signal?: AbortSignal;
}

/** Connects, and unless something forbids it sends one request. The result is without token. */
export async function performRequest(
  target: HttpTarget,
  token: ServiceToken,
  request: { readonly method: HttpMethod; readonly path: string; readonly body?: string },
  timeoutMs: number,
  { lastCheck, signal }: Performance = {},
): Promise<WireResult> {
  const { address, limits } = target;
  const wire = wireRequest(target, token, request);
  const startedMs = performance.now();
  const connectTimeoutMs = Math.min(limits.connectTimeoutMs, timeoutMs);
  const opened = await openConnection(address, connectTimeoutMs, signal);
  if (!opened.ok) return neverLeft(opened.code, scrubbed(opened.why, token));
  const { socket } = opened;
  const stop = socket.destroyed
    ? neverLeft('CONNECT_FAILURE', { code: 'closed-unused' })
    : signal?.aborted
      ? neverLeft('ABORTED', { code: 'given-up', when: 'before-sending' })
      : (lastCheck?.() ?? null);
  if (stop !== null) {
    socket.destroy();
    return stop;
  }
  const leftMs = Math.ceil(Math.max(1, timeoutMs - (performance.now() - startedMs)));
  const result = await attemptOnce(
    socket,
    wire,
    {
      headersTimeoutMs: Math.min(limits.headersTimeoutMs, leftMs),
      totalTimeoutMs: leftMs,
      maxAnswerBytes: limits.maxAnswerBytes,
    },
    signal,
  );
  return result.kind === 'failed'
    ? { ...result, why: scrubbed(result.why, token) }
    : {
        ...result,
        contentType: token.scrub(result.contentType),
        body: token.scrub(result.body),
      };
}

function wireRequest(
  { address, queryToken }: HttpTarget,
  token: ServiceToken,
  request: { readonly method: HttpMethod; readonly path: string; readonly body?: string },
): WireRequest {
  const path = address.pathPrefix + request.path;
  const { method, body } = request;
  return {
    method,
    target: queryToken ? `${path}?token=${encodeURIComponent(token.reveal())}` : path,
    headers: {
      host: address.authority,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'sluice',
      ...(queryToken ? {} : { authorization: `Bearer ${token.reveal()}` }),
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

/** Without the token in what others said: the rest is Sluice's own. */
function scrubbed(why: Unanswered, token: ServiceToken): Unanswered {
  switch (why.code) {
    case 'error':
      return { ...why, said: token.scrub(why.said) };
    case 'encoded':
      return { ...why, coding: token.scrub(why.coding) };
    default:
      return why;
  }
}
