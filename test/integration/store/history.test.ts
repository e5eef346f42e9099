import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHistory } from '../../../adapters/store/history.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { PastReading } from '../../../treasury/preview/history.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { stated } from '../../stated.ts';
import { tickOf } from '../../unit/preview/past.ts';
import { snapshotOf } from '../../unit/preview/samples.ts';
import { engineForTests } from './engine-for-tests.ts';

const engine = engineForTests();
let snapshots: StoreTable;
let ledger: StoreTable;

beforeAll(async () => {
  [snapshots, ledger] = await Promise.all([engine().table(), engine().table()]);
});

const history = () => createHistory({ snapshots, ledger });
const TICKS = 150;

/** Text that does not compress away: a page of the store holds some fifty of them. */
async function putTicks(tenant: string): Promise<void> {
  const store = createSnapshots(snapshots);
  for (let index = 0; index < TICKS; index++) {
    const rawBalances = randomBytes(18_000).toString('base64');
    const scheduledFor = tickOf(index);
    const balances = { BTC: { total: `${index}` }, USD: { total: '1' } };
    const takenAt = plusSeconds(scheduledFor, 1);
    await store.put(snapshotOf({ tenant, scheduledFor, takenAt, balances, rawBalances }));
  }
}

const totals = (readings: readonly PastReading[]) =>
  readings.map(({ balances }) => Number(stated(balances, 'BTC')?.total));

describe('the readings of a range', () => {
  const many = 'many';
  beforeAll(() => putTicks(many));

  it('are all there, in order, with what was asked for and nothing else', async () => {
    const range = { after: tickOf(-1), to: tickOf(TICKS) };
    const { readings, until } = await history().readings(many, range, ['BTC', 'ETH'], 5_000);
    expect(totals(readings)).toEqual(Array.from({ length: TICKS }, (_, index) => index));
    expect(until).toBe(range.to);
    expect(readings[7]).toEqual({
      scheduledFor: tickOf(7),
      takenAt: plusSeconds(tickOf(7), 1),
      balances: { BTC: { total: '7' } },
      pricesReadAt: plusSeconds(tickOf(7), 1),
      values: {
        reportingCurrency: 'USD',
        values: {
          BTC: {
            ...{ price: '50000', low: '49999', high: '50001', least: '50000' },
            ...{ path: 'direct', instruments: ['BTC/USD'] },
          },
        },
        doubts: {},
      },
    });
  });

  it('are never more than the limit, and go on from there without a gap', async () => {
    const to = tickOf(TICKS - 3);
    const found: number[] = [];
    let after = tickOf(9);
    while (after < to) {
      const { readings, until } = await history().readings(many, { after, to }, ['BTC'], 60);
      expect(readings.length).toBeLessThanOrEqual(60);
      expect(until > after).toBe(true);
      found.push(...totals(readings));
      after = until;
    }
    expect(found).toEqual(Array.from({ length: TICKS - 12 }, (_, index) => index + 10));
  });
});
