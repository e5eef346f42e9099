import type { SharedName } from '../../treasury/counters/counter.ts';
import { DAYS, EVER } from '../../treasury/counters/windows.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { watchCounts } from '../../treasury/watchdog/watch-counts.ts';
import { TENANT, type World } from './world.ts';

/** Milliseconds of each read, much slower than any: so claims and outcomes come in between. */
const READ_MS = 1_000;

/**
 * The watchdog compares what limits count with what claims took. It draws nothing and never fails, so no world is another by
 * it; what it finds where no intruder was is a false halt.
 */
export function compareCounts({ table, scheduler, oracle, coverage }: World): void {
  const slowly = async <T>(perform: () => T): Promise<T> =>
    await new Promise((resolve) => scheduler.wake(READ_MS, () => resolve(perform())));
  const ledger = {
    epoch: async () => table.epoch,
    readLanes: () => slowly(() => table.lanes()),
    readCounts: (_tenant: string, name: SharedName) => slowly(() => table.counts(name)),
    readInstruction: (_tenant: string, id: string) => slowly(() => table.instruction(id)),
    readPolicy: () => slowly(() => table.policy()),
    commit: (_tenant: string, changes: readonly LedgerWrite[]) =>
      slowly(() => table.commit(changes, 'watchdog')),
  };
  const flows = {
    async *claimPages(_tenant: string, after: Instant, to: Instant) {
      yield await slowly(() => table.claimsBetween(`${after}~`, `${to}~`));
    },
  };
  const ports = { ledger, flows, now: () => instantOf(scheduler.nowMs) };
  for (const buckets of [DAYS, EVER]) {
    const isWhole = table.comparing();
    const compared = watchCounts(ports, TENANT, buckets);
    scheduler.started();
    compared.then(
      ({ lowered, left }) => {
        if (lowered === null && left === 'nothing' && buckets === DAYS) isWhole();
        if (lowered === null) return;
        if (table.isCountForged || table.isPutBack) coverage.count('lowered-counts', 'found');
        else oracle.violated('counts-halted-falsely', lowered);
      },
      (error: unknown) => oracle.violated('counts-not-compared', String(error)),
    );
  }
}
