import { expect, it } from 'vitest';
import { DAYS, EVER, HOURS } from '../../../treasury/counters/windows.ts';
import { bucketsDue } from '../../../treasury/watchdog/watch-counts.ts';

it.each([
  ['2026-01-05T00:00:00.000Z', [DAYS]],
  ['2026-01-05T00:01:00.000Z', []],
  ['2026-01-05T00:15:00.000Z', [HOURS]],
  ['2026-01-05T09:44:00.000Z', []],
  ['2026-01-05T09:45:00.000Z', [HOURS]],
  ['2026-01-08T00:00:00.000Z', [DAYS, EVER]],
])('at %s claims are compared as they are due', (tick, buckets) => {
  expect(bucketsDue(tick, 60)).toEqual(buckets);
});

it.each([60, 300, 600, 900, 3_600])(
  'of ticks every %i seconds, one of each week is compared with all claims, one of each day with those of a month, and one at least of each hour with those of a day',
  (every) => {
    const ticks = Array.from({ length: (7 * 86_400) / every }, (_, n) =>
      bucketsDue(new Date(n * every * 1_000).toISOString(), every),
    ).flat();
    expect(ticks.filter((due) => due === EVER)).toHaveLength(1);
    expect(ticks.filter((due) => due === DAYS)).toHaveLength(7);
    expect(ticks.filter((due) => due === HOURS).length).toBeGreaterThanOrEqual(7 * 23);
  },
);
