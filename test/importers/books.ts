import { Decimal } from '../../treasury/money/decimal.ts';
import { bookingDays, bookingPeriod } from '../../treasury/statements/booking-days.ts';
import { generalLedgerOf } from '../../treasury/statements/general-ledger.ts';
import { type Journal, type JournalLine, journalOf } from '../../treasury/statements/journal.ts';
import type { Fetched } from './two-years.ts';

/** One line of an entry. Amounts and values are kept apart, each in accounts of its own. */
export interface Posting {
  readonly account: string;
  readonly amount: string;
  readonly commodity: string;
}

export interface LedgerEntry {
  readonly reference: string;
  readonly date: string;
  readonly isPending: boolean;
  readonly text: string;
  readonly postings: readonly Posting[];
}

/** What an account holds at the end of a day. */
export interface Balance extends Posting {
  readonly date: string;
}

const DAY_MS = 86_400_000;
const OPENING = 'Equity:Opening';

/**
 * Books that are kept from journals: what is not pending is booked once, by its reference, from whichever journal names it first;
 * opening and closing of each journal are claimed as balances. What changes after it was booked is remembered as a break.
 */
export class Books {
  readonly breaks: string[] = [];
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #balances: Balance[] = [];
  #opening: LedgerEntry | null = null;

  get entries(): number {
    return this.#entries.size;
  }

  take(name: string, fetched: Fetched): void {
    const { journal, last } = journalIn(fetched);
    const entries = entriesOf(journal);
    const named = new Set(entries.map(({ reference }) => reference));
    if (named.size !== entries.length) this.breaks.push(`${name}: a reference stands in it twice`);
    for (const entry of entries.filter(({ isPending }) => !isPending)) this.#book(name, entry);
    this.#opening ??= openingOf(journal);
    if (journal.statementDigest === null) return;
    this.#balances.push(...balancesOf(journal, last));
    for (const { reference, date } of this.#entries.values()) {
      if (date.startsWith(journal.month) && !named.has(reference)) {
        this.breaks.push(`${name}: ${reference} was booked, and the journal does not name it`);
      }
    }
  }

  #book(name: string, entry: LedgerEntry): void {
    const before = this.#entries.get(entry.reference);
    if (before === undefined) this.#entries.set(entry.reference, entry);
    else if (JSON.stringify(before) !== JSON.stringify(entry)) {
      this.breaks.push(`${name}: ${entry.reference} was booked otherwise before`);
    }
  }

  /** The books as they stand; with the pending entries and the closing of a journal that may still change. */
  asOf(interim: Fetched | null): {
    readonly entries: readonly LedgerEntry[];
    readonly balances: readonly Balance[];
  } {
    const opening = this.#opening === null ? [] : [this.#opening];
    const known = [...opening, ...this.#entries.values()];
    if (interim === null) return { entries: known, balances: this.#balances };
    const { journal, last } = journalIn(interim);
    const pending = entriesOf(journal).filter(({ isPending }) => isPending);
    return {
      entries: [...known, ...pending],
      balances: [...this.#balances, ...balancesOf(journal, last)],
    };
  }
}

function journalIn({ statement, at }: Fetched) {
  const ledger = generalLedgerOf(undefined, [], []);
  const material = { statement, ledger, facts: new Map(), revaluation: true, createdAt: at };
  const dayOf = bookingDays(statement.timeZone, bookingPeriod(statement, at));
  return { journal: journalOf(material), last: dayOf(null, 'within') };
}

function entriesOf({ lines, reportingCurrency }: Journal): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  // An entry is its two lines, one after the other.
  for (let first = 0; first < lines.length; first += 2) {
    const pair = lines.slice(first, first + 2);
    const [line] = pair;
    if (line === undefined) continue;
    const { entry: reference, date, isPending, kind, currency } = line;
    const postings = pair.flatMap((each) => postingsOf(each, reportingCurrency));
    entries.push({ reference, date, isPending, text: `${kind} ${currency}`, postings });
  }
  return entries;
}

function postingsOf(line: JournalLine, reportingCurrency: string): readonly Posting[] {
  const { account, currency, debit, credit, debitValue, creditValue } = line;
  const root = line.side === 'holding' ? 'Assets' : 'Equity';
  const amount = signed(debit, credit);
  const value = signed(debitValue, creditValue);
  return [
    ...(amount === null
      ? []
      : [{ account: `${root}:Amounts:${account}`, amount, commodity: currency }]),
    ...(value === null
      ? []
      : [{ account: `${root}:Values:${account}`, amount: value, commodity: reportingCurrency }]),
  ];
}

function signed(debit: string | null, credit: string | null): string | null {
  return debit ?? (credit === null ? null : new Decimal(credit).negated().toFixed());
}

function heldOf(
  { balances, reportingCurrency }: Journal,
  end: 'opening' | 'closing',
): readonly Posting[] {
  return balances.flatMap((each) => [
    { account: `Assets:Amounts:${each.account}`, amount: each[end], commodity: each.currency },
    {
      ...{ account: `Assets:Values:${each.account}`, commodity: reportingCurrency },
      amount: each[`${end}Value`] ?? '0',
    },
  ]);
}

function balancesOf(journal: Journal, last: string): readonly Balance[] {
  const before = new Date(Date.parse(`${journal.month}-01`) - DAY_MS).toISOString().slice(0, 10);
  return [
    ...heldOf(journal, 'opening').map((each) => ({ ...each, date: before })),
    ...heldOf(journal, 'closing').map((each) => ({ ...each, date: last })),
  ];
}

function openingOf(journal: Journal): LedgerEntry {
  const before = balancesOf(journal, '')[0]?.date ?? '';
  const held = heldOf(journal, 'opening');
  const against = held.map(({ account, amount, commodity }) => ({
    account: account.replace(/^Assets/, OPENING),
    amount: new Decimal(amount).negated().toFixed(),
    commodity,
  }));
  return {
    ...{ reference: 'OPENING', date: before, isPending: false, text: 'opening' },
    postings: [...held, ...against],
  };
}
