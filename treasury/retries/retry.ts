/** Waits after an attempt without a result, counted from one. */
type Pause = (attempt: number) => Promise<unknown> | undefined;

/**
 * Repeats an attempt until it returns a result, or throws. Null asks for another attempt, which follows at once if
 * there is no pause; so the attempt itself has to know its limits. Nothing that moves money is ever repeated by this:
 * the senders say themselves what they repeat.
 */
export async function repeat<T>(
  attemptOnce: (attempt: number) => Promise<T | null>,
  pause?: Pause,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(attempt);
    if (result !== null) return result;
    await pause?.(attempt);
  }
}

export interface RetryLimits {
  readonly attempts: number;
  readonly pause?: Pause;
}

/** The same, a number of times at most; null if no attempt had a result. */
export async function retry<T>(
  attemptOnce: (attempt: number) => Promise<T | null>,
  { attempts, pause }: RetryLimits,
): Promise<T | null> {
  const last = await repeat(async (attempt) => {
    const result = await attemptOnce(attempt);
    return result !== null || attempt >= attempts ? { result } : null;
  }, pause);
  return last.result;
}

export interface DoublingPause {
  readonly firstMs: number;
  readonly maximumMs: number;
}

/** Milliseconds to wait after the n-th attempt: the first pause, doubled after each further attempt up to the longest. */
export function doublingPauseMs(attempt: number, { firstMs, maximumMs }: DoublingPause): number {
  return Math.min(firstMs * 2 ** (attempt - 1), maximumMs);
}

/** Others kept writing; nothing was changed. */
export interface Contended {
  readonly result: 'contended';
}

/** Repeats a conditional write until it has a result. Null stands for another writer in between. */
export async function untilWritten<T>(
  writeOnce: () => Promise<T | null>,
  attempts: number,
): Promise<T | Contended> {
  return (await retry(writeOnce, { attempts })) ?? { result: 'contended' };
}

export interface PollLimits {
  readonly withinMs: number;
  readonly everyMs: number;
  /** Milliseconds of any clock that does not go back. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Looks until there is something to see; null if nothing was seen in time. It looks at least once. */
export async function poll<T>(
  look: () => Promise<T | null>,
  { withinMs, everyMs, now, sleep }: PollLimits,
): Promise<T | null> {
  const untilMs = now() + withinMs;
  const last = await repeat(
    async () => {
      const seen = await look();
      return seen !== null || now() > untilMs ? { seen } : null;
    },
    () => sleep(everyMs),
  );
  return last.seen;
}
