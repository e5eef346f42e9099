import { describe, expect, it } from 'vitest';
import { doublingPauseMs, poll, retry, untilWritten } from '../../../treasury/retries/retry.ts';

/** An attempt that comes to nothing as often as told, and then to "done". */
function afterFailures(failures: number) {
  const attempts: number[] = [];
  return {
    attempts,
    once: async (attempt = attempts.length + 1) => {
      attempts.push(attempt);
      return attempts.length > failures ? 'done' : null;
    },
  };
}

describe('a retry', () => {
  it('ends with the first attempt that comes to something', async () => {
    const { attempts, once } = afterFailures(2);
    expect(await retry(once, { attempts: 5 })).toBe('done');
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('ends without anything after its last attempt', async () => {
    const { attempts, once } = afterFailures(3);
    expect(await retry(once, { attempts: 3 })).toBeNull();
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('takes what the last attempt came to', async () => {
    expect(await retry(afterFailures(2).once, { attempts: 3 })).toBe('done');
  });

  it('pauses between attempts only', async () => {
    const pauses: number[] = [];
    const pause = async (attempt: number) => pauses.push(attempt);
    await retry(afterFailures(9).once, { attempts: 3, pause });
    expect(pauses).toEqual([1, 2]);
    await retry(afterFailures(0).once, { attempts: 3, pause });
    expect(pauses).toEqual([1, 2]);
  });

  it('repeats nothing that throws', async () => {
    let attempts = 0;
    const failing = async () => {
      attempts++;
      throw new Error('refused');
    };
    await expect(retry(failing, { attempts: 3 })).rejects.toThrow('refused');
    expect(attempts).toBe(1);
  });
});

describe('a doubling pause', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [4, 500],
    [2_000, 500],
  ])('after attempt %i is %i ms', (attempt, expected) => {
    expect(doublingPauseMs(attempt, { firstMs: 100, maximumMs: 500 })).toBe(expected);
  });
});

describe('a conditional write', () => {
  it('is repeated while others write in between', async () => {
    expect(await untilWritten(afterFailures(1).once, 2)).toBe('done');
  });

  it('says so where others kept writing', async () => {
    expect(await untilWritten(afterFailures(2).once, 2)).toEqual({ result: 'contended' });
  });
});

describe('a poll', () => {
  const clock = () => {
    let ms = 0;
    return {
      now: () => ms,
      sleep: async (pauseMs: number) => {
        ms += pauseMs;
      },
    };
  };

  it('looks again until there is something to see', async () => {
    const { attempts, once } = afterFailures(3);
    const look = () => once();
    expect(await poll(look, { withinMs: 1_000, everyMs: 100, ...clock() })).toBe('done');
    expect(attempts).toHaveLength(4);
  });

  it('gives up once its time is over', async () => {
    const { attempts, once } = afterFailures(9);
    const look = () => once();
    expect(await poll(look, { withinMs: 250, everyMs: 100, ...clock() })).toBeNull();
    expect(attempts).toHaveLength(4);
  });

  it('looks at least once', async () => {
    const look = async () => 'seen at once';
    const limits = { withinMs: -1, everyMs: 100, ...clock() };
    expect(await poll(look, limits)).toBe('seen at once');
  });
});
