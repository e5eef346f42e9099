import { describe, expect, it } from 'vitest';
import { freezeMonths } from '../../../treasury/statements/freeze-months.ts';
import { statementOfMonth, workedOut } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { ScriptedTreasury, snapshotOf } from './scripted-month.ts';

const PRICES = { BTC: '60000' };
const RULES = { graceSeconds: 0, frozenTimeZones: ['UTC'] };
const query = (month: string) => ({ tenant: TENANT, month, timeZone: 'UTC' });

/** A snapshot that update-books has not seen yet. */
function waits(treasury: ScriptedTreasury, tick: string, totals: Record<string, string>): void {
  treasury.books.snapshots.put(snapshotOf(tick, totals, PRICES));
}

async function opened(): Promise<ScriptedTreasury> {
  const treasury = new ScriptedTreasury();
  await treasury.reads('2026-02-28T23:55:00.000Z', { BTC: '2' }, PRICES);
  await treasury.reads('2026-03-10T09:00:00.000Z', { BTC: '3' }, PRICES);
  await treasury.reads('2026-03-10T09:05:00.000Z', { BTC: '3' }, PRICES);
  return treasury;
}

describe('a month that goes on', () => {
  it('ends at the last snapshot that was reconciled', async () => {
    const treasury = await opened();
    waits(treasury, '2026-03-10T09:10:00.000Z', { BTC: '1' });
    const { books } = treasury.statementPorts('2026-03-10T09:10:05.000Z');
    const before = await workedOut(books, query('2026-03'));
    expect(before?.currencies[0]?.closing).toMatchObject({
      amount: '3',
      snapshot: '2026-03-10T09:05:00.000Z',
    });
    expect(before?.currencies[0]?.movements).toHaveLength(1);
    await treasury.arrives(snapshotOf('2026-03-10T09:10:00.000Z', { BTC: '1' }, PRICES));
    const after = await workedOut(books, query('2026-03'));
    expect(after?.currencies[0]?.closing.amount).toBe('1');
    expect(after?.currencies[0]?.movements).toHaveLength(2);
  });

  it('does not wait for ever for a snapshot whose delivery was given up', async () => {
    const treasury = await opened();
    waits(treasury, '2026-03-10T09:10:00.000Z', { BTC: '1' });
    await treasury.reads('2026-03-10T09:15:00.000Z', { BTC: '4' }, PRICES);
    treasury.books.flows.delete('2026-03-10T09:10:00.000Z#BTC');
    const { books } = treasury.statementPorts('2026-03-10T09:16:00.000Z');
    const found = await workedOut(books, query('2026-03'));
    expect(found?.currencies[0]?.closing.amount).toBe('4');
    expect(found?.currencies[0]?.movements.map(({ amount }) => amount)).toEqual(['1', '-2', '3']);
  });
});

describe('a month after a frozen one', () => {
  it('opens with what that closed with, whatever is known since', async () => {
    const treasury = await opened();
    await treasury.reads('2026-04-02T09:00:00.000Z', { BTC: '3' }, PRICES);
    const now = '2026-04-03T00:00:00.000Z';
    const done = await freezeMonths(treasury.statementPorts(now), TENANT, RULES);
    const march = done.find(({ month }) => month === '2026-03');
    // Late: the balance had fallen before March was over.
    await treasury.arrives(snapshotOf('2026-03-31T23:55:00.000Z', { BTC: '2.5' }, PRICES));
    const april = await statementOfMonth(treasury.statementPorts(now), query('2026-04'), RULES);
    expect(april?.statement.basis.opening).toBe('frozen-closing');
    expect(april?.statement.totals.opening).toBe(march?.totals.closing);
    const [btc] = april?.statement.currencies ?? [];
    expect(btc?.opening).toEqual(march?.currencies[0]?.closing);
    // What was not in March is in April.
    expect(btc?.movements.map(({ amount }) => amount)).toEqual(['-0.5', '0.5']);
    expect(btc?.closing.amount).toBe('3');
  });
});

describe('what a statement rests on', () => {
  it('is named: readings, their ages, and that a first month opens with its first reading', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-29T10:00:00.000Z', { BTC: '2' }, PRICES);
    await treasury.reads('2026-03-31T23:50:00.000Z', { BTC: '2' }, PRICES);
    const { books } = treasury.statementPorts('2026-04-03T00:00:00.000Z');
    const ticks = { everySeconds: 300, taken: async () => 2 };
    const found = await workedOut({ ...books, ticks }, query('2026-03'));
    expect(found?.basis).toEqual({
      opening: 'first-reading',
      first: {
        ...{ snapshot: '2026-03-29T10:00:00.000Z', readAt: '2026-03-29T10:00:02.000Z' },
        secondsBefore: -(28 * 86_400 + 36_002),
      },
      last: {
        ...{ snapshot: '2026-03-31T23:50:00.000Z', readAt: '2026-03-31T23:50:02.000Z' },
        secondsBefore: 598,
      },
      readings: { expected: 31 * 288, taken: 2 },
      notBooked: [],
      unknown: [],
    });
  });

  it('has no month without a snapshot; the next one opens with the last reading, and its age', async () => {
    const treasury = await opened();
    await treasury.reads('2026-05-02T09:00:00.000Z', { BTC: '3' }, PRICES);
    const { books } = treasury.statementPorts('2026-05-03T00:00:00.000Z');
    expect(await workedOut(books, query('2026-04'))).toBeNull();
    const may = await workedOut(books, query('2026-05'));
    const march = await workedOut(books, query('2026-03'));
    expect(may?.totals.opening).toBe(march?.totals.closing);
    expect(may?.basis.first.secondsBefore).toBeGreaterThan(50 * 86_400);
  });

  it('names what was confirmed and not booked, and what is not known', async () => {
    const treasury = await opened();
    const sweep = {
      kind: 'withdrawal',
      ...{ currency: 'BTC', amount: '1', withdrawalAccountId: 'account', accountLabel: 'Cold' },
    } as const;
    const at = '2026-03-31T23:58:00.000Z';
    const confirmation = { kind: 'withdrawal', withdrawals: [] } as const;
    treasury.sends('late', at, sweep, { state: 'confirmed', at, confirmation, evidence: '' });
    await treasury.reads('2026-03-31T23:59:00.000Z', { BTC: '3' }, PRICES);
    await treasury.reads('2026-04-01T00:03:00.000Z', { BTC: '2' }, PRICES);
    const { books } = treasury.statementPorts('2026-04-02T00:00:00.000Z');
    const march = await workedOut(books, query('2026-03'));
    expect(march?.basis.notBooked).toEqual([{ instructionId: 'late', claimedAt: at }]);
  });
});
