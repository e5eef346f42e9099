import { setTimeout } from 'node:timers/promises';
import { percentile } from '../report/statistics.ts';
import type { Ask, Person } from '../stack/person.ts';

/** The responses in the measured time. */
export interface Asked {
  /** Milliseconds of each answer. */
  readonly answers: readonly number[];
  /** From the first question to the last answer. */
  readonly lastedMs: number;
}

/** Asks so many times, so many at once. @throws where one answer has another status than the one that is meant. */
export async function askTimes(
  person: Person,
  times: number,
  atOnce: number,
  status: number,
  next: () => Ask,
  pauseMs = 0,
): Promise<Asked> {
  const answers: number[] = [];
  let left = times;
  let pausedMs = 0;
  const beganMs = performance.now();
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      if (pauseMs > 0) {
        const pausingMs = performance.now();
        await setTimeout(pauseMs);
        pausedMs += performance.now() - pausingMs;
      }
      const askedMs = performance.now();
      const reply = await person.ask(next());
      answers.push(performance.now() - askedMs);
      if (reply.status !== status) {
        throw new Error(`answered ${reply.status}, not ${status}: ${reply.text.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { answers, lastedMs: performance.now() - beganMs - pausedMs };
}

/** The result of several measurements. */
export interface Rates {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export function ratesOf(asked: readonly Asked[]): Rates {
  const answers = asked.flatMap((each) => each.answers);
  const seconds = asked.reduce((sum, { lastedMs }) => sum + lastedMs, 0) / 1_000;
  return {
    perSecond: answers.length / seconds,
    p50: percentile(answers, 50),
    p99: percentile(answers, 99),
  };
}
