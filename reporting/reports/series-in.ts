import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import {
  type ReportValues,
  reportValues,
  worthOf,
} from '../../treasury/report-values/report-values.ts';
import { distinctRates, type UsedRate } from '../../treasury/report-values/used-rate.ts';
import type { PeriodRow } from '../../treasury/series/report.ts';
import type { SeriesPoint } from '../../treasury/series/series.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, justAfter } from '../../treasury/time/instant.ts';
import { balanceRow, totalRow } from './series.ts';

type Row = SeriesPoint | PeriodRow;

/** Rows of a page of values in a named currency: each takes one or two snapshots of some 3 kB, half a read unit. */
export const MAX_ROWS_IN = 200;

/** Snapshots that are read side by side. */
const AT_ONCE = 16;

export interface InPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
  readonly readRates: (tenant: string) => Promise<readonly ManualRate[]>;
}

/**
 * Rows as they are shown, valued in a currency by the stored prices of the snapshots at their ends, and by manual rates
 * where there are none. A snapshot that has expired values nothing, and the row says so.
 */
export async function rowsIn(
  ports: InPorts,
  tenant: string,
  rows: readonly Row[],
  asked: { readonly in: string; readonly currency: string | null },
): Promise<readonly object[]> {
  const [rates, taken] = await Promise.all([
    ports.readRates(tenant),
    snapshotsOf(ports, tenant, rows, asked.currency === null),
  ]);
  const { in: into, currency } = asked;
  return rows.map((row) => {
    const close = taken.get(closeOf(row)) ?? null;
    if (currency !== null) return balanceIn(row, close, { currency, into, rates });
    const open = 'period' in row ? (taken.get(row.firstAt) ?? null) : close;
    return totalIn(row, { open, close }, into, rates);
  });
}

function closeOf(row: Row): Instant {
  return 'period' in row ? row.lastAt : row.at;
}

async function snapshotsOf(
  { snapshots }: InPorts,
  tenant: string,
  rows: readonly Row[],
  withOpen: boolean,
): Promise<ReadonlyMap<Instant, SnapshotTaken>> {
  const opens = withOpen ? rows.flatMap((row) => ('period' in row ? [row.firstAt] : [])) : [];
  return await snapshotsAt(snapshots, tenant, [...rows.map(closeOf), ...opens]);
}

/** The snapshots of some ticks, as far as they are still kept. */
export async function snapshotsAt(
  { takenBetween }: Pick<Snapshots, 'takenBetween'>,
  tenant: string,
  asked: readonly Instant[],
): Promise<ReadonlyMap<Instant, SnapshotTaken>> {
  const ticks = [...new Set(asked)].sort();
  const found = new Map<Instant, SnapshotTaken>();
  for (let first = 0; first < ticks.length; first += AT_ONCE) {
    const some = ticks.slice(first, first + AT_ONCE);
    const read = await Promise.all(
      some.map((from) => takenBetween(tenant, { from, to: justAfter(from) })),
    );
    for (const snapshot of read.flat()) found.set(snapshot.scheduledFor, snapshot);
  }
  return found;
}

interface Marks {
  readonly manualRates: readonly UsedRate[];
  /** False: the snapshot behind the row has expired, so its values are not known. */
  readonly snapshotKept: boolean;
}

function balanceIn(
  row: Row,
  close: SnapshotTaken | null,
  {
    currency,
    into,
    rates,
  }: {
    readonly currency: string;
    readonly into: string;
    readonly rates: readonly ManualRate[];
  },
): object {
  const amount = 'period' in row ? row.close : row.amount;
  const values = close === null ? null : reportValues(close, into, rates).worth[currency];
  const isValued = close !== null && amount !== null;
  const worth = values ?? (isValued ? worthOf(close, { currency, amount }, into, rates) : null);
  const marks: Marks = {
    manualRates: worth?.manualRate === undefined ? [] : [worth.manualRate],
    snapshotKept: close !== null,
  };
  const shown = { price: worth?.price ?? null, value: worth?.value ?? null };
  return { ...balanceRow(row), ...shown, reportingCurrency: into, ...marks };
}

function totalIn(
  row: Row,
  { open, close }: { readonly open: SnapshotTaken | null; readonly close: SnapshotTaken | null },
  into: string,
  rates: readonly ManualRate[],
): object {
  const [first, last] = [open, close].map((each) =>
    each === null ? null : reportValues(each, into, rates),
  );
  const marks = {
    reportingCurrency: into,
    unvalued: last?.unvalued ?? [],
    manualRates: distinctRates([first, last].flatMap((each) => each?.manualRates ?? [])),
    snapshotKept: last !== null,
  };
  if (!('period' in row)) {
    const value = last === null || last === undefined ? { value: null } : shown(last);
    return { at: row.at, ...value, ...marks };
  }
  // Between its ends a period has been valued in the currency of its time alone.
  const ends = { open: wholeOf(first), close: wholeOf(last), low: null, high: null };
  return { ...totalRow(row), ...ends, ...marks };
}

function shown({ part, unvalued }: ReportValues) {
  return unvalued.length === 0 ? { value: part } : { value: null, partialValue: part };
}

function wholeOf(values: ReportValues | null | undefined): string | null {
  return values == null || values.unvalued.length > 0 ? null : values.part;
}
