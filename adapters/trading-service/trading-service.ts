import { createHash } from 'node:crypto';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { TradeRequest, WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';
import type { TradeReply, WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import type {
  BalancesReading,
  PricesReading,
  Reading,
  TradingService,
} from '../../treasury/ports/trading-service.ts';
import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';
import type { ServiceToken } from '../secrets/service-token.ts';
import { classifyTrade } from './classify-trade.ts';
import { classifyWithdrawal } from './classify-withdrawal.ts';
import { decodeBalances } from './decode-balances.ts';
import { decodePrices } from './decode-prices.ts';
import type { Decoded } from './decoded.ts';
import { exchangeOnce, type WireRequest, type WireResult } from './exchange-once.ts';
import type { HttpAttempt } from './http-attempt.ts';
import { judgeRead } from './judge-read.ts';
import { MAX_RAW_CHARACTERS } from './limits.ts';
import { openConnection } from './open-connection.ts';
import { type ReadSurroundings, readWithRetries } from './read-with-retries.ts';
import {
  type CheckedConfiguration,
  checkConfiguration,
  type ServiceConfiguration,
  type SideCasing,
} from './service-configuration.ts';

export interface TradingServiceDependencies extends ReadSurroundings {
  /** For what an operator should know and nothing fails by. */
  readonly warn: (message: string) => void;
}

/** The port, with sending that can be given up. Given up after the connection stood, it is unclear. */
export interface AbortableTradingService extends TradingService {
  readonly sendWithdrawal: (
    request: WithdrawalRequest,
    sendBy: Instant,
    signal?: AbortSignal,
  ) => Promise<WithdrawalReply>;
  readonly sendTrade: (
    request: TradeRequest,
    sendBy: Instant,
    signal?: AbortSignal,
  ) => Promise<TradeReply>;
}

/**
 * The client of the Trading and Withdrawal Service: all four endpoints of the reference.
 * @throws ServiceConfigurationError where it cannot work as configured.
 */
export function createTradingService(
  configuration: ServiceConfiguration,
  dependencies: TradingServiceDependencies,
): AbortableTradingService {
  const checked = checkConfiguration(configuration);
  if (checked.queryToken) {
    dependencies.warn(
      'the token is sent within URLs, as configured: URLs end up in logs and traces along the way; use the bearer header wherever the service takes it',
    );
  }
  const client: Client = { checked, dependencies };
  return {
    readBalances: (patience) => readBalances(client, patience),
    readPrices: () => readPrices(client),
    sendWithdrawal: async ({ withdrawalAccountId, amount }, sendBy, signal) => {
      const body = { withdrawalAccountId, amount };
      return classifyWithdrawal(await post(client, '/v1/withdrawals', body, sendBy, signal));
    },
    sendTrade: async ({ instrument, side, price, amount }, sendBy, signal) => {
      const body = { instrument, side: sideText(side, checked.sideCasing), price, amount };
      return classifyTrade(await post(client, '/v1/trades', body, sendBy, signal));
    },
  };
}

interface Client {
  readonly checked: CheckedConfiguration;
  readonly dependencies: TradingServiceDependencies;
}

async function readBalances(
  client: Client,
  patience?: 'one-attempt',
): Promise<Reading<BalancesReading>> {
  const reading = await read(client, '/v1/balances', decodeBalances, patience);
  if (!reading.ok) return reading;
  const { readAt, decoded: balances, body } = reading.value;
  const rawDigest = createHash('sha256').update(body).digest('hex');
  const raw = body.slice(0, MAX_RAW_CHARACTERS).toWellFormed();
  const source = sourceOf(client, '/v1/balances');
  return { ok: true, value: { source, readAt, balances, raw, rawDigest } };
}

async function readPrices(client: Client): Promise<Reading<PricesReading>> {
  const reading = await read(client, '/v1/prices', decodePrices);
  if (!reading.ok) return reading;
  const {
    readAt,
    decoded: { prices, dropped },
  } = reading.value;
  const source = sourceOf(client, '/v1/prices');
  return {
    ok: true,
    value: { source, readAt, prices, ...(dropped.length === 0 ? {} : { dropped }) },
  };
}

function sourceOf({ checked: { address } }: Client, path: string): string {
  return `${address.authority}${address.pathPrefix}${path}`;
}

interface Read<T> {
  readonly readAt: Instant;
  readonly decoded: T;
  readonly body: string;
}

function read<T>(
  { checked, dependencies }: Client,
  path: string,
  decode: (answer: unknown) => Decoded<T>,
  patience?: 'one-attempt',
): Promise<Reading<Read<T>>> {
  const { limits } = checked;
  const patient = patience === undefined ? limits : { ...limits, maxReadAttempts: 1 };
  return readWithRetries<Read<T>>(dependencies, patient, async (token, timeoutMs) => {
    const result = await perform(checked, token, { method: 'GET', path }, timeoutMs);
    const readAt = dependencies.now();
    const judged = judgeRead(`GET ${path}`, result, epochMsOf(readAt), decode);
    if (!judged.ok) return judged;
    const body = result.kind === 'answered' ? result.body : '';
    return { ok: true, value: { readAt, decoded: judged.value, body } };
  });
}

/**
 * One POST, never more: no retry, no second token, no redirect followed. That it is not sent late is
 * checked when the connection stands and nothing is left to do but to write.
 */
async function post(
  { checked, dependencies }: Client,
  path: string,
  body: Readonly<Record<string, string>>,
  sendBy: Instant,
  signal?: AbortSignal,
): Promise<HttpAttempt> {
  if (!positiveDecimalText.safeParse(body.amount).success) {
    return notSent('INVALID_REQUEST', 'the amount is not decimal text above zero');
  }
  const reading = await dependencies.token.current();
  if (!reading.ok) return notSent('NO_TOKEN', reading.reason);
  const pastSendBy = () =>
    // Also true where sendBy is no instant at all: what cannot be compared is not sent.
    Date.parse(dependencies.now()) < Date.parse(sendBy)
      ? null
      : notSent('PAST_SEND_BY', `it is past ${sendBy}`);
  const result = await perform(
    checked,
    reading.token,
    { method: 'POST', path, body: JSON.stringify(body) },
    checked.limits.writeTimeoutMs,
    { lastCheck: pastSendBy, ...(signal === undefined ? {} : { signal }) },
  );
  return result;
}

interface Performance {
  /** Asked immediately before the first byte; an answer stops the request. */
  readonly lastCheck?: () => WireResult | null;
  readonly signal?: AbortSignal;
}

/** Connects, and if nothing speaks against it sends one request. What comes back is without token. */
async function perform(
  checked: CheckedConfiguration,
  token: ServiceToken,
  request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
  timeoutMs: number,
  { lastCheck, signal }: Performance = {},
): Promise<WireResult> {
  const { address, limits } = checked;
  const wire = wireRequest(checked, token, request);
  const startedMs = performance.now();
  const connectTimeoutMs = Math.min(limits.connectTimeoutMs, timeoutMs);
  const opened = await openConnection(address, connectTimeoutMs, signal);
  if (!opened.ok) return notSent(opened.code, token.scrub(opened.message));
  const { socket } = opened;
  const stop = socket.destroyed
    ? notSent('CONNECT_FAILURE', 'the connection was closed before it was used')
    : signal?.aborted
      ? notSent('ABORTED', 'given up before sending')
      : (lastCheck?.() ?? null);
  if (stop !== null) {
    socket.destroy();
    return stop;
  }
  const leftMs = Math.ceil(Math.max(1, timeoutMs - (performance.now() - startedMs)));
  const result = await exchangeOnce(
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
    ? { ...result, message: token.scrub(result.message) }
    : {
        ...result,
        contentType: token.scrub(result.contentType),
        body: token.scrub(result.body),
      };
}

function wireRequest(
  { address, queryToken }: CheckedConfiguration,
  token: ServiceToken,
  request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
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

function notSent(code: string, message: string): HttpAttempt & { kind: 'failed' } {
  return { kind: 'failed', connected: false, code, message };
}

function sideText(side: TradeRequest['side'], casing: SideCasing): string {
  if (casing === 'lower') return side;
  const upper = side.toUpperCase();
  return casing === 'upper' ? upper : upper.slice(0, 1) + side.slice(1);
}
