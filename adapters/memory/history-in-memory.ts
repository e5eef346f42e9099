import { LONGEST_WAIT_SECONDS } from '../../treasury/preview/backtest-limits.ts';
import type { History } from '../../treasury/preview/history.ts';
import { pastReadingOf } from '../../treasury/preview/past-reading.ts';
import { inOrderShown, sweptBy } from '../../treasury/preview/past-sweep.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import type { Ledgers } from './ledger-ports.ts';
import type { SnapshotsInMemory } from './snapshots-in-memory.ts';

/** The recorded past: snapshots of the one table, sweeps of the other. */
export function historyIn(
  { of }: Ledgers,
  snapshotsOf: (tenant: string) => SnapshotsInMemory,
): History {
  return {
    readings: async (tenant, { after, to }, currencies, limit, withMarket) => {
      if (after >= to) return { readings: [], until: to };
      // One more says whether there is more.
      const taken = snapshotsOf(tenant).takenWithin({ after, to }, limit + 1);
      const readings = taken
        .slice(0, limit)
        .map((each) => pastReadingOf(each, each, currencies, withMarket));
      const last = readings.at(-1);
      return { readings, until: taken.length > limit && last ? last.scheduledFor : to };
    },
    sweeps: async (tenant, range, currencies) => {
      // As the index by time is asked: what was made longer ago is not looked at.
      const since = plusSeconds(range.after, -LONGEST_WAIT_SECONDS);
      const made = [...of(tenant).instructions()].filter(
        ({ createdAt }) => createdAt >= since && createdAt <= range.to,
      );
      return inOrderShown(made.flatMap((each) => sweptBy(each, range, currencies)));
    },
  };
}
