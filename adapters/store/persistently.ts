import { setTimeout } from 'node:timers/promises';
import { doublingPauseMs, repeat } from '../../treasury/retries/retry.ts';

/** Longest pauses between two attempts, of which a random part is made: soon at first, then the store is spared. */
const PAUSE = { firstMs: 50, maximumMs: 800 } as const;

interface Persistence {
  /** Milliseconds after which no further attempt begins. */
  readonly forMs: number;
  readonly mayPass: (error: unknown) => boolean;
}

/** Repeats what stops money, for longer than anything else is repeated, after errors that may be over in a moment. */
export async function persistently<T>(
  once: () => Promise<T>,
  { forMs, mayPass }: Persistence,
): Promise<T> {
  const untilMs = performance.now() + forMs;
  const { value } = await repeat(
    async () => {
      try {
        return { value: await once() };
      } catch (error) {
        if (!mayPass(error) || performance.now() >= untilMs) throw error;
        return null;
      }
    },
    (attempt) => setTimeout(Math.random() * doublingPauseMs(attempt, PAUSE)),
  );
  return value;
}
