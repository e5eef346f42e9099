import { describe, expect, it } from 'vitest';
import { wholeList } from '../../../api/responses/list.ts';
import { snapshotsResponse } from '../../../reporting/reports/snapshots.ts';
import type { OnRecord } from '../../../treasury/market/market-reading.ts';
import { readMarketBalancesIn } from '../../../treasury/report-values/market-in.ts';
import { rollUp } from '../../../treasury/series/roll-up.ts';
import { pointsOf, TOTAL } from '../../../treasury/series/series.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { NOT_READ } from '../../samples/not-read.ts';
import { saidPlainly } from '../../samples/said-plainly.ts';
import { snapshotAt } from '../../samples/snapshots.ts';

const AT = '2026-03-02T09:00:00.000Z';
const HELD = { BTC: { total: '2' }, USD: { total: '5000' } };
const PRICES = { 'BTC/USD': { bid: '60000', ask: '60000' } };

const totalAt = (minute: number, prices: Prices) => {
  const at = AT.replace('00:00', `${String(minute).padStart(2, '0')}:00`);
  const point = pointsOf(snapshotAt(at, HELD, prices)).get(TOTAL);
  if (point === undefined) throw new Error('there is a point of the total');
  return point;
};

/** No currency is named, and there is no rate. */
const AS_RECORDED = { into: null, rates: [] };

describe('the value of everything, where a price is missing', () => {
  it('is in no open, close, low or high of a period', () => {
    const points = [totalAt(0, {}), totalAt(1, PRICES), totalAt(2, {})];
    expect(rollUp(points)).toMatchObject({
      ...{ open: '125000', close: '125000', low: '125000', high: '125000' },
      ...{ points: 3, partial: 2, unvalued: ['BTC'] },
    });
  });

  it('is not known of a period in which a price was always missing', () => {
    expect(rollUp([totalAt(0, {}), totalAt(1, {})])).toMatchObject({
      ...{ open: null, close: null, low: null, high: null, points: 2, partial: 2 },
    });
  });

  it('is shown as a part, never as the total, with a snapshot', () => {
    const answer = saidPlainly(
      snapshotsResponse(wholeList([snapshotAt(AT, HELD, {})]), 'json', AS_RECORDED),
    );
    const [{ valuation }] = JSON.parse(answer.body ?? '').items;
    expect(valuation).toMatchObject({ total: null, partialTotal: '5000', unvalued: ['BTC'] });
  });

  it('is shown as a part with the balances of now while the service has no prices', async () => {
    const reading = { readAt: AT, balances: HELD, raw: '', rawDigest: '' };
    const service = {
      readBalances: async () => ({ ok: true as const, value: reading }),
      readPrices: async () => ({
        ok: false as const,
        code: 'service-error' as const,
        failed: NOT_READ,
      }),
    };
    const onRecord = async (): Promise<OnRecord> => ({ read: true, last: null });
    const found = await readMarketBalancesIn({ service, onRecord }, 'USD', AS_RECORDED);
    expect(found.ok && found.value).toMatchObject({
      total: null,
      partialTotal: '5000',
      unvalued: ['BTC'],
    });
  });

  it('is complete where nothing is held of what has no price', () => {
    const held = { ...HELD, ODD: { total: '0.00' } };
    const point = pointsOf(snapshotAt(AT, held, PRICES)).get(TOTAL);
    expect(point).toMatchObject({ amount: '125000', unvalued: [] });
    const answer = saidPlainly(
      snapshotsResponse(wholeList([snapshotAt(AT, held, PRICES)]), 'json', AS_RECORDED),
    );
    expect(JSON.parse(answer.body ?? '').items[0].valuation.total).toBe('125000');
  });
});
