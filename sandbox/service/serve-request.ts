import type { Fault } from '../faults/fault.ts';
import { takeFault } from '../faults/fault-queue.ts';
import { scheduleLate } from '../faults/late-executions.ts';
import { performFault } from '../faults/perform-fault.ts';
import { tokenFingerprint } from '../journal/journal-entry.ts';
import { JOURNAL_BODY_CHARACTERS_MAX, JOURNAL_PATH_CHARACTERS_MAX } from '../limits.ts';
import { randomBelow, STREAM } from '../market/seeded-random.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Exchange } from '../transport/exchange.ts';
import { type BodyReading, isJsonMediaType, readBody } from '../transport/request-bytes.ts';
import { type Answer, problem } from './answer.ts';
import {
  authenticate,
  type Presented,
  pathWithoutToken,
  presentedToken,
  withoutToken,
} from './credentials.ts';
import { refusePosts } from './refusals.ts';
import { ROUTES, type RoutePath, routeTo } from './routes.ts';
import type { Step } from './service.ts';
import { partOfTrade } from './trades.ts';

/** A request whose header was read and written down. */
interface Arrival {
  readonly seq: number;
  readonly method: string;
  /** Null: the request target could not be read. */
  readonly path: string | null;
  readonly presented: Presented;
}

/** A request that is to be executed, by an endpoint that exists and a client that may. */
interface Admitted extends Arrival {
  readonly route: RoutePath;
  readonly body: string;
}

/** Serves a request of the client: writes it down, admits or refuses it, executes and answers it. */
export async function serveRequest(sandbox: Sandbox, exchange: Exchange): Promise<void> {
  const arrival = writeDown(sandbox, exchange);
  if (sandbox.connections.isStale(exchange.socket)) {
    exchange.cut('reset');
    return;
  }
  const body = await readBody(exchange.request);
  if (body.outcome === 'client-gone') {
    sandbox.books.answered(arrival.seq, 'client-gone');
    return;
  }
  if (body.outcome === 'read' && body.text !== '') {
    const text = withoutToken(body.text, arrival.presented.token);
    const kept = text.slice(0, JOURNAL_BODY_CHARACTERS_MAX);
    sandbox.books.record({ record: 'read', seq: arrival.seq, body: kept });
  }
  const admitted = admit(sandbox, exchange, arrival, body);
  if (!admitted.ok) return answer(sandbox, exchange, arrival.seq, admitted.answer);
  const { seq, method, route } = admitted.value;
  const fault = takeFault(sandbox.books, { seq, method, path: route });
  if (fault !== null) return meetFault(sandbox, exchange, admitted.value, fault);
  const { endpoint } = ROUTES[route];
  return answer(sandbox, exchange, seq, endpoint(sandbox, { seq, body: admitted.value.body }));
}

/** Puts the request in the journal before anything is done about it. */
function writeDown(sandbox: Sandbox, exchange: Exchange): Arrival {
  const { request, socket } = exchange;
  const url = urlOf(request.url);
  const presented = presentedToken(
    request.headers.authorization,
    url?.searchParams ?? new URLSearchParams(),
  );
  const stale = sandbox.connections.isStale(socket);
  const path = url === null ? '(unreadable)' : pathWithoutToken(url, presented.token);
  const seq = sandbox.books.receive({
    receivedAt: new Date(sandbox.clock()).toISOString(),
    method: request.method ?? '',
    path: path.slice(0, JOURNAL_PATH_CHARACTERS_MAX),
    authentication: presented.authentication,
    tokenFingerprint: presented.token === null ? null : tokenFingerprint(presented.token),
    connection: sandbox.connections.numberOf(socket),
    body: null,
    executed: false,
    executedAt: null,
    effects: [],
    answered: stale ? 'reset' : 'pending',
    ...(stale && { fault: 'stale-keep-alive' as const }),
  });
  return { seq, method: request.method ?? '', path: url?.pathname ?? null, presented };
}

/** Only the origin form ("/v1/prices?token=...") is read; "//host/..." would be another server's. */
function urlOf(target: string | undefined): URL | null {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return null;
  return URL.parse(target, 'http://sandbox.invalid');
}

/** Everything that is refused before a request means anything, in this order. */
function admit(
  sandbox: Sandbox,
  exchange: Exchange,
  arrival: Arrival,
  body: BodyReading,
): Step<Admitted> {
  const { method, path } = arrival;
  if (path === null) return refusal(problem('malformed-request', 'the target is not a path'));
  const caller = authenticate(arrival.presented, sandbox.tokens.accepted());
  if (!caller.ok) return caller;
  const waitSeconds = sandbox.rateLimit.take(caller.fingerprint);
  if (waitSeconds !== null) {
    const detail = `try again in ${waitSeconds} s`;
    return refusal(problem('rate-limited', detail, { 'retry-after': String(waitSeconds) }));
  }
  const route = routeTo(method, path);
  if (!route.ok) return route;
  if (method === 'POST' && caller.access === 'read') {
    return refusal(problem('read-only-token', 'it cannot trade or withdraw'));
  }
  const refused = method === 'POST' ? refusePosts(sandbox.books.state.refusals) : null;
  if (refused !== null) return refusal(refused);
  if (body.outcome === 'too-large') {
    return refusal(problem('body-too-large', 'a request body holds at most 64 KiB'));
  }
  if (method === 'POST' && !isJsonMediaType(exchange.request.headers['content-type'])) {
    return refusal(problem('unsupported-media-type', 'send Content-Type: application/json'));
  }
  if (body.outcome !== 'read') return refusal(problem('invalid-body', 'the body is not UTF-8'));
  return { ok: true, value: { ...arrival, route: route.value, body: body.text } };
}

function meetFault(
  sandbox: Sandbox,
  exchange: Exchange,
  { seq, route, body, presented }: Admitted,
  fault: Fault,
): Promise<void> {
  const { endpoint } = ROUTES[route];
  const notRecording = {
    ...sandbox,
    books: {
      state: sandbox.books.state,
      available: (currency: string) => sandbox.books.available(currency),
      record: () => undefined,
    },
  };
  return performFault(fault, {
    exchange,
    timers: sandbox.timers,
    execute: (how) => endpoint(sandbox, { seq, body, ...how }),
    pretend: () => endpoint(notRecording, { seq, body }),
    token: presented.token,
    executeLate: (late, percent) => {
      const rest = percent === undefined ? body : partOfTrade(body, percent);
      scheduleLate(sandbox, late, { seq, path: route, body: rest }, exchange);
    },
    mark: (answered) => sandbox.books.answered(seq, answered),
    earlierId: () => {
      const { trades, withdrawals } = sandbox.books.state;
      return (route === '/v1/trades' ? trades : withdrawals).at(-1)?.id;
    },
    goStale: () => sandbox.connections.markStale(exchange.socket),
  });
}

async function answer(
  sandbox: Sandbox,
  exchange: Exchange,
  seq: number,
  ready: Answer,
): Promise<void> {
  if (sandbox.latencyMsMax > 0) {
    const { seed } = sandbox.books.state;
    await sandbox.timers.wait(randomBelow(sandbox.latencyMsMax + 1, seed, STREAM.latency, seq));
  }
  sandbox.books.answered(seq, exchange.clientIsGone ? 'client-gone' : ready.status);
  exchange.send(ready);
}

function refusal(refused: Answer): Step<never> {
  return { ok: false, answer: refused };
}
