import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../treasury/booking/booking.ts';
import type { Content } from '../../../treasury/instructions/instruction.ts';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { PlantedBooks } from './planted-books.ts';
import { at, claimed, confirmed, snapshotAt, unknownOf, withdrawalOf } from './samples.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

async function arrive(books: PlantedBooks, ...snapshots: readonly SnapshotTaken[]) {
  for (const snapshot of snapshots) {
    books.snapshots.put(snapshot);
    books.now = snapshot.takenAt;
    await reconcile(books.ports(), snapshot, {});
  }
}

const btc = (second: number, total: string) => snapshotAt(second, { BTC: total });

const shown = (books: PlantedBooks) =>
  books
    .current()
    .map(({ snapshot, movements, unexplained }) => [
      snapshot,
      movements.map(({ instructionId, amount }) => `${amount} ${instructionId}`).join(' '),
      unexplained,
    ]);

const open = (books: PlantedBooks) =>
  [...books.breaks.values()].filter(({ status }) => status.state === 'open');

function sweeps(...amounts: readonly string[]): PlantedBooks {
  const books = new PlantedBooks();
  for (const [n, amount] of amounts.entries()) {
    const second = 10 + n * 300;
    books.know(claimed(`sweep-${n}`, withdrawalOf(amount), second, confirmed(second + 2)));
  }
  return books;
}

describe('a withdrawal that the service books after its quarantine', () => {
  it('is no difference, before nor after, and shows where the balance fell', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(60, '30'), btc(300, '30'), btc(HOUR, '30'));
    expect(books.breaks.size).toBe(0);
    await arrive(books, btc(DAY, '20'), btc(DAY + 60, '20'));
    expect(books.breaks.size).toBe(0);
    expect(shown(books)).toEqual([[at(DAY), '-10 sweep-0', '0']]);
    expect(books.pendingClaims?.claims).toEqual([]);
  });

  it('shows in the parts in which it is booked', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(300, '30'), btc(HOUR, '26'), btc(2 * HOUR, '26'));
    expect(books.pendingClaims?.claims).toMatchObject([{ instructionId: 'sweep-0' }]);
    await arrive(books, btc(DAY, '20'));
    expect(shown(books)).toEqual([
      [at(HOUR), '-4 sweep-0', '0'],
      [at(DAY), '-6 sweep-0', '0'],
    ]);
    expect([books.breaks.size, books.pendingClaims?.claims]).toEqual([0, []]);
  });

  it('leaves a further fall unexplained: no more is credited than was confirmed', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(300, '30'), btc(DAY, '19.5'));
    expect(shown(books)).toEqual([[at(DAY), '-10 sweep-0', '-0.5']]);
    expect(open(books)).toMatchObject([{ amount: '-0.5', direction: 'outflow' }]);
  });

  it('is credited the oldest first where several are booked at once, to the last digit', async () => {
    const books = sweeps('10.12', '10.12', '10.12', '10.12', '10.12', '10.12');
    const before = [0, 300, 600, 900, 1_200, 1_500, 1_800].map((second) => btc(second, '80'));
    await arrive(books, ...before, btc(HOUR, '59.760000001'), btc(DAY, '19.28'));
    expect(shown(books)).toEqual([
      [at(HOUR), '-10.12 sweep-0 -10.119999999 sweep-1', '0'],
      [
        at(DAY),
        '-0.000000001 sweep-1 -10.12 sweep-2 -10.12 sweep-3 -10.12 sweep-4 -10.12 sweep-5',
        '0',
      ].map((each) => each),
    ]);
  });

  it('leaves what else came in, in the meantime, as it is', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(300, '30'), btc(HOUR, '33'), btc(DAY, '23'));
    expect(shown(books)).toEqual([
      [at(HOUR), '', '3'],
      [at(DAY), '-10 sweep-0', '0'],
    ]);
    expect(open(books)).toMatchObject([{ amount: '3', direction: 'inflow' }]);
  });

  it('stays where it showed when its own interval is looked at again', async () => {
    const books = sweeps('10');
    books.know(claimed('other', withdrawalOf('1', 'ETH'), 20, unknownOf('other', 20)));
    const both = (second: number, BTC: string, ETH: string) => snapshotAt(second, { BTC, ETH });
    await arrive(books, both(0, '30', '5'), both(60, '30', '4'), both(300, '30', '4'));
    await arrive(books, both(DAY, '20', '4'));
    const confirmation = { kind: 'settled', by: ['ann', 'ben'], comment: 'seen' } as const;
    const done = { state: 'confirmed', at: at(DAY + 60), confirmation, evidence: '' } as const;
    books.know(claimed('other', withdrawalOf('1', 'ETH'), 20, done));
    await arrive(books, both(DAY + 300, '20', '4'));
    expect(shown(books)).toEqual([
      [at(60), '-1 other', '0'],
      [at(DAY), '-10 sweep-0', '0'],
    ]);
    expect(open(books)).toEqual([]);
  });

  it('stays where it showed when a snapshot of that time comes late', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(300, '30'), btc(DAY, '20'), btc(2 * DAY, '20'));
    await arrive(books, btc(DAY - HOUR, '20'));
    expect(shown(books)).toEqual([[at(DAY - HOUR), '-10 sweep-0', '0']]);
    expect(open(books)).toEqual([]);
    await arrive(books, btc(120, '30'));
    expect(shown(books)).toEqual([[at(DAY - HOUR), '-10 sweep-0', '0']]);
    expect(open(books)).toEqual([]);
  });

  it('writes nothing for a snapshot that comes twice', async () => {
    const books = sweeps('10');
    const snapshots = [btc(0, '30'), btc(300, '30'), btc(HOUR, '26'), btc(DAY, '20')];
    await arrive(books, ...snapshots);
    const { commits } = books;
    await arrive(books, ...snapshots);
    expect(books.commits).toBe(commits);
  });
});

describe('replicas that take turns', () => {
  const turns = (start: number, step: number, count: number) =>
    Array.from({ length: count }, (_, n) => btc(start + n * step, n % 2 === 0 ? '20' : '30'));

  it.each([
    ['within the window', 60],
    ['over its end', 150],
    ['hours apart', 2 * HOUR],
  ])('leave no difference once the booking shows again: %s', async (_when, step) => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), ...turns(60, step, 7));
    expect(open(books)).toEqual([]);
    expect(shown(books).map(([, moved, left]) => [moved, left])).toEqual(
      Array.from({ length: 7 }, (_, n) => [n % 2 === 0 ? '-10 sweep-0' : '10 sweep-0', '0']),
    );
    expect(books.pendingClaims?.claims ?? []).toEqual([]);
  });

  it('show what came back as money that came in, until it goes again', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), ...turns(60, HOUR, 2));
    expect(open(books)).toMatchObject([{ amount: '10', direction: 'inflow' }]);
    await arrive(books, btc(3 * HOUR, '20'));
    expect(open(books)).toEqual([]);
  });

  it('are told from others by the last digit', async () => {
    const books = sweeps('10');
    await arrive(
      books,
      btc(0, '30'),
      btc(60, '20'),
      btc(HOUR, '30.000000001'),
      btc(2 * HOUR, '20'),
    );
    expect(open(books).map(({ amount }) => amount)).toEqual(['10.000000001', '-10.000000001']);
  });

  it('explain one fall for each rise, and no further one', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), ...turns(60, HOUR, 3), btc(DAY, '10'));
    expect(open(books)).toMatchObject([{ amount: '-10', direction: 'outflow' }]);
  });

  it('are not looked for past the booking bound', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(60, '20'), btc(4 * DAY, '30'), btc(5 * DAY, '20'));
    expect(open(books).map(({ amount }) => amount)).toEqual(['10', '-10']);
  });

  it('are none where people have named what came in', async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), ...turns(60, HOUR, 2));
    for (const each of books.breaks.values()) {
      const explanation = { by: 'ann', at: at(HOUR), kind: 'deposit', comment: 'ours' } as const;
      const status = { state: 'explained', at: at(HOUR), explanation } as const;
      books.breaks.set(each.id, { ...each, status, version: each.version + 1 });
    }
    await arrive(books, btc(3 * HOUR, '20'));
    expect(open(books)).toMatchObject([{ amount: '-10', direction: 'outflow' }]);
  });

  it('are behind by several bookings at once', async () => {
    const books = sweeps('10', '5');
    await arrive(books, btc(0, '30'), btc(60, '20'), btc(400, '15'), btc(HOUR, '30'));
    await arrive(books, btc(2 * HOUR, '15'));
    expect(open(books)).toEqual([]);
    expect(shown(books).at(-1)).toEqual([at(2 * HOUR), '-10 sweep-0 -5 sweep-1', '0']);
  });

  it('are no deposits that are swept as they come in', async () => {
    const books = sweeps('10', '10', '10');
    const before = [0, 60, 250, 360, 550, 660];
    await arrive(books, ...before.map((second, n) => btc(second, n % 2 === 0 ? '30' : '20')));
    expect(open(books).map(({ amount }) => amount)).toEqual(['10', '10']);
  });

  it('write nothing where a snapshot comes twice', async () => {
    const books = sweeps('10');
    const all = [btc(0, '30'), ...turns(60, HOUR, 5)];
    await arrive(books, ...all);
    const { commits } = books;
    await arrive(books, ...all);
    expect(books.commits).toBe(commits);
    expect(open(books)).toEqual([]);
  });
});

describe('a deposit beside a withdrawal', () => {
  const laneOf = (entries: Booking['entries'], reading: Booking['reading']): Lane => ({
    ...newLane(TENANT, 'BTC', 'table'),
    booking: { entries, credits: [], doubts: [], ...(reading === undefined ? {} : { reading }) },
  });
  const shownAt = (second: number, total: string) => ({ at: at(second), total });
  const unbooked = [{ instructionId: 'sweep-0', amount: '10', at: at(10) }];

  it('is found at once where the lane saw the booking in between, to the very amount', async () => {
    const books = sweeps('10');
    books.lanes = [laneOf([], shownAt(14, '20'))];
    await arrive(books, btc(0, '30'), btc(60, '30'), btc(300, '30'));
    expect(shown(books)).toEqual([[at(60), '-10 sweep-0', '10']]);
    expect(open(books)).toMatchObject([{ amount: '10', direction: 'inflow' }]);
  });

  it('is not mistaken for a part of it where the lane says that nothing was booked', async () => {
    const books = sweeps('10');
    books.lanes = [laneOf(unbooked, shownAt(14, '30'))];
    await arrive(books, btc(0, '30'), btc(60, '35'), btc(300, '35'), btc(DAY, '25'));
    expect(shown(books)).toEqual([
      [at(60), '', '5'],
      [at(DAY), '-10 sweep-0', '0'],
    ]);
    expect(open(books)).toMatchObject([{ amount: '5' }]);
  });

  it('is not made up where a part is booked within the quarantine and the rest later', async () => {
    const books = sweeps('10');
    books.lanes = [laneOf(unbooked, shownAt(14, '30'))];
    await arrive(books, btc(0, '30'), btc(60, '26'), btc(300, '26'), btc(DAY, '20'));
    expect(shown(books)).toEqual([
      [at(60), '-4 sweep-0', '0'],
      [at(DAY), '-6 sweep-0', '0'],
    ]);
    expect(books.breaks.size).toBe(0);
  });

  it('is left to show it where the lane goes by what is available and the total still holds it', async () => {
    const books = sweeps('10');
    books.lanes = [laneOf([], { ...shownAt(14, '30'), available: '20' })];
    const held = (second: number, total: string, available: string) => {
      const taken = btc(second, total);
      return { ...taken, balances: { BTC: { total, available } } };
    };
    await arrive(books, held(0, '30', '30'), held(60, '30', '20'), held(300, '30', '20'));
    await arrive(books, held(DAY, '20', '20'));
    expect(shown(books)).toEqual([[at(DAY), '-10 sweep-0', '0']]);
    expect(books.breaks.size).toBe(0);
  });
});

describe('a withdrawal that never shows', () => {
  const pending = async () => {
    const books = sweeps('10');
    await arrive(books, btc(0, '30'), btc(300, '30'), btc(DAY, '30'));
    return books;
  };

  it('is taken as booked in its own interval where two people say so: what hid it came in', async () => {
    const books = await pending();
    books.conclude('BTC', [{ outcome: 'booked', at: at(DAY + 60) }]);
    await arrive(books, btc(DAY + 300, '30'));
    expect(shown(books)).toEqual([[at(300), '-10 sweep-0', '10']]);
    expect([open(books).length, books.pendingClaims?.claims]).toEqual([1, []]);
  });

  it('is no movement where two people say that it was not executed, and a later fall is none of it', async () => {
    const books = await pending();
    books.conclude('BTC', [{ outcome: 'not-executed', at: at(DAY + 60) }]);
    await arrive(books, btc(DAY + 300, '30'), btc(2 * DAY, '20'));
    expect(shown(books)).toEqual([[at(2 * DAY), '', '-10']]);
    expect(open(books)).toMatchObject([{ amount: '-10', direction: 'outflow' }]);
    expect(books.pendingClaims?.claims).toEqual([]);
  });

  it('is taken as booked past the bound where the lane does not wait for it either', async () => {
    const books = await pending();
    books.lanes = [newLane(TENANT, 'BTC', 'table')];
    await arrive(books, btc(2 * DAY, '30'));
    expect(books.pendingClaims?.claims).toHaveLength(1);
    await arrive(books, btc(4 * DAY, '30'));
    expect(shown(books)).toEqual([[at(300), '-10 sweep-0', '10']]);
    expect(books.pendingClaims?.claims).toEqual([]);
  });

  it('is waited for beyond the bound as long as its lane does', async () => {
    const books = await pending();
    const entries = [{ instructionId: 'sweep-0', amount: '10', at: at(10) }];
    books.lanes = [
      { ...newLane(TENANT, 'BTC', 'table'), booking: { entries, credits: [], doubts: [] } },
    ];
    await arrive(books, btc(4 * DAY, '30'), btc(5 * DAY, '20'));
    expect(shown(books)).toEqual([[at(5 * DAY), '-10 sweep-0', '0']]);
  });
});

describe('a trade that the service books late', () => {
  const content: Content = {
    kind: 'trade',
    instrument: 'BTC/USD',
    side: 'buy',
    price: '100',
    amount: '2',
  };
  const fills = [{ price: '99', amount: '2' }];
  const confirmation = { kind: 'trade', trade: { fills }, answer: '' } as const;
  const status = { state: 'confirmed', at: at(12), confirmation, evidence: '' } as const;
  const both = (second: number, BTC: string, USD: string) => snapshotAt(second, { BTC, USD });

  it('shows each side when that side is booked', async () => {
    const books = new PlantedBooks();
    books.know(claimed('buy', content, 10, status));
    await arrive(books, both(0, '1', '1000'), both(60, '1', '802'), both(300, '1', '802'));
    await arrive(books, both(DAY, '3', '802'));
    expect(books.current().map(({ currency, unexplained }) => [currency, unexplained])).toEqual([
      ['USD', '0'],
      ['BTC', '0'],
    ]);
    expect([books.breaks.size, books.pendingClaims?.claims]).toEqual([0, []]);
  });
});
