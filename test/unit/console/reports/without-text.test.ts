import { describe, expect, it } from 'vitest';
import { withoutTexts } from '../../../../console/reports/without-text.ts';

const AT = '2026-11-22T09:00:00.000Z';

describe('a total of a part', () => {
  it('says what it leaves out and why, and a whole one says nothing', () => {
    const away = (total: string) =>
      ({
        reading: 'not-listed',
        since: AT,
        readings: 1,
        last: { total, readAt: AT, tick: AT },
      }) as const;
    const never = { reading: 'unreadable', why: { code: 'not-text', found: 'null' } } as const;
    expect(withoutTexts(['XAU'], { BTC: away('2'), ETH: away('0.00'), SOL: never })).toEqual([
      'Without XAU, which has no price.',
      'Without BTC, SOL, which the answer of the service does not state.',
    ]);
    expect(withoutTexts([], { ETH: away('0') })).toEqual([]);
    expect(withoutTexts([])).toEqual([]);
  });
});
