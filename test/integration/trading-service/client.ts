import { ServiceToken } from '../../../adapters/secrets/service-token.ts';
import type { TokenReading, TokenSource } from '../../../adapters/secrets/token-source.ts';
import type { ServiceConfiguration } from '../../../adapters/trading-service/service-configuration.ts';
import {
  createTradingService,
  type TradingServiceDependencies,
} from '../../../adapters/trading-service/trading-service.ts';
import { sayReadFailed } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type { Reading } from '../../../treasury/ports/trading-service.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CANARY_TOKEN, tracesOfToken } from '../../canary/canary.ts';

/** For what has to come off: a busy machine must not make a timeout of it. */
const PATIENT = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 5_000,
  readTimeoutMs: 8_000,
  writeTimeoutMs: 8_000,
} as const;

/** For what never answers: no longer than a test has to sit through. */
export const IMPATIENT = {
  headersTimeoutMs: 200,
  readTimeoutMs: 300,
  writeTimeoutMs: 300,
} as const;

/** For what never connects. */
export const CONNECTING_IMPATIENTLY = { connectTimeoutMs: 250 } as const;

/** A token source that gives these tokens, one more with every refresh. */
export function tokensOf(...values: readonly string[]): TokenSource & { refreshes: number } {
  const source = {
    refreshes: 0,
    current: () => Promise.resolve(reading(values[source.refreshes] ?? values.at(-1))),
    refresh: () => {
      source.refreshes++;
      return source.current();
    },
  };
  return source;
}

function reading(value: string | undefined): TokenReading {
  return value === undefined
    ? { ok: false, code: 'no-token', why: { code: 'secret-empty', secret: 'token' } }
    : { ok: true, token: new ServiceToken(value) };
}

/** A client with real time, waits that are only counted, and no randomness. */
export function clientFor(
  baseUrl: string,
  options: Partial<ServiceConfiguration> & Partial<TradingServiceDependencies> = {},
) {
  const waits: number[] = [];
  const warnings: string[] = [];
  const { token, now, sleep, random, warn, ...configuration } = options;
  const service = createTradingService(
    { baseUrl, ...configuration, limits: { ...PATIENT, ...configuration.limits } },
    {
      token: token ?? tokensOf(CANARY_TOKEN),
      now: now ?? (() => instantOf(Date.now())),
      sleep:
        sleep ??
        ((ms) => {
          waits.push(ms);
          return Promise.resolve();
        }),
      random: random ?? (() => 0.5),
      warn: warn ?? ((message) => warnings.push(message)),
    },
  );
  return { service, waits, warnings };
}

/** A moment by which a request of a test certainly begins. */
export function soon(): string {
  return instantOf(Date.now() + 10_000);
}

/** Fails where the token stands in the text, in whichever form. */
export function withoutToken(seen: unknown): string {
  const text = JSON.stringify(seen) ?? '';
  const traces = tracesOfToken(text);
  if (traces.length > 0) throw new Error(`the token is in here: ${traces.join('; ')}`);
  return text;
}

/** Why a read failed, in words; empty if it did not. */
export function reasonOf(reading: Reading<unknown>): string {
  return reading.ok ? '' : sayReadFailed(reading.failed);
}
