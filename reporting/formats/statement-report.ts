import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { rateText, rateWithNumber } from '../../treasury/policy/used-rate.ts';
import { feesText } from '../../treasury/statements/fill-sums.ts';
import type {
  CurrencyStatement,
  FillSum,
  Statement,
  StatementMovement,
} from '../../treasury/statements/statement.ts';
import type { StatementBasis } from '../../treasury/statements/statement-basis.ts';
import { linesOf } from '../../treasury/statements/statement-lines.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Column, Part, Report, Row } from './report.ts';
import { lineColumns, lineRow } from './statement-line-rows.ts';

const SUMMARY: readonly Column[] = [
  { key: 'currency', title: 'Currency', type: 'text' },
  { key: 'opening', title: 'Opening', type: 'amount' },
  { key: 'withdrawals', title: 'Withdrawals', type: 'amount' },
  { key: 'trades', title: 'Trades', type: 'amount' },
  { key: 'inflows', title: 'Inflows', type: 'amount' },
  { key: 'outflows', title: 'Outflows', type: 'amount' },
  { key: 'unexplained', title: 'Unexplained', type: 'amount' },
  { key: 'closing', title: 'Closing', type: 'amount' },
  { key: 'openingValue', title: 'Opening value', type: 'value' },
  { key: 'movementsValue', title: 'Value of movements', type: 'value' },
  { key: 'revaluation', title: 'Revaluation', type: 'value' },
  { key: 'reconciling', title: 'Reconciling item', type: 'value' },
  { key: 'reconcilingAs', title: 'Reconciling item is', type: 'text' },
  { key: 'closingValue', title: 'Closing value', type: 'value' },
];

/** Only where trades have fills: a line for each instrument and side. */
const FILLS: readonly Column[] = [
  { key: 'instrument', title: 'Instrument', type: 'text' },
  { key: 'side', title: 'Side', type: 'text' },
  { key: 'trades', title: 'Trades', type: 'integer' },
  { key: 'base', title: 'Executed, base', type: 'amount' },
  { key: 'quote', title: 'Executed, quote', type: 'amount' },
  { key: 'slippage', title: 'Slippage, quote', type: 'value' },
  { key: 'fees', title: 'Fees', type: 'text' },
  { key: 'withoutFees', title: 'Fees not named', type: 'integer' },
];

const ABOUT: readonly Column[] = [
  { key: 'field', title: 'Field', type: 'text' },
  { key: 'content', title: 'Content', type: 'text' },
];

/**
 * A statement as tables: a summary that adds up, every line of every currency with its running balance, and the
 * statement's sources. CSV takes the lines.
 */
export function statementReport(
  statement: Statement,
  generatedAt: Instant,
  knownLater = 0,
): Report {
  const { tenant, month, currencies, fills } = statement;
  const columns = lineColumns(statement);
  return {
    name: `statement-${month}`,
    tenant,
    generatedAt,
    mainPart: 'movements',
    parts: [
      summaryPart(statement),
      { name: 'movements', title: 'Movements', columns, rows: lineRows(currencies) },
      ...(fills === undefined
        ? []
        : [{ name: 'fills', title: 'Fills', columns: FILLS, rows: fills.map(fillRow) }]),
      { name: 'about', title: 'About', columns: ABOUT, rows: aboutRows(statement, knownLater) },
    ],
  };
}

/** A line of each currency, which adds up. */
export function summaryPart({ currencies }: Pick<Statement, 'currencies'>): Part {
  return { name: 'summary', title: 'Summary', columns: SUMMARY, rows: currencies.map(summaryRow) };
}

/** Made as they are written: a month has many thousands. From the beginning in each iteration. */
function lineRows(currencies: readonly CurrencyStatement[]): Iterable<Row> {
  return {
    *[Symbol.iterator]() {
      for (const each of currencies) for (const line of linesOf(each)) yield lineRow(line);
    },
  };
}

function summaryRow(each: CurrencyStatement): Row {
  const { currency, opening, movements, closing, revaluation, reconciling } = each;
  const of = (kind: StatementMovement['kind']): string =>
    sum(movements.filter((moved) => moved.kind === kind).map(({ amount }) => amount));
  const values = movements.map(({ value }) => value);
  return {
    currency,
    opening: opening.amount,
    withdrawals: of('withdrawal'),
    trades: of('trade'),
    inflows: of('inflow'),
    outflows: of('outflow'),
    unexplained: of('unexplained'),
    closing: closing.amount,
    openingValue: opening.value,
    movementsValue: sum(values),
    revaluation,
    reconciling: reconciling?.value ?? null,
    reconcilingAs: reconciling?.kind ?? null,
    closingValue: closing.value,
  };
}

function fillRow({ trades, withoutFees, fees, ...sum }: FillSum): Row {
  return { ...sum, trades, withoutFees, fees: feesText(fees) || null };
}

function aboutRows(statement: Statement, knownLater: number): readonly Row[] {
  const { tenant, month, timeZone, from, to, reportingCurrency, totals } = statement;
  return [
    ['tenant', tenant],
    ['month', month],
    ['time zone', timeZone],
    ['from (inclusive)', from],
    ['to (exclusive)', to],
    ['reporting currency', reportingCurrency],
    ['opening value', totals.opening],
    ['value of movements', totals.movements],
    ['revaluation', totals.revaluation],
    ['reconciling items', totals.reconciling],
    ['closing value', totals.closing],
    ['not everything valued of', totals.unvalued.join(', ') || 'nothing'],
    ...basisRows(statement.basis),
    ...marksOf(statement),
    ['frozen at', statement.frozenAt ?? 'not frozen: the month may still change'],
    ['digest (SHA-256)', statement.digest ?? 'none before it is frozen'],
    ['differences known since', String(knownLater)],
  ].map(([field = '', content = '']) => ({ field, content }));
}

/** What the statement rests on, in the words of a person who checks it. */
export function basisRows(basis: StatementBasis): readonly (readonly [string, string])[] {
  const { opening, first, last, readings, notBooked, unknown } = basis;
  const reading = ({ snapshot, readAt, secondsBefore }: StatementBasis['first']) =>
    secondsBefore < 0
      ? `${readAt} (snapshot ${snapshot}), ${-secondsBefore} seconds after it`
      : `${readAt} (snapshot ${snapshot}), ${secondsBefore} seconds before it`;
  const ids = (instructions: StatementBasis['notBooked']) =>
    instructions.map(({ instructionId }) => instructionId).join(', ') || 'none';
  return [
    ['opening is', OPENING_TEXTS[opening]],
    ['reading at the beginning', reading(first)],
    ['reading at the end', reading(last)],
    ['snapshots expected', readings === undefined ? 'not known' : String(readings.expected)],
    ['snapshots taken', readings === undefined ? 'not known' : String(readings.taken)],
    ['confirmed, not booked at the end', ids(notBooked)],
    ['outcome not known', ids(unknown)],
  ];
}

/** For a person who reads the file alone. */
export const OPENING_TEXTS: Readonly<Record<StatementBasis['opening'], string>> = {
  'frozen-closing': 'the closing of the month before, as it is frozen',
  'unfrozen-closing':
    'what the month before closes with as it follows today: it is not frozen, and may still change',
  'first-reading': 'the first reading on record: no balance of the beginning of the month is known',
};

/** The rates, each with its number: whoever reads the file alone can value by it. And what it was recorded in. */
export function marksOf({
  manualRates = [],
  recordedIn,
  refusedRates = [],
}: Pick<Statement, 'manualRates' | 'recordedIn' | 'refusedRates'>): readonly (readonly [
  string,
  string,
])[] {
  const texts = manualRates.map(rateWithNumber);
  const rows: (readonly [string, string])[] = [];
  if (texts.length > 0) rows.push(['manual rates', texts.join('; ')]);
  const refused = refusedRates.map((rate) => `${rateText(rate)}: ${rate.why}`);
  if (refused.length > 0) rows.push(['manual rates not used', refused.join('; ')]);
  if (recordedIn !== undefined) rows.push(['recorded in', recordedIn.reportingCurrency]);
  if (recordedIn?.digest != null) rows.push(['digest as recorded', recordedIn.digest]);
  return rows;
}

function sum(amounts: readonly (string | null)[]): string {
  const total = amounts.reduce(
    (part, amount) => part.plus(decimalOf(amount ?? '0')),
    new Decimal(0),
  );
  return formatDecimal(total);
}
