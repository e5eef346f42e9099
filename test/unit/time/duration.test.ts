import { describe, expect, it } from 'vitest';
import { duration } from '../../../treasury/time/duration.ts';

describe('lengths of time in words', () => {
  it.each([
    [0, '0 seconds'],
    [-5, '0 seconds'],
    [0.9, '0 seconds'],
    [1, '1 second'],
    [2.9, '2 seconds'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [125, '2 minutes 5 seconds'],
    [3_600, '1 hour'],
    [7_500, '2 hours 5 minutes'],
    [7_505, '2 hours 5 minutes'],
    [3_605, '1 hour 5 seconds'],
    [86_400, '1 day'],
    [180_000, '2 days 2 hours'],
  ])('of %d seconds are %s', (seconds, message) => {
    expect(duration(seconds)).toBe(message);
  });
});
