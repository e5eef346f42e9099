import { createSnapshots } from '../../adapters/store/snapshots.ts';
import {
  type AnalyticsState,
  dayBefore,
  daysBehind,
  daysFrom,
  flowsBehind,
  isSettled,
  isTooSoon,
  mayWriteSnapshots,
  NOTHING_WRITTEN,
} from '../../treasury/analytics/days-due.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import { type Day, dayOf } from '../../treasury/series/hour.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import {
  ANALYTICS_TABLE_NAMES,
  type AnalyticsTable,
  analyticsStateKey,
  LATE_TABLES,
} from './tables.ts';
import { type AnalyticsSources, type DaySources, writeDay } from './write-day.ts';

export interface ExportPorts extends AnalyticsSources {
  readonly now: () => Instant;
  readonly ratesOf: (tenant: string) => Promise<readonly ReportRate[]>;
  /** False if another day might not be done in the remaining time. */
  readonly hasTime: () => boolean;
}

export interface Exported {
  readonly files: number;
  readonly rows: number;
  /** The first day that there was no time for; the next run, or the next call, goes on with it. */
  readonly next: Day | null;
}

/**
 * A run of the schedule: the open day first, then every day that is behind, oldest first, then, once a day, what
 * may have changed of the weeks before. The run that follows does the rest.
 */
export async function exportWhatIsDue(ports: ExportPorts, tenant: string): Promise<Exported> {
  const stateKey = analyticsStateKey(tenant);
  const now = ports.now();
  const [found, firstTick] = await Promise.all([
    ports.bucket.readState(stateKey),
    createSnapshots(ports.snapshots).firstTick(tenant),
  ]);
  let state = found ?? NOTHING_WRITTEN;
  const done = new RowTotals();
  if (isTooSoon(state, now)) return done.until(null);
  const advance = async (step: Partial<AnalyticsState>): Promise<void> => {
    state = { ...state, ...step };
    await ports.bucket.writeState(stateKey, state);
  };

  await advance({ begunAt: now });
  try {
    const sources = { ...ports, rates: await ports.ratesOf(tenant) };
    done.add(await writeTables(sources, tenant, dayOf(now), ANALYTICS_TABLE_NAMES));
    for (const day of daysBehind(state, firstTick, now)) {
      if (!ports.hasTime()) return done.until(day);
      done.add(await writeTables(sources, tenant, day, ANALYTICS_TABLE_NAMES));
      if (isSettled(day, now)) await advance({ through: day });
    }
    // Days that were whole before this run; it has just written the others.
    for (const day of flowsBehind(found ?? NOTHING_WRITTEN, firstTick, now)) {
      if (!ports.hasTime()) return done.until(day);
      done.add(await writeTables(sources, tenant, day, LATE_TABLES));
    }
    // If there is nothing yet, any first data is worth a run.
    const doneAt = done.rows === 0 ? null : now;
    await advance({ doneAt, flowsOn: dayOf(now) });
    return done.until(null);
  } finally {
    // Also of a run that failed: its repetition would find it under way, do nothing, and hide the failure.
    await advance({ begunAt: null });
  }
}

/** A person's request: days from one, included, to another, not, once more, as far as there is time. */
export async function exportDays(
  ports: ExportPorts,
  tenant: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<Exported> {
  const stateKey = analyticsStateKey(tenant);
  const [found, firstTick, rates] = await Promise.all([
    ports.bucket.readState(stateKey),
    createSnapshots(ports.snapshots).firstTick(tenant),
    ports.ratesOf(tenant),
  ]);
  const done = new RowTotals();
  for (const day of daysFrom(from, dayBefore(to))) {
    if (!ports.hasTime()) return done.until(day);
    const whole = mayWriteSnapshots(day, found ?? NOTHING_WRITTEN, firstTick);
    const tables = ANALYTICS_TABLE_NAMES.filter((table) => table !== 'snapshots' || whole);
    done.add(await writeTables({ ...ports, rates }, tenant, day, tables));
  }
  return done.until(null);
}

class RowTotals {
  #files = 0;
  #rows = 0;

  add(rowsOfFiles: readonly number[]): void {
    this.#files += rowsOfFiles.length;
    this.#rows += rowsOfFiles.reduce((sum, rows) => sum + rows, 0);
  }

  get rows(): number {
    return this.#rows;
  }

  until(next: Day | null): Exported {
    return { files: this.#files, rows: this.#rows, next };
  }
}

async function writeTables(
  sources: DaySources,
  tenant: string,
  day: Day,
  tables: readonly AnalyticsTable[],
): Promise<readonly number[]> {
  const rows: number[] = [];
  // One after the other: each holds a row group in memory.
  for (const table of tables) rows.push(await writeDay(sources, table, tenant, day));
  return rows;
}
