import { explain } from '../../treasury/breaks/break-transitions.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { PlantedBooks } from '../unit/reconciliation/planted-books.ts';
import {
  at,
  claimed,
  confirmed,
  snapshotAt,
  withdrawalOf,
} from '../unit/reconciliation/samples.ts';

/*
 * Histories in which the same few amounts come and go all the time: sweeps that one replica of the service has not booked,
 * deposits and debits of the very amounts of sweeps, dust, people who explain. Whatever can be taken for a part that was
 * taken back comes up in them, and whatever only looks like it.
 */

const TICK_SECONDS = 60;
const CURRENCIES = ['BTC', 'ETH'] as const;
/** Few, so that they and their sums meet often. */
const AMOUNTS = [1, 2, 3, 5] as const;

/** mulberry32: the same history for the same seed, on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often each thing happens at a tick, by kind of history. */
const KINDS = [
  { sweep: 0.1, behind: 0.3, moved: 0.15, explained: 0.05, missed: 0.05, late: 0.05 },
  { sweep: 0.3, behind: 0.5, moved: 0.1, explained: 0, missed: 0, late: 0 },
  { sweep: 0.05, behind: 0.6, moved: 0.6, explained: 0.1, missed: 0.1, late: 0.1 },
  { sweep: 0, behind: 0, moved: 0.9, explained: 0.05, missed: 0, late: 0 },
] as const;

export interface History {
  readonly seed: number;
  readonly ticks: number;
}

/** Runs a history; `around` may change the ports that it is reconciled with. */
export async function runHistory(
  { seed, ticks }: History,
  around: (ports: ReturnType<PlantedBooks['ports']>) => ReturnType<PlantedBooks['ports']> = (
    ports,
  ) => ports,
): Promise<PlantedBooks> {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const kind = KINDS[seed % KINDS.length] ?? KINDS[0];
  const amount = () => AMOUNTS[Math.floor(random() * AMOUNTS.length)] ?? 1;
  const books = new PlantedBooks();
  const swept = new Map<string, { second: number; amount: number }[]>();
  const others = new Map<string, number>();
  /** Snapshots that come after the next one. */
  const waiting: SnapshotTaken[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    const second = tick * TICK_SECONDS;
    books.now = at(second + 5);
    const held: Record<string, string> = {};
    for (const currency of CURRENCIES) {
      const booked = swept.get(currency) ?? [];
      const isBehind = chance(kind.behind);
      const bookings = 1 + Math.floor(random() * 3);
      const shown = isBehind ? booked.slice(0, Math.max(0, booked.length - bookings)) : booked;
      if (chance(kind.moved)) {
        const change = amount() * (chance(0.5) ? 1 : -1);
        others.set(currency, (others.get(currency) ?? 0) + change);
      }
      const gone = shown.reduce((sum, each) => sum + each.amount, 0);
      held[currency] = String(1_000 + (others.get(currency) ?? 0) - gone);
      if (chance(kind.sweep)) {
        const one = { second: second + 10, amount: amount() };
        const id = `sweep-${currency}-${tick}`;
        const content = withdrawalOf(String(one.amount), currency);
        books.know(claimed(id, content, one.second, confirmed(one.second + 2)));
        swept.set(currency, [...booked, one]);
      }
    }
    if (chance(kind.missed)) continue;
    const snapshot = snapshotAt(second, held);
    if (chance(kind.late)) {
      waiting.push(snapshot);
      continue;
    }
    for (const each of [snapshot, ...waiting.splice(0)]) {
      books.snapshots.put(each);
      await reconcile(around(books.ports()), each, {});
    }
    if (chance(kind.explained)) explainOne(books, random);
  }
  return books;
}

function explainOne(books: PlantedBooks, random: () => number): void {
  const open = [...books.breaks.values()].filter(({ status }) => status.state === 'open');
  const found = open[Math.floor(random() * open.length)];
  if (found === undefined) return;
  const said = { by: 'ann', at: books.now, kind: 'other', comment: 'known to us' } as const;
  books.breaks.set(found.id, explain(found, said));
}

/** Everything that reconciliation wrote, in an order of its own. */
export function writtenIn(books: PlantedBooks): object {
  return {
    flows: [...books.flows].sort(byKey),
    breaks: [...books.breaks].sort(byKey),
    claims: books.windows,
    pending: books.pendingClaims,
  };
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
