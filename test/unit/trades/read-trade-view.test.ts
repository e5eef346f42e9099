import { describe, expect, it } from 'vitest';
import { sayRefusal } from '../../../treasury/facts/sentences/say/say-check.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { readTradeView } from '../../../treasury/trades/read-trade-view.ts';
import { guardTrade } from '../../../treasury/trades/trade-guards.ts';
import type { TradeView } from '../../../treasury/trades/trade-view.ts';
import { type Balances, balanceOf } from '../../../treasury/valuation/balance.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { controls } from '../../samples/policy.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { readingSeals } from '../../seals/hmac-seals.ts';

const EPOCH = 'table-1';
const TAKEN = '2026-01-05T08:55:00.000Z';
const NOW = '2026-01-05T09:00:00.000Z';
const HELD: Balances = { BTC: { total: '3' }, USD: { total: '1000000' } };
const PRICES = { 'BTC/USD': { bid: '49990', ask: '50010' } };
const CONTROLS = controls({ trades: { instruments: ['BTC/USD'], maximumNotional: '10000' } });
const SALE = { instrument: 'BTC/USD', side: 'sell', price: '50000', amount: '0.1' } as const;

async function viewOf(
  answer: Balances,
  last: SnapshotTaken | null,
  stored: Promise<SnapshotTaken> | null = last && sealedReading(readingSeals, last),
): Promise<TradeView> {
  const policy = { controls: CONTROLS, halt: neverHalted('main'), accounts: [], rules: [] };
  const lanes = ['BTC', 'USD'].map((currency) => newLane('main', currency, EPOCH));
  const { ledger } = plantedStore({ epoch: EPOCH, policy, lanes });
  const balances = { readAt: NOW, balances: answer, raw: '', rawDigest: '' };
  const service = {
    readBalances: async () => ({ ok: true as const, value: balances }),
    readPrices: async () => ({ ok: true as const, value: { readAt: NOW, prices: PRICES } }),
  };
  const snapshots = { latest: async () => await stored };
  const ports = { ledger, service, snapshots, reader: readingSeals, now: () => NOW };
  const view = await readTradeView(
    ports as unknown as Parameters<typeof readTradeView>[0],
    'main',
    'tina',
  );
  if (!view.ok) throw new Error(view.code);
  return view.value;
}

const lastOf = (balances: Balances, change: Partial<SnapshotTaken> = {}): SnapshotTaken => ({
  ...snapshotAt(TAKEN, balances, PRICES, { tenant: 'main', takenAt: TAKEN }),
  ...change,
});

describe('what a trade is judged by, beside the last snapshot', () => {
  it('is that a currency on record which the answer leaves out is not known, and never zero', async () => {
    const view = await viewOf({ USD: { total: '1000000' } }, lastOf(HELD));
    expect(balanceOf(view.balances, 'BTC')).toMatchObject({
      kind: 'not-listed',
      away: { since: NOW, last: { total: '3', readAt: TAKEN } },
    });
    for (const side of ['sell', 'buy'] as const) {
      const guarded = guardTrade({ ...SALE, side }, view);
      expect(guarded.ok ? null : sayRefusal(guarded.refusal.why)).toContain(
        "The service's answer does not list BTC since",
      );
    }
  });

  it('is the answer where all is stated, and before the first snapshot', async () => {
    expect((await viewOf(HELD, lastOf(HELD))).balances).toEqual(HELD);
    expect((await viewOf(HELD, null)).balances).toEqual(HELD);
    expect((await viewOf({ USD: { total: '1' } }, null)).balances).toEqual({ USD: { total: '1' } });
  });

  it('is no value on record that another program wrote, or that nothing proves', async () => {
    const last = lastOf(HELD);
    const written = lastOf(HELD, { unitValues: { BTC: { last: '50001', path: 'direct' } } });
    const { seal } = await sealedReading(readingSeals, last);
    for (const stored of [last, { ...written, seal }]) {
      const guarded = guardTrade(SALE, await viewOf(HELD, last, Promise.resolve(stored)));
      expect(guarded.ok ? null : sayRefusal(guarded.refusal.why)).toContain(
        'cannot be compared with an earlier one',
      );
    }
    expect(guardTrade(SALE, await viewOf(HELD, last)).ok).toBe(true);
  });

  it('is zero where the last snapshot counted it as zero, so that it can be bought', async () => {
    const counted = lastOf({ ...HELD, BTC: { total: '0' } }, { countedAsZero: ['BTC'] });
    const view = await viewOf({ USD: { total: '1000000' } }, counted);
    expect(balanceOf(view.balances, 'BTC')).toMatchObject({ balance: { total: '0' } });
    const bought = guardTrade({ ...SALE, side: 'buy' }, view);
    expect(bought.ok ? null : bought.refusal).toBeNull();
  });
});
