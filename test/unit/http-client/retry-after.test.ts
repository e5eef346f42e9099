import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../adapters/http-client/retry-after.ts';

const NOW_MS = Date.parse('2026-01-31T09:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sat, 31 Jan 2026 09:00:30 GMT', 30_000],
    ['Sat, 31 Jan 2026 08:00:00 GMT', 0],
    ['1.5', null],
    ['-1', null],
    ['soon', null],
    ['2026-01-31T09:00:30Z', null],
    ['Sat, 99 Jan 2026 09:00:30 GMT', null],
    ['', null],
    [null, null],
  ])('%j asks to wait %j ms', (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
  });
});
