import { describe, expect, it } from 'vitest';
import type { OnRecord } from '../../../treasury/market/market-reading.ts';
import { readMarketBalancesIn } from '../../../treasury/report-values/market-in.ts';
import type { BalancesOnRecord } from '../../../treasury/valuation/absent-balances.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';

const TAKEN = '2026-03-02T09:00:00.000Z';
const NOW = '2026-03-02T09:05:00.000Z';
const HELD: Balances = { BTC: { total: '2' }, USD: { total: '5000' } };
const PRICES = {
  'BTC/USD': { bid: '60000', ask: '60000' },
  'EUR/USD': { bid: '1.25', ask: '1.25' },
};
const LAST: BalancesOnRecord = { balances: HELD, takenAt: TAKEN, scheduledFor: TAKEN };

function portsOf(balances: Balances, record: OnRecord) {
  const beside = { readAt: NOW, raw: '', rawDigest: '' };
  return {
    service: {
      readBalances: async () => ({ ok: true as const, value: { ...beside, balances } }),
      readPrices: async () => ({ ok: true as const, value: { readAt: NOW, prices: PRICES } }),
    },
    onRecord: async () => record,
  };
}

async function answeredWith(balances: Balances, record: OnRecord): Promise<object> {
  const reading = await readMarketBalancesIn(portsOf(balances, record), 'USD', {
    into: null,
    rates: [],
  });
  if (!reading.ok) throw new Error(reading.code);
  return reading.value;
}

const BTC = {
  reading: 'not-listed',
  ...{ since: NOW, readings: 1, last: { total: '2', readAt: TAKEN, tick: TAKEN } },
} as const;

describe('the balances of now, beside the last snapshot', () => {
  it('name what the answer leaves out: no whole total, its last value apart', async () => {
    const found = await answeredWith({ USD: { total: '5000' } }, { read: true, last: LAST });
    expect(found).toMatchObject({
      ...{ total: null, partialTotal: '5000', notStated: { BTC }, unvalued: [] },
      apart: { BTC: { value: '120000', price: '60000' } },
    });
    expect(found).toHaveProperty('balances', { USD: expect.objectContaining({ total: '5000' }) });
  });

  it('say the same in a currency that was asked for', async () => {
    const ports = portsOf({ USD: { total: '5000' } }, { read: true, last: LAST });
    const found = await readMarketBalancesIn(ports, 'USD', { into: 'EUR', rates: [] });
    expect(found.ok && found.value).toMatchObject({
      ...{ total: null, partialTotal: '4000', notStated: { BTC } },
      apart: { BTC: { value: '96000' } },
    });
  });

  it('say since when a currency is away that the last snapshot did not have either', async () => {
    const since = '2026-03-02T08:00:00.000Z';
    const away = { ...BTC, since, last: { ...BTC.last, readAt: since } };
    const last = { ...LAST, balances: { ...HELD, BTC: away } };
    const found = await answeredWith({ USD: { total: '5000' } }, { read: true, last });
    expect(found).toMatchObject({ total: null, notStated: { BTC: { ...away, readings: 2 } } });
  });

  it('have a whole total where all is stated, what is new with it, and before the first snapshot', async () => {
    const answer = { ...HELD, EUR: { total: '8' } };
    for (const last of [LAST, null]) {
      const found = await answeredWith(answer, { read: true, last });
      expect(found).toMatchObject({ total: '125010' });
      expect(Object.keys(found)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/notStated|apart|notCompared/)]),
      );
    }
  });

  it('keep at zero what the last snapshot counted as zero, and miss nothing of what was empty', async () => {
    const balances = { ...HELD, ETH: { total: '0' } };
    const counted = { ...LAST, balances, countedAsZero: ['ETH'] };
    const found = await answeredWith(HELD, { read: true, last: counted });
    expect(found).toMatchObject({ total: '125000', balances: { ETH: { total: '0' } } });
    expect(found).not.toHaveProperty('notStated');
    const stated = await answeredWith(HELD, { read: true, last: { ...LAST, balances } });
    expect(stated).toMatchObject({ total: '125000', notStated: { ETH: { last: { total: '0' } } } });
  });

  it('say that they were compared with nothing where the last snapshot cannot be read', async () => {
    expect(await answeredWith(HELD, { read: false })).toMatchObject({
      ...{ total: null, partialTotal: '125000' },
      notCompared: expect.stringMatching(/^The last snapshot cannot be read now: .* not known\.$/),
    });
  });
});
