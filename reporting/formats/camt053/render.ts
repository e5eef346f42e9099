import { Decimal } from '../../../treasury/money/decimal.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { earlier, epochMsOf, type Instant, instantOf } from '../../../treasury/time/instant.ts';
import { booked, scaleOf } from './booked.ts';
import { type Entries, type Entry, entriesOf } from './entries.ts';
import { entryXml } from './entry-xml.ts';
import { messageId, referencesOf, reportId, sequenceNumber, stateOf } from './references.ts';
import { xml } from './xml.ts';

/**
 * The statement of a frozen month; and the report of one that may still change, which a receiver must not book as a
 * statement.
 */
const MESSAGES = {
  final: {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
    message: 'BkToCstmrStmt',
    report: 'Stmt',
    notes: 'AddtlStmtInf',
  },
  interim: {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.052.001.08',
    message: 'BkToCstmrAcctRpt',
    report: 'Rpt',
    notes: 'AddtlRptInf',
  },
} as const;

/** Entries that are passed on at once. */
const ENTRIES_PER_CHUNK = 100;

/** Unvalued currencies that the statement's own text names; each entry of one says so in any case. */
const MAX_NAMED = 10;

/**
 * A statement for the ERP: of a frozen month as camt.053.001.08, of another as camt.052.001.08. docs/camt053.md has
 * the rules and the mapping. The same statement gives the same file, so that a receiver recognises it.
 * @throws FormatLimitError if the message cannot carry it; before anything is rendered.
 */
export function renderCamt053(statement: Statement, generatedAt: Instant): Iterable<string> {
  const scale = scaleOf(statement.reportingCurrency);
  const entries = entriesOf(statement, scale);
  // All of them once, so that an amount that does not fit is refused before the first byte leaves.
  for (const amount of amountsOf(entries)) booked(amount, scale);
  return chunks(statement, statement.frozenAt ?? generatedAt, scale, entries);
}

function* chunks(
  statement: Statement,
  createdAt: Instant,
  scale: number,
  all: Entries,
): Generator<string> {
  const { namespace, message, report, notes: notesName } = MESSAGES[stateOf(statement)];
  const period = periodOf(statement, createdAt);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<Document xmlns="${namespace}"><${message}>`;
  yield xml({ GrpHdr: { MsgId: messageId(statement), CreDtTm: createdAt } });
  yield `<${report}>${xml(heading(statement, createdAt, period))}`;
  yield xml({
    Bal: balances(statement, scale, all, period),
    TxsSummry: summary(all.entries, scale),
  });
  const { timeZone, reportingCurrency: currency } = statement;
  const dates = datesIn(timeZone, period);
  const references = referencesOf(statement, all.entries);
  let text = '';
  for (const [index, entry] of all.entries.entries()) {
    const { booked: bookedAt, valued } = entry;
    const bookingDate = dates(bookedAt, 'within');
    const valueDate = valued === null ? bookingDate : dates(valued, 'as it is');
    const reference = references[index] ?? '';
    text += entryXml(entry, { reference, currency, scale, bookingDate, valueDate });
    if ((index + 1) % ENTRIES_PER_CHUNK > 0) continue;
    yield text;
    text = '';
  }
  yield `${text}${xml({ [notesName]: notes(statement, scale) })}</${report}></${message}></Document>\n`;
}

/** Both ends included: the schema's period has no exclusive end. */
interface Period {
  readonly first: Instant;
  readonly last: Instant;
}

/** For a month that goes on, up to now: nothing is booked before its day has come. */
function periodOf(statement: Statement, createdAt: Instant): Period {
  const { from, to } = statement;
  const end = instantOf(epochMsOf(to) - 1);
  return { first: from, last: stateOf(statement) === 'final' ? end : earlier(end, createdAt) };
}

function heading(statement: Statement, createdAt: Instant, { first, last }: Period): object {
  const { tenant, reportingCurrency } = statement;
  return {
    Id: reportId(statement, createdAt),
    ElctrncSeqNb: sequenceNumber(statement, createdAt),
    CreDtTm: createdAt,
    FrToDt: { FrDtTm: first, ToDtTm: last },
    Acct: {
      Id: { Othr: { Id: tenant, SchmeNm: { Prtry: 'SLUICE-TENANT' } } },
      Ccy: reportingCurrency,
      Nm: `Sluice ${tenant}`,
    },
  };
}

/** The closing of a month that is not frozen is an interim one: it may still change. */
function balances(
  statement: Statement,
  scale: number,
  { opening, closing }: Entries,
  period: Period,
): object[] {
  const { timeZone, reportingCurrency, digest } = statement;
  const dates = datesIn(timeZone, period);
  const balance = (code: string, amount: Decimal, date: string): object => {
    const { text, indicator } = booked(amount, scale);
    return {
      Tp: { CdOrPrtry: { Cd: code } },
      Amt: { '@Ccy': reportingCurrency, '#': text },
      CdtDbtInd: indicator,
      Dt: { Dt: date },
    };
  };
  return [
    balance('OPBD', opening, dates(period.first, 'within')),
    balance(digest === null ? 'ITBD' : 'CLBD', closing, dates(null, 'within')),
  ];
}

function summary(entries: readonly Entry[], scale: number): object {
  const sums = sumsOf(entries);
  const net = booked(sums.credits.minus(sums.debits), scale);
  const isCredit = ({ amount }: Entry): boolean => booked(amount, scale).indicator === 'CRDT';
  const credits = entries.filter(isCredit).length;
  return {
    TtlNtries: {
      NbOfNtries: String(entries.length),
      Sum: sums.credits.plus(sums.debits).toFixed(scale),
      TtlNetNtry: { Amt: net.text, CdtDbtInd: net.indicator },
    },
    TtlCdtNtries: { NbOfNtries: String(credits), Sum: sums.credits.toFixed(scale) },
    TtlDbtNtries: { NbOfNtries: String(entries.length - credits), Sum: sums.debits.toFixed(scale) },
  };
}

function notes(statement: Statement, scale: number): string {
  const { reportingCurrency, timeZone, totals, digest } = statement;
  const { unvalued } = totals;
  const named = unvalued.slice(0, MAX_NAMED).join(', ');
  const more = unvalued.length > MAX_NAMED ? ` and ${unvalued.length - MAX_NAMED} more` : '';
  return [
    `Values in ${reportingCurrency} at the prices of the snapshots, each rounded half-even to ${scale} digits`,
    'exact native amounts stand with the entries',
    `days of ${timeZone}`,
    unvalued.length === 0 ? 'everything is valued' : `without a price: ${named}${more}`,
    digest === null ? 'the month is not frozen' : `SHA-256 of the statement ${digest}`,
  ].join('; ');
}

function amountsOf({ opening, closing, entries }: Entries): readonly Decimal[] {
  const { credits, debits } = sumsOf(entries);
  return [opening, closing, ...entries.map(({ amount }) => amount), credits.plus(debits)];
}

function sumsOf(entries: readonly Entry[]): {
  readonly credits: Decimal;
  readonly debits: Decimal;
} {
  let [credits, debits] = [new Decimal(0), new Decimal(0)];
  for (const { amount } of entries) {
    if (amount.isNegative()) debits = debits.minus(amount);
    else credits = credits.plus(amount);
  }
  return { credits, debits };
}

/**
 * Days in the statement's own time zone. A booking date lies within the statement: its closing snapshot
 * may be the one taken at the very midnight that ends it. Null is its last day.
 */
function datesIn(timeZone: string, { first, last }: Period) {
  // The Swedish order of a date is ISO's.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const dayOf = (at: Instant): string => format.format(new Date(at));
  const [firstDay, lastDay] = [dayOf(first), dayOf(last)];
  return (at: Instant | null, bounds: 'within' | 'as it is'): string => {
    if (at === null) return lastDay;
    const day = dayOf(at);
    if (bounds === 'as it is' || (firstDay <= day && day <= lastDay)) return day;
    return day < firstDay ? firstDay : lastDay;
  };
}
