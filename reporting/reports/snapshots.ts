import { type HttpResponse, json } from '../../api/problems/problem.ts';
import { cursorHeaders, type List, mapped } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { rateText } from '../../treasury/report-values/used-rate.ts';
import {
  type AskedIn,
  type ValuationIn,
  valuationIn,
} from '../../treasury/report-values/valuation-in.ts';
import type { Snapshot, SnapshotMissed, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Absent, absentIn, notStatedIn, statedIn } from '../../treasury/valuation/balance.ts';
import { shownTotal, totalValue } from '../../treasury/valuation/total-value.ts';
import { csv } from '../responses/csv.ts';

/** Of a currency whose balance no answer stated: why and since when, and what was stated last, which is in no total. */
const NOT_STATED_COLUMNS = [
  'notStated',
  'notStatedSince',
  'lastTotal',
  'lastReadAt',
  'lastValue',
] as const;

const STATED: readonly string[] = NOT_STATED_COLUMNS.map(() => '');

const COLUMNS = [
  'scheduledFor',
  'kind',
  'takenAt',
  'currency',
  'total',
  'available',
  'price',
  'path',
  'instruments',
  'value',
  'reportingCurrency',
  'missedBecause',
  ...NOT_STATED_COLUMNS,
] as const;

/** Of values in a currency that was asked for: the rate in each, and why there is none. */
const COLUMNS_IN = [...COLUMNS, 'manualRate', 'unvaluedBecause'] as const;

export const columnsFor = (asked: AskedIn | null): readonly string[] =>
  asked === null ? COLUMNS : COLUMNS_IN;

/**
 * A page of snapshots; as CSV a row of each currency, stated or not, and one of each miss. Values are the recorded ones, unless another
 * currency is asked for.
 */
export function snapshotsResponse(
  page: List<Snapshot>,
  format: PageFormat,
  asked: AskedIn | null = null,
): HttpResponse {
  if (format === 'json')
    return json(
      200,
      mapped(page, (each) => snapshotView(each, asked)),
    );
  const rows = page.items.flatMap((each) => rowsOf(each, asked));
  return csv([columnsFor(asked), ...rows], cursorHeaders(page));
}

/** One snapshot, in the same columns. */
export function snapshotResponse(
  snapshot: Snapshot,
  format: PageFormat,
  asked: AskedIn | null = null,
): HttpResponse {
  return format === 'json'
    ? json(200, snapshotView(snapshot, asked))
    : csv([columnsFor(asked), ...rowsOf(snapshot, asked)]);
}

/** As stored, but for the seal, currencies that are not stated, a total that is one of a part only, and for values that were asked for in another currency. */
function snapshotView(snapshot: Snapshot, asked: AskedIn | null): object {
  if (snapshot.kind === 'missed') return snapshot;
  const valued = shownValuation(snapshot, asked);
  const { total: _, ...valuation } = valued;
  const shown = shownTotal(totalValue(valued, snapshot.balances));
  const { seal: _seal, ...told } = snapshot;
  return {
    ...told,
    balances: Object.fromEntries(statedIn(snapshot.balances)),
    ...notStatedIn(snapshot.balances),
    valuation: { ...valuation, ...shown },
  };
}

function shownValuation(
  snapshot: SnapshotTaken,
  asked: AskedIn | null,
): SnapshotTaken['valuation'] | ValuationIn {
  return asked === null ? snapshot.valuation : valuationIn(snapshot, asked);
}

export function rowsOf(snapshot: Snapshot, asked: AskedIn | null): readonly (readonly string[])[] {
  if (snapshot.kind === 'missed') return [missedRow(snapshot, asked)];
  const valuation = shownValuation(snapshot, asked);
  return [...statedRows(snapshot, valuation), ...absentRows(snapshot, valuation)];
}

function missedRow(
  { scheduledFor, kind, missedAt, code, reason }: SnapshotMissed,
  asked: AskedIn | null,
): readonly string[] {
  const between = COLUMNS.indexOf('missedBecause') - COLUMNS.indexOf('currency');
  const empty = Array.from({ length: between }, () => '');
  const marks = asked === null ? [] : ['', ''];
  return [scheduledFor, kind, missedAt, ...empty, `${code}: ${reason}`, ...STATED, ...marks];
}

function statedRows(
  { scheduledFor, kind, takenAt, balances, countedAsZero = [] }: SnapshotTaken,
  valuation: SnapshotTaken['valuation'] | ValuationIn,
): readonly (readonly string[])[] {
  return statedIn(balances).map(([currency, { total, available = '' }]) => {
    const valued = Object.hasOwn(valuation.values, currency)
      ? valuation.values[currency]
      : undefined;
    const [, ...others] = STATED;
    return [
      ...[scheduledFor, kind, takenAt, currency, total, available],
      valued?.price ?? '',
      valued?.path ?? '',
      valued?.instruments.join(' ') ?? '',
      valued?.value ?? '',
      ...[valuation.reportingCurrency, ''],
      ...(countedAsZero.includes(currency) ? ['counted-as-zero', ...others] : STATED),
      ...marksOf(valuation, currency),
    ];
  });
}

/** Nothing stands where a balance would: a program that adds up the rows adds no zero, and no amount of another day. */
function absentRows(
  { scheduledFor, kind, takenAt, balances }: SnapshotTaken,
  valuation: SnapshotTaken['valuation'] | ValuationIn,
): readonly (readonly string[])[] {
  const { apart = {} } = valuation;
  return absentIn(balances).map(([currency, absent]) => {
    const { last, since = '' } = absent;
    const value = Object.hasOwn(apart, currency) ? apart[currency]?.value : undefined;
    return [
      ...[scheduledFor, kind, takenAt, currency, '', '', '', '', '', ''],
      ...[valuation.reportingCurrency, ''],
      ...[whyNotStated(absent), since, last?.total ?? '', last?.readAt ?? '', value ?? ''],
      ...marksOf(valuation, currency),
    ];
  });
}

function whyNotStated(absent: Absent): string {
  return absent.reading === 'not-listed' ? absent.reading : `${absent.reading}: ${absent.why}`;
}

function marksOf(
  valuation: SnapshotTaken['valuation'] | ValuationIn,
  currency: string,
): readonly string[] {
  if (!('unvaluedBecause' in valuation)) return [];
  const { values, unvaluedBecause } = valuation as ValuationIn;
  const rate = Object.hasOwn(values, currency) ? values[currency]?.manualRate : undefined;
  const why = Object.hasOwn(unvaluedBecause, currency) ? unvaluedBecause[currency] : undefined;
  const { refusedRates, reportingCurrency } = valuation as ValuationIn;
  const refused = refusedRates.find((each) =>
    [currency, reportingCurrency].includes(each.currency),
  );
  const isNamed = why === 'rate-not-trusted' && refused !== undefined;
  return [
    rate === undefined ? '' : rateText(rate),
    isNamed ? `${why}: ${rateText(refused)}` : (why ?? ''),
  ];
}
