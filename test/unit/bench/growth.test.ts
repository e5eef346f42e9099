import { describe, expect, it } from 'vitest';
import { largestAt, type QuotaUse, reachedAt } from '../../../bench/cost/first-limit.ts';

describe('growth with the tenants', () => {
  const quotasAt = (tenants: number): readonly QuotaUse[] => [
    { quota: 'ten each', limit: 100, used: tenants * 10, remedy: '' },
    { quota: 'one each', limit: 100, used: tenants, remedy: '' },
  ];

  it('names the first number of tenants that is beyond a limit; at the limit is not beyond it', () => {
    const steps = [1, 9, 10, 11, 12, 50];
    expect(reachedAt(quotasAt, steps)).toEqual(
      new Map([
        ['ten each', 11],
        ['one each', null],
      ]),
    );
  });

  it('knows only the numbers that it is asked about', () => {
    expect(reachedAt(quotasAt, [5, 500])).toEqual(
      new Map([
        ['ten each', 500],
        ['one each', 500],
      ]),
    );
  });

  it('draws a line through two counts', () => {
    // 100 with 5 tenants, 150 with 10: 10 more for each, 1050 with 100.
    const few = { tenants: 5, sizes: [100] };
    const some = { tenants: 10, sizes: [150] };
    expect(largestAt(5, few, some)).toBe(100);
    expect(largestAt(10, few, some)).toBe(150);
    expect(largestAt(100, few, some)).toBe(1_050);
  });

  it('follows what grows, also where something else is larger to begin with', () => {
    const few = { tenants: 5, sizes: [400, 100] };
    const some = { tenants: 10, sizes: [400, 150] };
    expect(largestAt(10, few, some)).toBe(400);
    expect(largestAt(100, few, some)).toBe(1_050);
  });
});
