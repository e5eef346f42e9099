import type { NotListed } from '../../treasury/valuation/balance.ts';

/** A currency that answers leave out, and what the last one that listed it stated. */
export function away(total: string, changes: Partial<NotListed> = {}): NotListed {
  return {
    reading: 'not-listed',
    since: '2026-01-05T08:45:00.000Z',
    readings: 1,
    last: {
      total,
      readAt: '2026-01-05T08:30:00.000Z',
      tick: '2026-01-05T08:30:00.000Z',
    },
    ...changes,
  };
}
