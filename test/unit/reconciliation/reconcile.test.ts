import { describe, expect, it } from 'vitest';
import { closeBreak, explainBreak } from '../../../treasury/breaks/decide.ts';
import type { Content } from '../../../treasury/instructions/instruction.ts';
import {
  ReconciliationContendedError,
  reconcile,
} from '../../../treasury/reconciliation/reconcile.ts';
import type { Tolerances } from '../../../treasury/reconciliation/reconcile-readings.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { PlantedBooks } from './planted-books.ts';
import { at, claimed, confirmed, snapshotAt, unknownOf, withdrawalOf } from './samples.ts';

async function arrive(
  books: PlantedBooks,
  snapshots: readonly SnapshotTaken[],
  tolerances: Tolerances = {},
) {
  const brought = [];
  for (const snapshot of snapshots) {
    books.snapshots.put(snapshot);
    books.now = at(100_000);
    brought.push(await reconcile(books.ports(), snapshot, tolerances));
  }
  return brought;
}

const unexplained = (books: PlantedBooks) =>
  books.current().map(({ snapshot, currency, unexplained: left }) => [snapshot, currency, left]);

const open = (books: PlantedBooks) =>
  [...books.breaks.values()].filter(({ status }) => status.state === 'open');

const trade = (side: 'buy' | 'sell', price: string, amount: string): Content => ({
  kind: 'trade',
  instrument: 'BTC/USD',
  side,
  price,
  amount,
});

function filled(second: number, fills: readonly unknown[]) {
  const confirmation = { kind: 'trade', trade: { fills }, answer: '' } as const;
  return { state: 'confirmed', at: at(second), confirmation, evidence: '' } as const;
}

describe('reconciling a snapshot', () => {
  it('brings nothing where nothing moved, and writes nothing', async () => {
    const books = new PlantedBooks();
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC: '1.0', ETH: '0' })]);
    expect(books.commits).toBe(0);
  });

  it('shows a withdrawal with who asked for it and who approved it', async () => {
    const books = new PlantedBooks();
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, confirmed(12)));
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC: '0.6' })]);
    expect(books.current()).toMatchObject([
      {
        currency: 'BTC',
        opening: '1',
        closing: '0.6',
        unexplained: '0',
        movements: [
          { instructionId: 'sweep', amount: '-0.4', askedBy: 'tom', approvedBy: ['ann'] },
        ],
      },
    ]);
    expect(open(books)).toEqual([]);
  });

  it('waits for a confirmed withdrawal that does not show, since the service may book it late', async () => {
    const books = new PlantedBooks();
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, confirmed(12)));
    const snapshots = [0, 60, 120, 300].map((second) => snapshotAt(second, { BTC: '1' }));
    await arrive(books, snapshots);
    expect(open(books)).toEqual([]);
    expect(books.current()).toEqual([]);
    expect(books.pendingClaims?.claims).toMatchObject([
      { instructionId: 'sweep', state: 'confirmed', late: { BTC: { parts: [] } } },
    ]);
  });

  it('does not take what is still being sent for a difference, whatever becomes of it', async () => {
    const books = new PlantedBooks();
    const claim = claimed('sweep', withdrawalOf('0.4'), 10, confirmed(12));
    const { claim: record } = unknownOf('sweep', 10);
    const sending = { state: 'sending', at: at(10), claim: record } as const;
    books.know({ ...claim, instruction: { ...claim.instruction, status: sending } });
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC: '0.6' })]);
    expect(open(books)).toEqual([]);
    expect(books.current()).toMatchObject([{ movements: [{ inFlight: true }] }]);
    expect(books.pendingClaims?.claims).toMatchObject([
      { instructionId: 'sweep', state: 'sending' },
    ]);
    books.know(claim);
    await arrive(books, [snapshotAt(900, { BTC: '0.6' })]);
    expect(books.current()[0]?.movements[0]).not.toHaveProperty('inFlight');
    expect(books.pendingClaims?.claims).toEqual([]);
  });

  it('leaves what is unknown unexplained, names it, and closes the break when it is settled', async () => {
    const books = new PlantedBooks();
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, unknownOf('sweep', 10)));
    books.know(claimed('other', withdrawalOf('0.3'), 11, unknownOf('other', 11)));
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC: '0.6' })]);
    expect(open(books)).toMatchObject([{ amount: '-0.4', mayBe: ['sweep'] }]);
    const by = ['ann', 'ben'] as const;
    const confirmation = { kind: 'settled', by, comment: 'seen' } as const;
    const done = { state: 'confirmed', at: at(5_000), confirmation, evidence: '' } as const;
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, done));
    const [brought] = await arrive(books, [snapshotAt(9_000, { BTC: '0.6' })]);
    expect(brought?.closed).toMatchObject([
      {
        status: { state: 'closed', how: 'settlement', instructionIds: ['sweep'] },
        history: [{ state: 'open' }, { state: 'closed', by: 'sluice' }],
      },
    ]);
    expect(books.pendingClaims?.claims.map(({ instructionId }) => instructionId)).toEqual([
      'other',
    ]);
  });

  it('leaves it to people where what was unknown is settled as never executed', async () => {
    const books = new PlantedBooks();
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, unknownOf('sweep', 10)));
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC: '0.6' })]);
    const released = { state: 'released', at: at(5_000), by: 'evidence', comment: '' } as const;
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, released));
    await arrive(books, [snapshotAt(9_000, { BTC: '0.6' })]);
    expect(open(books)).toMatchObject([{ amount: '-0.4', mayBe: [], direction: 'outflow' }]);
  });

  it('accepts what is within the tolerance of the currency, and no more', async () => {
    const books = new PlantedBooks();
    const tolerances = { BTC: '0.001' };
    const totals = ['1', '1.001', '0.9999'].map((BTC, index) =>
      snapshotAt(index * 60, { BTC, ETH: BTC }),
    );
    await arrive(books, totals, tolerances);
    expect(open(books).map(({ currency, amount }) => [currency, amount])).toEqual([
      ['ETH', '0.001'],
      ['BTC', '-0.0011'],
      ['ETH', '-0.0011'],
    ]);
    expect(unexplained(books)).toContainEqual([at(60), 'BTC', '0.001']);
  });

  it('looks again after another writer came in between, and gives up where that goes on', async () => {
    const books = new PlantedBooks();
    await arrive(books, [snapshotAt(0, { BTC: '1' })]);
    books.collisions = 2;
    await arrive(books, [snapshotAt(60, { BTC: '2' })]);
    expect(unexplained(books)).toEqual([[at(60), 'BTC', '1']]);
    books.collisions = 3;
    const contended = arrive(books, [snapshotAt(120, { BTC: '3' })]);
    await expect(contended).rejects.toThrow(ReconciliationContendedError);
  });

  it('sees a currency come and go', async () => {
    const books = new PlantedBooks();
    await arrive(books, [snapshotAt(0, {}), snapshotAt(60, { BTC: '1' }), snapshotAt(120, {})]);
    expect(unexplained(books)).toEqual([
      [at(60), 'BTC', '1'],
      [at(120), 'BTC', '-1'],
    ]);
  });

  it('passes over a tick that was carried out after a later one', async () => {
    const books = new PlantedBooks();
    books.know(claimed('sweep', withdrawalOf('0.4'), 130, confirmed(131)));
    // The tick of second 60 was read at second 160: after that of second 120, read at 122.
    const late = snapshotAt(60, { BTC: '0.6' }, 100);
    const rest = [snapshotAt(0, { BTC: '1' }), snapshotAt(120, { BTC: '1' })];
    await arrive(books, [...rest, late, snapshotAt(180, { BTC: '0.6' })]);
    expect(unexplained(books)).toEqual([[at(180), 'BTC', '0']]);
    expect(books.breaks.size).toBe(0);
  });
});

describe('a trade', () => {
  it('is what its fills add up to, on both sides', async () => {
    const books = new PlantedBooks();
    const fills = [
      { price: '100.5', amount: '0.1' },
      { price: '100', amount: '0.3', fee: '0' },
    ];
    books.know(claimed('trade', trade('sell', '99', '0.4'), 10, filled(11, fills)));
    const before = snapshotAt(0, { BTC: '1', USD: '5' });
    await arrive(books, [before, snapshotAt(60, { BTC: '0.6', USD: '45.04' })]);
    // 0.1 x 100.5 + 0.3 x 100 = 40.05; the balances show a cent less: a fee without a record.
    expect(unexplained(books)).toEqual([
      [at(60), 'BTC', '0'],
      [at(60), 'USD', '-0.01'],
    ]);
    expect(books.current()[1]?.movements).toMatchObject([{ amount: '40.05' }]);
  });

  it('is what two people state, where a part of it was filled and the rest cancelled', async () => {
    const books = new PlantedBooks();
    const fill = { base: '0.1', quote: '9.9' };
    const by = ['ada', 'bob'] as const;
    const confirmation = { kind: 'settled', by, comment: 'in its list', fill } as const;
    const status = { state: 'confirmed', at: at(90), confirmation, evidence: '' } as const;
    books.know(claimed('trade', trade('sell', '99', '0.4'), 10, status));
    const before = snapshotAt(0, { BTC: '1', USD: '5' });
    await arrive(books, [before, snapshotAt(60, { BTC: '0.9', USD: '14.9' })]);
    expect(unexplained(books)).toEqual([
      [at(60), 'BTC', '0'],
      [at(60), 'USD', '0'],
    ]);
  });

  it.each([
    ['sell', '103.9', '103.9', '0'],
    ['sell', '100', '100', '0'],
    ['sell', '99.9', '100', '-0.1'],
    ['sell', '111', '110', '1'],
    ['buy', '-99', '-99', '0'],
    ['buy', '-100.2', '-100', '-0.2'],
    ['buy', '-89', '-90', '1'],
  ] as const)(
    'without fills is as good as its limit, or better within reason (%s %s)',
    async (side, change, shown, left) => {
      const books = new PlantedBooks();
      books.know(claimed('trade', trade(side, '100', '1'), 10, filled(11, [])));
      const [before, after] = [200, 200 + Number(change)];
      const base = side === 'sell' ? ['2', '1'] : ['1', '2'];
      await arrive(books, [
        snapshotAt(0, { BTC: base[0] ?? '', USD: `${before}` }),
        snapshotAt(60, { BTC: base[1] ?? '', USD: `${after}` }),
      ]);
      const [, usd] = books.current();
      expect(usd).toMatchObject({ movements: [{ amount: shown }], unexplained: left });
    },
  );
});

describe('a snapshot that comes late', () => {
  const deposit = [snapshotAt(0, { BTC: '1' }), snapshotAt(120, { BTC: '1.5' })];

  async function named(books: PlantedBooks) {
    const ports = books.breakPorts();
    const [found] = open(books);
    const command = {
      tenant: TENANT,
      id: found?.id ?? '',
      by: 'ann',
      requestId: '1',
      comment: 'paid',
    };
    await explainBreak(ports, { ...command, kind: 'deposit', version: 1 });
    await closeBreak(ports, { ...command, version: 2 });
  }

  it('moves a difference, with its name, into the shorter interval', async () => {
    const books = new PlantedBooks();
    await arrive(books, deposit);
    await named(books);
    const [brought] = await arrive(books, [snapshotAt(60, { BTC: '1.5' })]);
    expect(unexplained(books)).toEqual([[at(60), 'BTC', '0.5']]);
    expect(open(books)).toEqual([]);
    expect(brought?.closed).toHaveLength(2);
    expect([...books.breaks.values()].map(({ snapshot, status }) => [snapshot, status])).toEqual([
      [at(60), expect.objectContaining({ state: 'closed', how: 'by-people', by: 'ann' })],
      [at(120), expect.objectContaining({ state: 'closed', how: 'restatement' })],
    ]);
  });

  it('takes a name back where it shows two differences in the place of one', async () => {
    const books = new PlantedBooks();
    await arrive(books, deposit);
    await named(books);
    await arrive(books, [snapshotAt(60, { BTC: '1.2' })]);
    expect(open(books).map(({ snapshot, amount }) => [snapshot, amount])).toEqual([
      [at(60), '0.2'],
      [at(120), '0.3'],
    ]);
    const again = open(books).find(({ snapshot }) => snapshot === at(120));
    expect(again?.history.map(({ state }) => state)).toEqual([
      'open',
      'explained',
      'closed',
      'open',
    ]);
  });
});

describe('naming and closing a break', () => {
  async function withBreak(BTC: string) {
    const books = new PlantedBooks();
    await arrive(books, [snapshotAt(0, { BTC: '1' }), snapshotAt(60, { BTC })]);
    const ports = books.breakPorts();
    const [{ id } = { id: '' }] = open(books);
    const command = (by: string, version: number) => ({
      tenant: TENANT,
      id,
      by,
      version,
      requestId: 'r',
      comment: `says ${by}`,
    });
    return { books, ports, command };
  }

  it('lets the person who explained an inflow close it, and no person alone an outflow', async () => {
    const inflow = await withBreak('1.5');
    await explainBreak(inflow.ports, { ...inflow.command('ann', 1), kind: 'deposit' });
    expect(await closeBreak(inflow.ports, inflow.command('ann', 2))).toMatchObject({
      result: 'written',
    });
    const outflow = await withBreak('0.5');
    await explainBreak(outflow.ports, { ...outflow.command('ann', 1), kind: 'fee' });
    expect(await closeBreak(outflow.ports, outflow.command('ann', 2))).toMatchObject({
      result: 'refused',
      refusal: { code: 'maker-is-checker' },
    });
    expect(await closeBreak(outflow.ports, outflow.command('ben', 2))).toMatchObject({
      result: 'written',
    });
    expect(outflow.books.audit.at(-1)).toMatchObject({
      by: 'ann',
      approvedBy: 'ben',
      action: 'close-break',
      after: { amount: '-0.5', currency: 'BTC', kind: 'fee' },
    });
  });

  it('rests on what was seen, and is refused where there is nothing to be said', async () => {
    const { ports, command } = await withBreak('1.5');
    const kind = 'deposit';
    const refused = (code: string) => ({ result: 'refused', refusal: { code } });
    expect(await explainBreak(ports, { ...command('ann', 2), kind })).toMatchObject(
      refused('stale'),
    );
    expect(await closeBreak(ports, command('ann', 1))).toMatchObject(refused('break-unexplained'));
    const elsewhere = { ...command('ann', 1), id: 'none', kind } as const;
    expect(await explainBreak(ports, elsewhere)).toMatchObject(refused('not-found'));
    await explainBreak(ports, { ...command('ann', 1), kind });
    await explainBreak(ports, { ...command('ben', 2), kind: 'interest' });
    await closeBreak(ports, command('ben', 3));
    expect(await explainBreak(ports, { ...command('ann', 4), kind })).toMatchObject(
      refused('break-closed'),
    );
  });
});
