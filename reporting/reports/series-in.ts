import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { distinctRates, type RefusedRate, type UsedRate } from '../../treasury/policy/used-rate.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import {
  type ReportValues,
  reportValues,
  worthOf,
} from '../../treasury/report-values/report-values.ts';
import { refusedRate, whyUnvalued } from '../../treasury/report-values/unvalued.ts';
import type { UnvaluedReason } from '../../treasury/report-values/unvalued-reason.ts';
import type { PeriodRow } from '../../treasury/series/report.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, justAfter } from '../../treasury/time/instant.ts';
import { balanceRow, totalRow } from './series.ts';
import type { SeriesRow } from './series-page.ts';

type Row = SeriesRow;

/** Rows of a page of values in a named currency: each takes a snapshot of some 3 kB, half a read unit. */
export const MAX_ROWS_IN = 200;

/** The same of totals by period, of which each takes a few snapshots. */
export const MAX_TOTALS_IN = 50;

/**
 * Snapshots of a period that are read for the lowest and the highest of its totals: an hour at every five minutes, or a
 * day at every hour. A page then takes 1,200 of them, some 3 seconds. Of a longer period its two ends are read.
 */
const MAX_SNAPSHOTS_OF_A_PERIOD = 24;

/** Snapshots that are read side by side. */
const AT_ONCE = 16;

export interface InPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
}

/**
 * Rows as they are shown, valued in a currency by the stored prices of the snapshots at their ends, and by manual rates
 * where there are none. A snapshot that has expired values nothing, and the row says so.
 */
export async function rowsIn(
  ports: InPorts,
  tenant: string,
  rows: readonly Row[],
  asked: {
    readonly into: string;
    readonly rates: readonly ReportRate[];
    readonly currency: string | null;
  },
): Promise<readonly object[]> {
  const { into, rates, currency } = asked;
  const items: object[] = [];
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE);
    const valued = some.map(async (row) => {
      const taken = await takenOf(ports, tenant, row, currency === null);
      if (currency === null) return totalIn(row, taken, into, rates);
      return balanceIn(row, taken.at(-1) ?? null, { currency, into, rates });
    });
    items.push(...(await Promise.all(valued)));
  }
  return items;
}

function closeOf(row: Row): Instant {
  return 'period' in row ? row.lastAt : row.at;
}

/** The snapshots that a row is valued by, in their order, as far as they are still kept. */
async function takenOf(
  { snapshots }: InPorts,
  tenant: string,
  row: Row,
  isTotal: boolean,
): Promise<readonly SnapshotTaken[]> {
  const read = (from: Instant, last: Instant) =>
    snapshots.takenBetween(tenant, { from, to: justAfter(last) });
  if (!isTotal || !('period' in row)) return await read(closeOf(row), closeOf(row));
  const { firstAt, lastAt, points } = row;
  if (points <= MAX_SNAPSHOTS_OF_A_PERIOD) return await read(firstAt, lastAt);
  const ends = await Promise.all([read(firstAt, firstAt), read(lastAt, lastAt)]);
  return ends.flat();
}

interface Marks<Why> {
  /** Why there is no value: of a currency, or of each that is in no total. */
  readonly unvaluedBecause?: Why;
  readonly manualRates: readonly UsedRate[];
  /** Not what Sluice wrote, so not used. */
  readonly refusedRates: readonly RefusedRate[];
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
    readonly rates: readonly ReportRate[];
  },
): object {
  const amount = 'period' in row ? row.close : row.amount;
  const values = close === null ? null : reportValues(close, into, rates).worth[currency];
  const isValued = close !== null && amount !== null;
  const worth = values ?? (isValued ? worthOf(close, { currency, amount }, into, rates) : null);
  const why = close === null ? 'snapshot-gone' : whyUnvalued(close, currency, into, rates);
  const refused =
    close === null || worth !== null ? null : refusedRate(close, currency, into, rates);
  const isOwn = into === row.reportingCurrency;
  const isLacking = isOwn ? row.value === null : worth === null;
  const marks: Marks<UnvaluedReason> = {
    ...(isLacking ? { unvaluedBecause: why } : {}),
    manualRates: isOwn
      ? row.manualRates
      : worth?.manualRate === undefined
        ? []
        : [worth.manualRate],
    refusedRates: refused === null ? [] : [refused],
    snapshotKept: close !== null,
  };
  const shown = {
    ...(isOwn ? {} : { price: worth?.price ?? null, value: worth?.value ?? null }),
    ...{ path: worth?.by ?? null, instruments: worth?.over ?? [] },
  };
  return { ...balanceRow(row), ...shown, reportingCurrency: into, ...marks };
}

/** Of the snapshots of a row: all of a period if they are few, else those at its ends. */
function totalIn(
  row: Row,
  taken: readonly SnapshotTaken[],
  into: string,
  rates: readonly ReportRate[],
): object {
  const values = taken.map((each) => reportValues(each, into, rates));
  const last = taken.at(-1)?.scheduledFor === closeOf(row) ? (values.at(-1) ?? null) : null;
  const marks: Marks<ReportValues['unvaluedBecause']> = {
    unvaluedBecause: Object.assign({}, ...values.map(whyInNoTotal)),
    manualRates: distinctRates(values.flatMap(({ manualRates }) => manualRates)),
    refusedRates: distinctRates(values.flatMap(({ refusedRates }) => refusedRates)),
    snapshotKept: last !== null,
  };
  // In its own currency the row has what it is worth at each of its points.
  if (into === row.reportingCurrency) {
    return { ...totalRow(row), ...marks, manualRates: row.manualRates };
  }
  const unvalued = Object.keys(marks.unvaluedBecause ?? {}).sort();
  const named = { reportingCurrency: into, unvalued };
  if (!('period' in row)) {
    const value = last === null ? { value: null } : shown(last);
    return { at: row.at, ...value, ...named, ...marks };
  }
  const isWhole = taken.length === row.points;
  return {
    ...totalRow(row),
    ...(isWhole ? extremesOf(values) : endsOf(row, taken, values)),
    ...named,
    ...marks,
  };
}

/** As periods are recorded: a snapshot without a total is left out, and counted. */
function extremesOf(values: readonly ReportValues[]) {
  const totals = values.flatMap((each) => wholeOf(each) ?? []);
  const inOrder = [...totals].sort((a, b) => decimalOf(a).comparedTo(decimalOf(b)));
  return {
    ...{ open: totals[0] ?? null, close: totals.at(-1) ?? null },
    ...{ low: inOrder[0] ?? null, high: inOrder.at(-1) ?? null },
    partialSnapshots: values.length - totals.length,
  };
}

/** What lies between the ends has been valued in the currency of its time alone. */
function endsOf(row: PeriodRow, taken: readonly SnapshotTaken[], values: readonly ReportValues[]) {
  const at = (tick: Instant) =>
    wholeOf(values[taken.findIndex(({ scheduledFor }) => scheduledFor === tick)]);
  return { open: at(row.firstAt), close: at(row.lastAt), low: null, high: null };
}

function whyInNoTotal({
  notStated,
  unvaluedBecause,
}: ReportValues): ReportValues['unvaluedBecause'] {
  const absent = notStated.map((currency) => [currency, 'not-stated'] as const);
  return { ...Object.fromEntries(absent), ...unvaluedBecause };
}

function shown(values: ReportValues) {
  const whole = wholeOf(values);
  return whole === null ? { value: null, partialValue: values.part } : { value: whole };
}

/** A part is never a total: neither without a price, nor without a currency that the answer does not state. */
function wholeOf(values: ReportValues | undefined): string | null {
  const isPart = values === undefined || values.unvalued.length + values.notStated.length > 0;
  return isPart ? null : values.part;
}
