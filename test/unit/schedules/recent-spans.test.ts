import { expect, it } from 'vitest';
import { RecentSpans, type Span } from '../../../treasury/schedules/recent-spans.ts';
import type { Instant } from '../../../treasury/time/instant.ts';

/** One occurrence on each day, at midnight. */
function dayAround(moment: Instant): Span {
  const day = moment.slice(0, 10);
  const next = new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString();
  return { latest: `${day}T00:00:00.000Z`, next };
}

/** Asks around noon of the days in turn; the days whose span had to be worked out. */
function workedOutFor(days: readonly number[], spanAround = dayAround): readonly number[] {
  const recent = new RecentSpans();
  const workedOut: number[] = [];
  for (const day of days) {
    const noon = `2026-03-0${day}T12:00:00.000Z`;
    const span = recent.around(noon, () => {
      workedOut.push(day);
      return spanAround(noon);
    });
    expect(span).toEqual(spanAround(noon));
  }
  return workedOut;
}

it.each([
  ['works out each of the three of one decision once', [3, 2, 4, 3, 2, 4, 3, 2, 4], [3, 2, 4]],
  ['has the next one already when its moment comes', [3, 4, 4, 5, 4, 5], [3, 4, 5]],
  ['keeps the one that is asked for most often', [3, 1, 3, 2, 3, 4, 3, 5, 3], [3, 1, 2, 4, 5]],
  ['forgets the one that was asked for longest ago', [1, 2, 3, 4, 2, 1], [1, 2, 3, 4, 1]],
])('%s', (_, days, workedOut) => {
  expect(workedOutFor(days)).toEqual(workedOut);
});

it('has the earlier occurrence in a span, and not the later one', () => {
  const recent = new RecentSpans();
  const around = (moment: Instant) => recent.around(moment, () => dayAround(moment)).latest;
  expect(around('2026-03-03T00:00:00.000Z')).toBe('2026-03-03T00:00:00.000Z');
  expect(around('2026-03-03T23:59:59.999Z')).toBe('2026-03-03T00:00:00.000Z');
  expect(around('2026-03-04T00:00:00.000Z')).toBe('2026-03-04T00:00:00.000Z');
});

it('takes no moment for one before the first occurrence, or after the last', () => {
  expect(workedOutFor([3, 3], (at) => ({ ...dayAround(at), latest: null }))).toEqual([3, 3]);
  expect(workedOutFor([3, 3], (at) => ({ ...dayAround(at), next: null }))).toEqual([3, 3]);
});
