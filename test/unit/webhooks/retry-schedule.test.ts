import { describe, expect, it } from 'vitest';
import {
  DELIVERY_ATTEMPTS,
  DELIVERY_PAUSES_SECONDS,
  pauseSeconds,
} from '../../../treasury/webhooks/retry-schedule.ts';

describe('the schedule of deliveries', () => {
  it('takes three days, by ten attempts, each later than the one before', () => {
    const days = DELIVERY_PAUSES_SECONDS.reduce((sum, each) => sum + each, 0) / 86_400;
    expect(DELIVERY_ATTEMPTS).toBe(10);
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect([...DELIVERY_PAUSES_SECONDS].sort((a, b) => a - b)).toEqual([
      ...DELIVERY_PAUSES_SECONDS,
    ]);
  });

  it('spreads what failed together by a tenth to both sides', () => {
    expect(pauseSeconds(2, 0)).toBeCloseTo(270);
    expect(pauseSeconds(2, 0.5)).toBeCloseTo(300);
    expect(pauseSeconds(2, 0.999_999)).toBeCloseTo(330, 2);
    expect(pauseSeconds(99, 0.5)).toBeCloseTo(79_200);
  });
});
