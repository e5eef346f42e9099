import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHistory } from '../../../adapters/store/history.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
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

  it('leave out misses, and none is none', async () => {
    const tenant = 'few';
    const store = createSnapshots(snapshots);
    const balances = { BTC: { total: '3', available: '2' } };
    await store.put(snapshotOf({ tenant, scheduledFor: tickOf(2), balances }));
    const missed = { tenant, scheduledFor: tickOf(1), missedAt: tickOf(1) } as const;
    await store.put({ kind: 'missed', code: 'timeout', reason: 'no answer', ...missed });
    const read = (after: number, to: number) =>
      history().readings(tenant, { after: tickOf(after), to: tickOf(to) }, ['BTC'], 10);
    expect((await read(0, 5)).readings).toMatchObject([{ scheduledFor: tickOf(2), balances }]);
    expect(await read(2, 5)).toEqual({ readings: [], until: tickOf(5) });
    expect(await read(5, 5)).toEqual({ readings: [], until: tickOf(5) });
  });
});

describe('the sweeps of a range', () => {
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
    history: [{ at: plusSeconds(tickOf(index), 5), state: 'sending', message: '' }],
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
    for (const instruction of all) {
      await createLedger(ledger).commit('main', [{ kind: 'create-instruction', instruction }]);
    }
    const range = { after: tickOf(0), to: tickOf(6) };
    expect(await history().sweeps('main', range, ['BTC', 'XRP'])).toEqual([
      { currency: 'BTC', amount: '1', shownFrom: plusSeconds(tickOf(1), 9) },
      { currency: 'BTC', amount: '2', shownFrom: plusSeconds(tickOf(2), 5) },
    ]);
    const later = { after: tickOf(6), to: tickOf(7) };
    expect(await history().sweeps('main', later, ['BTC'])).toMatchObject([{ amount: '6' }]);
  });
});
