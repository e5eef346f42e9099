import { describe, expect, it } from 'vitest';
import { Throttle } from '../../../local/http/throttle.ts';

const PRICES = { key: 'GET /v1/prices', throttle: { rate: 5, burst: 10 } };
const LANES = { key: 'GET /v1/lanes', throttle: null };

/** How many of `asked` requests at a moment pass. */
function passing(throttle: Throttle, route: typeof PRICES | typeof LANES, nowMs: number): number {
  const asked = Array.from({ length: 100 }, () => throttle.refusal(route, nowMs));
  return asked.filter((refusal) => refusal === null).length;
}

describe('the throttling of a stage', () => {
  it('lets a burst pass at once, and then as many as the rate gives back', () => {
    const throttle = new Throttle({ throttle: null });
    expect(passing(throttle, PRICES, 0)).toBe(10);
    expect(passing(throttle, PRICES, 0)).toBe(0);
    expect(passing(throttle, PRICES, 1_000)).toBe(5);
    expect(passing(throttle, PRICES, 1_400)).toBe(2);
  });

  it('fills up to the burst and no further, however long no request came', () => {
    const throttle = new Throttle({ throttle: null });
    passing(throttle, PRICES, 0);
    expect(passing(throttle, PRICES, 3_600_000)).toBe(10);
  });

  it('holds a route without limits of its own to those of the stage, in a bucket of its own', () => {
    const throttle = new Throttle({ throttle: { rate: 1, burst: 3 } });
    expect(passing(throttle, PRICES, 0)).toBe(10);
    expect(passing(throttle, LANES, 0)).toBe(3);
    expect(passing(throttle, { ...LANES, key: 'GET /v1/audit' }, 0)).toBe(3);
  });

  it('lets everything pass where neither the route nor the stage has a limit', () => {
    expect(passing(new Throttle({ throttle: null }), LANES, 0)).toBe(100);
  });

  it('says after how many seconds one may pass, and one then does', () => {
    const throttle = new Throttle({ throttle: { rate: 0.25, burst: 1 } });
    expect(throttle.refusal(LANES, 0)).toBeNull();
    expect(throttle.refusal(LANES, 1_000)).toBe(3);
    expect(throttle.refusal(LANES, 4_000)).toBeNull();
  });

  it('is not confused by a clock that goes back', () => {
    const throttle = new Throttle({ throttle: { rate: 1, burst: 1 } });
    expect(throttle.refusal(LANES, 10_000)).toBeNull();
    expect(throttle.refusal(LANES, 0)).toBe(1);
  });
});
