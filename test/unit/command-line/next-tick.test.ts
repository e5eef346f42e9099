import { describe, expect, it } from 'vitest';
import { untilTickAfter } from '../../../bin/sluice/drill/next-tick.ts';

/** A clock whose timers fire early, by this many milliseconds the first time. */
function clockAt(startMs: number, earlyMs: number) {
  let [nowMs, early] = [startMs, earlyMs];
  return {
    now: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms - early;
      early = 0;
    },
  };
}

describe('a round of a drill', () => {
  it('begins on a tick of its own, though the timer fires before the time', async () => {
    const clock = clockAt(10_600, 1);
    await untilTickAfter(10_000, 1_000, clock);
    expect(clock.now()).toBe(11_000);
  });

  it('waits for nothing once a later tick has begun', async () => {
    const clock = clockAt(13_200, 0);
    await untilTickAfter(10_000, 1_000, clock);
    expect(clock.now()).toBe(13_200);
  });
});
