import { Decimal } from '../../../treasury/money/decimal.ts';
import { rateText } from '../../../treasury/policy/used-rate.ts';
import {
  type BookingPeriod,
  bookingDays,
  bookingPeriod,
} from '../../../treasury/statements/booking-days.ts';
import {
  mayOpeningChange,
  mayStillChange,
  referencesOf,
  stateOf,
} from '../../../treasury/statements/entry-references.ts';
import { nativeStatement } from '../../../treasury/statements/native-statement.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { accountId, type CamtAccount, marksOf, VALUED } from './account.ts';
import { booked, requireFiat, scaleOf } from './booked.ts';
import { type Entries, type Entry, entriesOf } from './entries.ts';
import { entryXml } from './entry-xml.ts';
import { messageId, reportId, sequenceNumber } from './references.ts';
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

/** The subtype of an opening that may still become another: no receiver compares it with a closing. */
export const PROVISIONAL = 'PROVISIONAL';

/** Entries that are passed on at once. */
const ENTRIES_PER_CHUNK = 100;

/** Unvalued currencies that the statement's own text names; each entry of one says so in any case. */
const MAX_NAMED = 10;

/**
 * A statement for the ERP: of a frozen month as camt.053.001.08, of another as camt.052.001.08. docs/camt053.md has
 * the rules and the mapping. The same statement gives the same file, so that a receiver recognises it.
 * @throws FormatLimitError if the message cannot carry it; before anything is rendered.
 */
export function renderCamt053(
  whole: Statement,
  generatedAt: Instant,
  account: CamtAccount = VALUED,
): Iterable<string> {
  if (account.native !== null) requireFiat(account.native);
  const statement = account.native === null ? whole : nativeStatement(whole, account.native);
  const scale = scaleOf(statement.reportingCurrency);
  const entries = entriesOf(statement, scale, account);
  // All of them once, so that an amount that does not fit is refused before the first byte leaves.
  for (const amount of amountsOf(entries)) booked(amount, scale);
  const createdAt = statement.frozenAt ?? generatedAt;
  return chunks(statement, { createdAt, scale, account }, entries);
}

interface FileSetting {
  readonly createdAt: Instant;
  readonly scale: number;
  readonly account: CamtAccount;
}

function* chunks(
  statement: Statement,
  { createdAt, scale, account }: FileSetting,
  all: Entries,
): Generator<string> {
  const { namespace, message, report, notes: notesName } = MESSAGES[stateOf(statement)];
  const marks = marksOf(account);
  const period = bookingPeriod(statement, createdAt);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<Document xmlns="${namespace}"><${message}>`;
  yield xml({ GrpHdr: { MsgId: messageId(statement, marks), CreDtTm: createdAt } });
  yield `<${report}>${xml(heading(statement, { createdAt, period, account }))}`;
  yield xml({
    Bal: balances(statement, scale, all, period),
    TxsSummry: summary(all.entries, scale),
  });
  const { timeZone, reportingCurrency: currency } = statement;
  const dates = bookingDays(timeZone, period);
  const references = referencesOf(statement, all.entries);
  let text = '';
  for (const [index, entry] of all.entries.entries()) {
    const { booked: bookedAt, valued } = entry;
    const bookingDate = dates(bookedAt, 'within');
    const valueDate = valued === null ? bookingDate : dates(valued, 'as it is');
    const reference = references[index] ?? '';
    const facts = account.facts.get(entry.movement?.instructionId ?? '');
    const dated = { bookingDate, valueDate, isPending: mayStillChange(entry.movement, statement) };
    text += entryXml(entry, { reference, currency, scale, facts, ...dated });
    if ((index + 1) % ENTRIES_PER_CHUNK > 0) continue;
    yield text;
    text = '';
  }
  yield `${text}${xml({ [notesName]: notes(statement, scale, account) })}</${report}></${message}></Document>\n`;
}

function heading(
  statement: Statement,
  {
    createdAt,
    period: { first, last },
    account,
  }: { readonly createdAt: Instant; readonly period: BookingPeriod; readonly account: CamtAccount },
): object {
  return {
    Id: reportId(statement, createdAt, marksOf(account)),
    ElctrncSeqNb: sequenceNumber(statement, createdAt),
    CreDtTm: createdAt,
    FrToDt: { FrDtTm: first, ToDtTm: last },
    Acct: accountXml(statement, account),
  };
}

function accountXml(
  { tenant, reportingCurrency, recordedIn }: Statement,
  { native }: CamtAccount,
): object {
  const valued =
    recordedIn === undefined
      ? [tenant, 'SLUICE-TENANT', `Sluice ${tenant}`]
      : [
          // An account has one currency: values in another one are of an account of their own.
          accountId(`${tenant}-in-${reportingCurrency}`),
          'SLUICE-VALUED-IN',
          `Sluice ${tenant} in ${reportingCurrency}`,
        ];
  const [id = '', scheme, name] =
    native === null
      ? valued
      : [accountId(`${tenant}-${native}`), 'SLUICE-CURRENCY', `Sluice ${tenant} ${native}`];
  return {
    Id: { Othr: { Id: id, SchmeNm: { Prtry: scheme } } },
    Ccy: reportingCurrency,
    Nm: name,
  };
}

/**
 * The closing of a month that is not frozen is an interim one: the booked one is without what is pending, the available one
 * with it.
 */
function balances(
  statement: Statement,
  scale: number,
  { opening, closing, entries }: Entries,
  period: BookingPeriod,
): object[] {
  const { timeZone, reportingCurrency } = statement;
  const dates = bookingDays(timeZone, period);
  const balance = (code: string, amount: Decimal, date: string, subtype?: string): object => {
    const { text, indicator } = booked(amount, scale);
    return {
      Tp: {
        CdOrPrtry: { Cd: code },
        ...(subtype === undefined ? {} : { SubTp: { Prtry: subtype } }),
      },
      Amt: { '@Ccy': reportingCurrency, '#': text },
      CdtDbtInd: indicator,
      Dt: { Dt: date },
    };
  };
  const subtype = mayOpeningChange(statement) ? PROVISIONAL : undefined;
  const first = balance('OPBD', opening, dates(period.first, 'within'), subtype);
  const today = dates(null, 'within');
  if (stateOf(statement) === 'final') return [first, balance('CLBD', closing, today)];
  const pending = entries.filter(({ movement }) => mayStillChange(movement, statement));
  const known = pending.reduce((left, { amount }) => left.minus(amount), closing);
  return [first, balance('ITBD', known, today), balance('ITAV', closing, today)];
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

function notes(
  statement: Statement,
  scale: number,
  { native }: Pick<CamtAccount, 'native'>,
): string {
  const { reportingCurrency, timeZone, totals } = statement;
  const { unvalued } = totals;
  const named = unvalued.slice(0, MAX_NAMED).join(', ');
  const more = unvalued.length > MAX_NAMED ? ` and ${unvalued.length - MAX_NAMED} more` : '';
  const values =
    native === null
      ? `Values in ${reportingCurrency} at the prices of the snapshots, each rounded half-even to ${scale} digits`
      : `Amounts in ${native} itself, each rounded half-even to ${scale} digits`;
  return [
    values,
    'exact native amounts stand with the entries',
    `days of ${timeZone}`,
    unvalued.length === 0
      ? 'everything is valued'
      : `not everything of it has a price: ${named}${more}`,
    ...refusedNotes(statement),
    ...(mayOpeningChange(statement)
      ? ['the month before is not frozen, so the opening may still change']
      : []),
    digestNote(statement),
  ].join('; ');
}

/** At most as many as currencies without a price. */
function refusedNotes({ refusedRates = [] }: Statement): readonly string[] {
  const named = refusedRates.slice(0, MAX_NAMED).map((rate) => rateText(rate));
  return named.length === 0 ? [] : [`not trusted, so not used: ${named.join(', ')}`];
}

function digestNote({ digest, recordedIn }: Statement): string {
  if (digest !== null) return `SHA-256 of the statement ${digest}`;
  if (recordedIn === undefined) return 'the month is not frozen';
  const { reportingCurrency, digest: recorded } = recordedIn;
  const frozen = recorded === null ? 'not frozen' : `SHA-256 ${recorded}`;
  return `valued when it was asked for; recorded in ${reportingCurrency}, ${frozen}`;
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
