import { type HttpResponse, type SaidResponse, saidJson } from '../../api/problems/problem.ts';
import { cursorHeaders, type List, mapped } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { showDropped } from '../../treasury/facts/sentences/say/say-content.ts';
import { sayNotTaken, sayPricesMissing } from '../../treasury/facts/sentences/say/say-not-read.ts';
import { sayUnreadable } from '../../treasury/facts/sentences/say/unreadable.ts';
import { rateText } from '../../treasury/policy/used-rate.ts';
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
  'manualRate',
  'unvaluedBecause',
] as const;

export const SNAPSHOT_COLUMNS: readonly string[] = COLUMNS;

/** A page of snapshots; as CSV a row of each currency, stated or not, and one of each miss. */
export function snapshotsResponse(
  page: List<Snapshot>,
  format: PageFormat,
  asked: AskedIn,
): HttpResponse | SaidResponse {
  if (format === 'json') {
    return saidJson(200, (reader) => mapped(page, (each) => snapshotView(each, asked, reader)));
  }
  const rows = page.items.flatMap((each) => rowsOf(each, asked));
  return csv([SNAPSHOT_COLUMNS, ...rows], cursorHeaders(page));
}

/** One snapshot, in the same columns. */
export function snapshotResponse(
  snapshot: Snapshot,
  format: PageFormat,
  asked: AskedIn,
): HttpResponse | SaidResponse {
  return format === 'json'
    ? saidJson(200, (reader) => snapshotView(snapshot, asked, reader))
    : csv([SNAPSHOT_COLUMNS, ...rowsOf(snapshot, asked)]);
}

/** As stored, but for the seal, currencies that are not stated, and the values: those that are shown, with a total that may be one of a part only. */
function snapshotView(snapshot: Snapshot, asked: AskedIn, reader: Reader): object {
  if (snapshot.kind === 'missed') {
    const { why, ...told } = snapshot;
    return { ...told, reason: sayNotTaken(why, reader) };
  }
  const valued = valuationIn(snapshot, asked);
  const { total: _, ...valuation } = valued;
  const shown = shownTotal(totalValue(valued, snapshot.balances));
  const { seal: _seal, pricesMissing, pricesDropped, ...told } = snapshot;
  return {
    ...told,
    ...(pricesMissing !== undefined && { pricesMissing: sayPricesMissing(pricesMissing, reader) }),
    ...(pricesDropped !== undefined && {
      pricesDropped: pricesDropped.map((each) => showDropped(each, reader)),
    }),
    balances: Object.fromEntries(statedIn(snapshot.balances)),
    ...notStatedIn(snapshot.balances),
    valuation: { ...valuation, ...shown },
  };
}

export function rowsOf(snapshot: Snapshot, asked: AskedIn): readonly (readonly string[])[] {
  if (snapshot.kind === 'missed') return [missedRow(snapshot)];
  const valuation = valuationIn(snapshot, asked);
  return [...statedRows(snapshot, valuation), ...absentRows(snapshot, valuation)];
}

function missedRow({ scheduledFor, kind, missedAt, code, why }: SnapshotMissed): readonly string[] {
  const between = COLUMNS.indexOf('missedBecause') - COLUMNS.indexOf('currency');
  const empty = Array.from({ length: between }, () => '');
  return [
    scheduledFor,
    kind,
    missedAt,
    ...empty,
    `${code}: ${sayNotTaken(why)}`,
    ...STATED,
    '',
    '',
  ];
}

function statedRows(
  { scheduledFor, kind, takenAt, balances, countedAsZero = [] }: SnapshotTaken,
  valuation: ValuationIn,
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
  valuation: ValuationIn,
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
  return absent.reading === 'not-listed'
    ? absent.reading
    : `${absent.reading}: ${sayUnreadable(absent.why)}`;
}

function marksOf(valuation: ValuationIn, currency: string): readonly string[] {
  const { values, unvaluedBecause, refusedRates, reportingCurrency } = valuation;
  const rate = Object.hasOwn(values, currency) ? values[currency]?.manualRate : undefined;
  const why = Object.hasOwn(unvaluedBecause, currency) ? unvaluedBecause[currency] : undefined;
  const refused = refusedRates.find((each) =>
    [currency, reportingCurrency].includes(each.currency),
  );
  const isNamed = why === 'rate-not-trusted' && refused !== undefined;
  return [
    rate === undefined ? '' : rateText(rate),
    isNamed ? `${why}: ${rateText(refused)}` : (why ?? ''),
  ];
}
