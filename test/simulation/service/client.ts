import { createHash } from 'node:crypto';
import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import type { Decode } from '../../../adapters/http-client/decoded.ts';
import type { HttpAttempt } from '../../../adapters/http-client/http-attempt.ts';
import { judgeRead } from '../../../adapters/http-client/judge-read.ts';
import { SERVICE_LIMITS, type ServiceLimits } from '../../../adapters/http-client/limits.ts';
import { readWithRetries } from '../../../adapters/http-client/read-with-retries.ts';
import type { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import type { TokenSource } from '../../../adapters/secrets/token-source.ts';
import { classifyTrade } from '../../../adapters/trading-service/classify-trade.ts';
import { classifyWithdrawal } from '../../../adapters/trading-service/classify-withdrawal.ts';
import { decodeBalances } from '../../../adapters/trading-service/decode-balances.ts';
import { decodePrices } from '../../../adapters/trading-service/decode-prices.ts';
import { sayReadFailed } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type { Reading, TradingService } from '../../../treasury/ports/trading-service.ts';
import { epochMsOf, type Instant } from '../../../treasury/time/instant.ts';
import { UNCONNECTED } from '../faults.ts';
import type { Invocation } from '../invocation.ts';
import type { World } from '../world.ts';
import { failed } from './answers.ts';
import { drawUnconnected } from './outcomes.ts';
import { answerPost, answerRead } from './receive.ts';
import type { ServiceRequest } from './service.ts';

export interface ClientOptions {
  readonly world: World;
  readonly invocation: Invocation;
  readonly tokens: TokenSource;
  /** Of the instruction that the invocation is about: no request carries it. */
  readonly instructionId: string | null;
  readonly limits?: Partial<ServiceLimits>;
}

/** Milliseconds that a request takes to the service at most, received late included. */
const TRANSIT_MS = 200;
const LATE_TRANSIT_MS = 20_000;

/**
 * The client of the service: the real retries, judgement and decoders of reads, the real token source and
 * the real reading of what a POST came to, over simulated attempts. Posts go to a transport below the real client's own check of sendBy, so
 * that the use case's check is the one on trial: what was late when it was called is sent. Only what
 * becomes late within (a slow connection, a freeze) is stopped, as the real client stops it.
 */
export function tradingServiceFor(options: ClientOptions): TradingService {
  const limits = { ...SERVICE_LIMITS, ...options.limits };
  return {
    readBalances: async () => {
      const reading = await read(options, limits, '/v1/balances', decodeBalances);
      if (!reading.ok) return reading;
      const { readAt, decoded, body: raw, truth } = reading.value;
      const { balances } = decoded;
      if (truth !== null) options.world.oracle.reads(truth, balances);
      const rawDigest = createHash('sha256').update(raw).digest('hex');
      return { ok: true, value: { readAt, balances, raw, rawDigest } };
    },
    readPrices: async () => {
      const reading = await read(options, limits, '/v1/prices', decodePrices);
      if (!reading.ok) return reading;
      const { readAt, decoded } = reading.value;
      const { prices, dropped } = decoded;
      return {
        ok: true,
        value: { readAt, prices, ...(dropped.length === 0 ? {} : { dropped }) },
      };
    },
    sendWithdrawal: async ({ withdrawalAccountId, amount }, sendBy) => {
      const request = { kind: 'withdrawal', withdrawalAccountId, amount } as const;
      return classifyWithdrawal(await post(options, limits, request, sendBy));
    },
    sendTrade: async (request, sendBy) =>
      classifyTrade(await post(options, limits, { kind: 'trade', ...request }, sendBy)),
  };
}

interface Read<T> {
  readonly readAt: Instant;
  readonly decoded: T;
  readonly body: string;
  /** The service's own answer, before it was told in whatever way. */
  readonly truth: string | null;
}

function read<T>(
  options: ClientOptions,
  limits: ServiceLimits,
  path: '/v1/balances' | '/v1/prices',
  decode: Decode<T>,
): Promise<Reading<Read<T>>> {
  const { world, invocation, tokens } = options;
  const effects = {
    token: tokens,
    now: () => invocation.now(),
    sleep: (ms: number) => invocation.pause(ms),
    random: () => world.random.next(),
  };
  return readWithRetries<Read<T>>(effects, limits, async (token, timeoutMs) => {
    const { result, truth } = await get(options, token, path, timeoutMs);
    const readAt = invocation.now();
    const judged = judgeRead(`GET ${path}`, result, epochMsOf(readAt), decode);
    world.trace.say(
      invocation.name,
      () => `GET ${path}: ${judged.ok ? bodyOf(result) : sayReadFailed(judged)}`,
    );
    if (!judged.ok) return judged;
    return { ok: true, value: { readAt, decoded: judged.value, body: bodyOf(result), truth } };
  });
}

async function get(
  { world, invocation }: ClientOptions,
  token: ServiceToken,
  path: '/v1/balances' | '/v1/prices',
  timeoutMs: number,
): Promise<{ readonly result: WireResult; readonly truth: string | null }> {
  const unconnected = drawUnconnected(world.random, world.faultProfile.reads / 4);
  if (unconnected !== null) {
    await invocation.pause(world.random.between(1, 500));
    return { result: failed(false, UNCONNECTED[unconnected]), truth: null };
  }
  const outMs = world.random.between(5, TRANSIT_MS);
  let truth: string | null = null;
  const result = await invocation.exchange(outMs, timeoutMs, () => {
    const read = answerRead(world, path, token.reveal());
    truth = read.truth;
    return read;
  });
  return { result: scrubbed(token, result), truth };
}

async function post(
  { world, invocation, tokens, instructionId }: ClientOptions,
  limits: ServiceLimits,
  request: ServiceRequest,
  sendBy: Instant,
): Promise<HttpAttempt> {
  if (instructionId === null) throw new Error(`${invocation.name} has no business sending`);
  const wasLate = invocation.now() >= sendBy;
  const reading = await tokens.current();
  if (!reading.ok) return failed(false, 'NO_TOKEN');
  const { token } = reading;
  const unconnected = drawUnconnected(world.random, world.faultProfile.posts / 5);
  await invocation.pause(
    world.random.between(5, unconnected === null ? 300 : limits.connectTimeoutMs),
  );
  if (unconnected !== null) {
    world.coverage.fault(unconnected);
    return failed(false, UNCONNECTED[unconnected]);
  }
  if (!wasLate && invocation.now() >= sendBy) return failed(false, 'PAST_SEND_BY');
  world.trace.say(
    invocation.name,
    () => `POST ${JSON.stringify(request)}, to be sent before ${sendBy}`,
  );
  world.oracle.posts({ invocation, instructionId, request, sendBy });
  const late = world.random.chance(world.faultProfile.late / 4);
  if (late) world.coverage.fault('received late');
  const outMs = world.random.between(5, late ? LATE_TRANSIT_MS : TRANSIT_MS);
  const result = await invocation.exchange(outMs, limits.headersTimeoutMs, () =>
    answerPost(world, { invocation, instructionId, request, token: token.reveal() }),
  );
  world.trace.say(invocation.name, () => `hears ${JSON.stringify(scrubbed(token, result))}`);
  return scrubbed(token, result);
}

function scrubbed(token: ServiceToken, result: WireResult): WireResult {
  return result.kind === 'failed' ? result : { ...result, body: token.scrub(result.body) };
}

function bodyOf(result: WireResult): string {
  return result.kind === 'answered' ? result.body : '';
}
