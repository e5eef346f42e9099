import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { PastReading } from '../../treasury/preview/history.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { MISSING } from '../samples/not-read.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { storeKinds } from './stores.ts';

const TENANT = 'main';
const FROM = '2026-03-02T09:00:00.000Z';

const tickOf = (index: number): Instant => plusSeconds(FROM, index * 300);

const PRICES = {
  'BTC/USD': { bid: '49999', ask: '50001' },
  'CHF/EUR': { bid: '1', ask: '1' },
  'EUR/USD': { bid: '1.25', ask: '1.25' },
};

const snapshot = (index: number) =>
  snapshotAt(tickOf(index), { BTC: { total: `${index}`, available: '1' }, USD: { total: '1' } });

const ticksOf = (readings: readonly PastReading[]) =>
  readings.map(({ scheduledFor }) => scheduledFor);

describe.each(storeKinds())('the readings of a range $name', ({ open }) => {
  it('are all there, in order, and no more than a limit: until the last of them then', async () => {
    const { snapshots, history } = await open();
    for (const index of [1, 2, 3, 4]) await snapshots.put(snapshot(index));
    const read = (after: number, to: number, limit: number) =>
      history.readings(TENANT, { after: tickOf(after), to: tickOf(to) }, ['BTC'], limit);
    const whole = await read(1, 3, 10);
    expect([ticksOf(whole.readings), whole.until]).toEqual([[tickOf(2), tickOf(3)], tickOf(3)]);
    const cut = await read(0, 9, 2);
    expect([ticksOf(cut.readings), cut.until]).toEqual([[tickOf(1), tickOf(2)], tickOf(2)]);
    expect(await history.readings('another', { after: FROM, to: tickOf(9) }, 'all', 9)).toEqual({
      readings: [],
      until: tickOf(9),
    });
  });

  it('have what was asked for and nothing else', async () => {
    const { snapshots, history } = await open();
    const last = { total: '7', readAt: FROM, tick: tickOf(0) };
    const away = { reading: 'not-listed', since: tickOf(0), readings: 1, last } as const;
    const balances = { BTC: { total: '3', available: '2' }, CHF: { total: '5' }, ETH: away };
    const readAt = plusSeconds(tickOf(1), 2);
    const doubted = [{ instrument: 'EUR/USD', from: '1', readings: 1 }];
    const read = { readAt, ageMs: 0 };
    const change = { pricesDoubted: doubted, inputs: { balances: read, prices: read } };
    await snapshots.put(snapshotAt(tickOf(1), balances, PRICES, change));
    const range = { after: tickOf(0), to: tickOf(1) };
    const { readings } = await history.readings(TENANT, range, ['BTC', 'CHF', 'ETH', 'XRP'], 9);
    expect(readings).toEqual([
      {
        scheduledFor: tickOf(1),
        takenAt: plusSeconds(tickOf(1), 1),
        balances,
        pricesReadAt: readAt,
        values: {
          reportingCurrency: 'USD',
          values: {
            BTC: expect.objectContaining({ price: '50000', low: '49999', path: 'direct' }),
            // The controls of whoever replays it say whether it permits anything.
            CHF: expect.objectContaining({ price: '1.25', path: 'crossed' }),
          },
          doubts: {},
        },
      },
    ]);
    const [priced] = (await history.readings(TENANT, range, 'all', 9, true)).readings;
    expect(priced).toMatchObject({ balances, market: { prices: PRICES, doubted } });
  });

  it('leave out misses, and none is none', async () => {
    const { snapshots, history } = await open();
    await snapshots.put(snapshot(2));
    const missed = { tenant: TENANT, scheduledFor: tickOf(1), missedAt: tickOf(1) } as const;
    await snapshots.put({ kind: 'missed', ...MISSING, ...missed });
    const read = (after: number, to: number) =>
      history.readings(TENANT, { after: tickOf(after), to: tickOf(to) }, ['BTC'], 10);
    expect(ticksOf((await read(0, 5)).readings)).toEqual([tickOf(2)]);
    expect(await read(2, 5)).toEqual({ readings: [], until: tickOf(5) });
    expect(await read(5, 5)).toEqual({ readings: [], until: tickOf(5) });
  });
});

describe.each(storeKinds())('the sweeps of a range $name', ({ open }) => {
  const sweep = (index: number, change: Partial<Instruction> = {}): Instruction => ({
    id: `sweep-${index}`,
    tenant: 'main',
    origin: {
      kind: 'sweep',
      ruleId: 'r',
      ruleVersion: 1,
      occurrence: tickOf(index),
      snapshot: tickOf(index),
    },
    content: {
      kind: 'withdrawal',
      currency: 'BTC',
      amount: `${index}`,
      withdrawalAccountId: 'a',
      accountLabel: 'A',
    },
    createdAt: tickOf(index),
    status: {
      state: 'confirmed',
      at: plusSeconds(tickOf(index), 9),
      confirmation: { kind: 'withdrawal', withdrawals: [] },
      evidence: 'e',
    },
    history: [
      {
        at: plusSeconds(tickOf(index), 5),
        state: 'sending',
        fact: { code: 'claimed', sendBy: plusSeconds(tickOf(index), 15) },
      },
    ],
    version: 1,
    ...change,
  });

  it('are those that were executed by rules, from when the balances show them', async () => {
    const settled = { kind: 'settled', by: ['a', 'b'], comment: 'seen' } as const;
    const confirmed = { state: 'confirmed', evidence: 'e' } as const;
    const origin = {
      kind: 'request',
      idempotencyKey: 'k',
      fingerprint: 'f',
      requestedBy: 'p',
    } as const;
    const { content } = sweep(4);
    const all = [
      sweep(1),
      sweep(2, { status: { ...confirmed, at: tickOf(900), confirmation: settled } }),
      sweep(3, { status: { state: 'expired', at: tickOf(3) } }),
      sweep(4, { origin }),
      sweep(5, { content: { ...content, currency: 'ETH' } as typeof content }),
      sweep(6),
    ];
    const { ledger, history } = await open();
    for (const instruction of all) {
      const made = await ledger.commit(TENANT, [{ kind: 'create-instruction', instruction }]);
      expect(made).toEqual({ ok: true });
    }
    const range = { after: tickOf(0), to: tickOf(6) };
    expect(await history.sweeps(TENANT, range, ['BTC', 'XRP'])).toEqual([
      { currency: 'BTC', amount: '1', shownFrom: plusSeconds(tickOf(1), 9) },
      { currency: 'BTC', amount: '2', shownFrom: plusSeconds(tickOf(2), 5) },
    ]);
    const later = { after: tickOf(6), to: tickOf(7) };
    expect(await history.sweeps(TENANT, later, ['BTC'])).toMatchObject([{ amount: '6' }]);
  });
});
