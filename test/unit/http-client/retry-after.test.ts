import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../adapters/http-client/retry-after.ts';
import { retryAfterOf } from '../../../clients/typescript/src/errors.ts';

const NOW_MS = Date.parse('2026-01-31T09:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sat, 31 Jan 2026 09:00:30 GMT', 30_000],
    ['Sat, 31 Jan 2026 08:00:00 GMT', 0],
    ['Saturday, 31-Jan-26 09:00:30 GMT', 30_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Sat Jan 31 09:00:30 2026', 30_000],
    ['Sun Feb  1 09:00:00 2026', 86_400_000],
  ])('%j asks to wait %j ms, in the functions and in the typed client', (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
    expect(retryAfterOf(new Headers({ 'retry-after': header }), NOW_MS)).toBe(expected / 1_000);
  });

  it.each([
    ['1.5', null],
    ['-1', null],
    ['soon', null],
    ['2026-01-31T09:00:30Z', null],
    ['Sat, 99 Jan 2026 09:00:30 GMT', null],
    ['Mon, 30 Feb 2026 09:00:30 GMT', null],
    ['Sat, 31 Foo 2026 09:00:30 GMT', null],
    ['Sat, 31 Jan 2026 25:00:30 GMT', null],
    ['Sat, 31 Jan 2026 09:00:30 CET', null],
    ['sat, 31 jan 2026 09:00:30 gmt', null],
    ['Sat Jan 1 09:00:30 2026', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is ignored', (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
  });

  it('takes a year of two digits for the nearest that is at most 50 years ahead', () => {
    const years = (header: string) => (retryAfterMs(header, NOW_MS) ?? -1) / 31_556_952_000;
    expect(Math.round(years('Saturday, 31-Jan-76 09:00:00 GMT'))).toBe(50);
    expect(years('Monday, 31-Jan-77 09:00:00 GMT')).toBe(0);
    const late = Date.parse('2090-01-31T09:00:00.000Z');
    const ahead = retryAfterMs('Tuesday, 31-Jan-05 09:00:00 GMT', late) ?? -1;
    expect(Math.round(ahead / 31_556_952_000)).toBe(15);
  });

  it('takes a leap second for the first of the next minute', () => {
    expect(retryAfterMs('Sat, 31 Jan 2026 09:00:60 GMT', NOW_MS)).toBe(60_000);
  });
});
