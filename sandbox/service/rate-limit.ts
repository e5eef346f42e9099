import { RATE_LIMIT_CALLERS_MAX } from '../limits.ts';

export interface RateLimitOptions {
  /** Requests that may come at once. */
  readonly burst: number;
  /** Requests that come back per second. */
  readonly refillPerSecond: number;
}

interface Bucket {
  left: number;
  filledAtMs: number;
}

/**
 * A token bucket per caller. It runs on the monotonic clock of the process rather than on the
 * sandbox's: it protects a real process, also while a test holds time still.
 */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Takes one request of a caller. Null: let it pass; a number: seconds until the next may come. */
  take(caller: string, nowMs = performance.now()): number | null {
    const { burst, refillPerSecond } = this.#options;
    const known = this.#buckets.get(caller);
    const bucket = known ?? { left: burst, filledAtMs: nowMs };
    const refill = ((nowMs - bucket.filledAtMs) / 1_000) * refillPerSecond;
    bucket.left = Math.min(burst, bucket.left + refill);
    bucket.filledAtMs = nowMs;
    this.#remember(caller, bucket);
    if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / refillPerSecond));
    bucket.left -= 1;
    return null;
  }

  #remember(caller: string, bucket: Bucket): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size <= RATE_LIMIT_CALLERS_MAX) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
