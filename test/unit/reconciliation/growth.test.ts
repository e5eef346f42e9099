import { expect, it } from 'vitest';
import type { ReconcilePorts } from '../../../treasury/reconciliation/ports.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { PlantedBooks } from './planted-books.ts';
import { at, claimed, confirmed, snapshotAt, withdrawalOf } from './samples.ts';

const TICK_SECONDS = 60;

/** So many ticks with a withdrawal between each two, whose windows overlap: there is never a pause. */
function booksOf(ticks: number): PlantedBooks {
  const books = new PlantedBooks();
  books.now = at(1_000_000);
  for (let tick = 0; tick < ticks; tick++) {
    const total = (10_000 - tick * 0.5).toFixed(1);
    const snapshot = snapshotAt(tick * TICK_SECONDS, { BTC: total });
    books.snapshots.put(snapshot);
    const second = tick * TICK_SECONDS + 10;
    books.know(claimed(`sweep-${tick}`, withdrawalOf('0.5'), second, confirmed(second + 2)));
  }
  return books;
}

/** Calls of the last tick's reconciliation, and items that they answered with. */
async function workOf(books: PlantedBooks): Promise<{ calls: number; items: number }> {
  const work = { calls: 0, items: 0 };
  const counted = <T extends object>(port: T): T =>
    new Proxy(port, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          const call = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
          const answer = await call(...args);
          work.calls += 1;
          work.items += Array.isArray(answer) ? answer.length : 1;
          return answer;
        },
    });
  const { now, readings, flows, ledger } = books.ports();
  const ports: ReconcilePorts = {
    now,
    readings: counted(readings),
    flows: counted(flows),
    ledger: counted(ledger),
  };
  const scheduledFor = books.snapshots.latest()?.scheduledFor ?? '';
  await reconcile(ports, { tenant: TENANT, scheduledFor }, {});
  return work;
}

it('reconciles a snapshot with as much work after two thousand busy ones as after a hundred', async () => {
  const early = await workOf(booksOf(100));
  expect(early.items).toBeGreaterThan(100);
  expect(await workOf(booksOf(2_000))).toEqual(early);
});
