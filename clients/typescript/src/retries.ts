import { retryAfterOf } from './errors.ts';

/** How often and how patiently reads are repeated. Nothing else ever is. */
export interface RetryOptions {
  /** Attempts altogether: a service that fails four times in a row fails for longer than a caller waits. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, at most; doubled after every further one. */
  readonly firstPauseMs?: number;
  /** Milliseconds between two attempts, at most. An answer that asks for a longer wait is passed on. */
  readonly longestPauseMs?: number;
}

export const RETRY_DEFAULTS: Required<RetryOptions> = {
  attempts: 4,
  firstPauseMs: 200,
  longestPauseMs: 10_000,
};

/** Statuses after which the same read may succeed. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** An attempt's end: a response, or the reason why there is none. */
export type Attempt =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'unanswered'; readonly error: unknown };

/**
 * Milliseconds to wait before another attempt; null if there is none. The pause is drawn (full jitter), so that the
 * clients of one failure do not come back together. Retry-After is waited for in full.
 */
export function pauseBefore(
  attempt: number,
  ended: Attempt,
  { attempts, firstPauseMs, longestPauseMs }: Required<RetryOptions>,
  random: () => number,
): number | null {
  if (attempt >= attempts) return null;
  const drawn = random() * Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
  if (ended.kind === 'unanswered') return drawn;
  if (!PASSING.has(ended.response.status)) return null;
  const asked = (retryAfterOf(ended.response.headers) ?? 0) * 1_000;
  return asked > longestPauseMs ? null : Math.max(asked, drawn);
}

/** Waits, unless the caller gives up first. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
