import type { ReadFailed, ReadFault } from '../../treasury/outcomes/read-failed.ts';
import type { ReadFailureCode, Reading } from '../../treasury/ports/trading-service.ts';
import { doublingPauseMs, repeat } from '../../treasury/retries/retry.ts';
import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';
import type { ServiceToken } from '../secrets/service-token.ts';
import type { TokenSource } from '../secrets/token-source.ts';
import { RETRY_DELAY, type ServiceLimits } from './limits.ts';

/** Whether trying once more can help, and with what. */
export type Again = 'later' | 'with-a-fresh-token' | 'never';

/** The result of one attempt of a read. */
export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly code: ReadFailureCode;
      readonly why: ReadFault;
      readonly again: Again;
      /** The wait that the service asked for. */
      readonly waitMs?: number;
    };

export interface ReadEffects {
  readonly token: TokenSource;
  readonly now: () => Instant;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/**
 * Reads until it succeeds, cannot succeed, or has used up its attempts or its budget of time.
 * A refusal of the token is answered once: by another token if there is one by now (a rotation during a run), at once; by
 * the same one after a wait, since a service that restarts refuses what it accepts a moment later. A second refusal is
 * what it says.
 */
export async function readWithRetries<T>(
  { token: tokens, now, sleep, random }: ReadEffects,
  limits: ServiceLimits,
  attemptOnce: (token: ServiceToken, timeoutMs: number) => Promise<Attempt<T>>,
): Promise<Reading<T>> {
  const startedMs = epochMsOf(now());
  const leftMs = () => limits.readBudgetMs - (epochMsOf(now()) - startedMs);
  const first = await tokens.current();
  if (!first.ok) {
    const why = { code: 'without-token', why: first.why } as const;
    return { ok: false, code: first.code, failed: { why } };
  }
  let { token } = first;
  let wasRefused = false;
  return await repeat(async (attempt): Promise<Reading<T> | null> => {
    const result = await attemptOnce(token, Math.min(limits.readTimeoutMs, Math.max(1, leftMs())));
    if (result.ok) return result;
    const { code } = result;
    const failed: ReadFailed = { why: result.why, ...(attempt > 1 && { attempt }) };
    if (result.again === 'never' || attempt >= limits.maxReadAttempts) {
      return { ok: false, code, failed };
    }
    if (result.again === 'with-a-fresh-token') {
      if (wasRefused) return { ok: false, code, failed };
      wasRefused = true;
      const fresh = await tokens.refresh();
      const isAnother = fresh.ok && !fresh.token.equals(token);
      if (fresh.ok) token = fresh.token;
      if (isAnother) return null;
    }
    const delayMs = delayAfter(attempt, result.waitMs, random());
    if (delayMs >= leftMs()) {
      return { ok: false, code, failed: { ...failed, nextMs: Math.ceil(delayMs) } };
    }
    await sleep(delayMs);
    return null;
  });
}

/**
 * Doubling, and spread over the whole interval, so that clients who failed together do not come back together. The
 * service's own request is the least, spread by one first delay.
 */
function delayAfter(attempt: number, askedMs: number | undefined, random: number): number {
  if (askedMs !== undefined) return askedMs + random * RETRY_DELAY.firstMs;
  return random * doublingPauseMs(attempt, RETRY_DELAY);
}
