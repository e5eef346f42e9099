import { setTimeout as sleep } from 'node:timers/promises';
import { poll } from '../../treasury/retries/retry.ts';

export interface Patience {
  readonly withinMs: number;
  readonly everyMs: number;
}

/** Longer than a busy machine takes for what happens within its memory. */
export const SHORTLY: Patience = { withinMs: 5_000, everyMs: 10 };

/** For what a whole machine does in its own time. */
export const LONG: Patience = { withinMs: 60_000, everyMs: 100 };

/** Asks again until it is so. @throws where it is not so in time; what it throws itself ends it. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patience: Patience = SHORTLY,
): Promise<void> {
  const look = async () => ((await holds()) ? true : null);
  if ((await poll(look, { ...patience, now: () => performance.now(), sleep })) === null) {
    throw new Error(`${what}: not within ${patience.withinMs} ms`);
  }
}

/** Asks again until there is an answer. @throws with what was thrown last, where none comes in time. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null>,
  withinMs: number = LONG.withinMs,
): Promise<T> {
  let thrown: unknown = null;
  const look = async () => {
    try {
      return await ask();
    } catch (error) {
      thrown = error;
      return null;
    }
  };
  const patience = { ...LONG, withinMs };
  const seen = await poll(look, { ...patience, now: () => performance.now(), sleep });
  if (seen === null) throw new Error(`${what}: not within ${withinMs} ms`, { cause: thrown });
  return seen;
}
