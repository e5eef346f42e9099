import { Decimal } from '../../treasury/money/decimal.ts';
import { ISO_4217 } from '../../treasury/money/iso-4217.ts';

/** What a reader of bank statements takes from a document of one account. */
export interface ReadDocument {
  readonly account: string;
  readonly currency: string;
  /** By code: OPBD, CLBD, ITBD, ITAV. Signed decimal text; one that a library does not keep is absent. */
  readonly balances: Readonly<Record<string, string>>;
  readonly entries: readonly ReadEntry[];
}

export interface ReadEntry {
  /** Null where a library keeps none: nothing is booked from an interim report without both. */
  readonly reference: string | null;
  readonly status: string | null;
  /** Signed decimal text, with the digits that stand in the document. */
  readonly amount: string;
}

interface Account {
  /** What was booked, by reference. */
  readonly booked: Map<string, Decimal>;
  /** Booked since the last final statement: the next one must name each of them. */
  readonly since: Set<string>;
  pending: ReadonlyMap<string, Decimal>;
  /** The first opening and everything booked after it. */
  balance: Decimal;
  /** What the last final statement closed with. */
  closed: Decimal | null;
}

/**
 * The register of an ERP that takes bank statements: it books an entry once, by its reference, holds what is pending until the
 * next report replaces it, and compares balances. What does not fit is said and remembered.
 */
export class Register {
  readonly breaks: string[] = [];
  #accounts = new Map<string, Account>();
  #entries = 0;

  /** Entries booked, each once. */
  get entries(): number {
    return this.#entries;
  }

  take(name: string, document: ReadDocument, isFinal: boolean): void {
    const account = this.#accountOf(document);
    const said = (text: string) => this.breaks.push(`${name}, ${document.account}: ${text}`);
    this.#compareOpening(account, document, said);
    const canBook =
      isFinal || document.entries.every((each) => each.reference !== null && each.status !== null);
    const booked = document.entries.filter(({ status }) => status !== 'PDNG');
    if (isFinal && booked.length < document.entries.length) said('something final is pending');
    checkDigits(document, said);
    checkSums(document, booked, said);
    if (!canBook) return;
    const own = this.#book(account, booked, said);
    account.pending = new Map(
      document.entries
        .filter(({ status }) => status === 'PDNG')
        .map(({ reference, amount }) => [reference ?? '', new Decimal(amount)]),
    );
    for (const reference of account.pending.keys()) {
      if (account.booked.has(reference)) said(`${reference} was booked and is pending again`);
    }
    if (isFinal) close(account, { document, own }, said);
  }

  #accountOf({ account: id, currency, balances }: ReadDocument): Account {
    const key = `${id} ${currency}`;
    const opening = new Decimal(balances.OPBD ?? '0');
    const found = this.#accounts.get(key) ?? {
      ...{ booked: new Map(), since: new Set(), pending: new Map() },
      ...{ balance: opening, closed: null },
    };
    this.#accounts.set(key, found);
    return found;
  }

  #compareOpening({ closed }: Account, { balances }: ReadDocument, said: Saying): void {
    if (balances.OPBD === undefined) said('it has no opening balance');
    if (balances.OPBD === undefined || closed === null || closed.equals(balances.OPBD)) return;
    said(
      `it opens with ${balances.OPBD}, and the statement before closed with ${closed.toFixed()}`,
    );
  }

  /** The references of the document's own entries, booked before or now. */
  #book(account: Account, entries: readonly ReadEntry[], said: Saying): ReadonlySet<string> {
    const own = new Set<string>();
    for (const { reference, amount } of entries) {
      if (reference === null || reference === '') {
        said(`an entry of ${amount} has no reference`);
        continue;
      }
      if (own.has(reference)) said(`${reference} stands in it twice`);
      own.add(reference);
      const before = account.booked.get(reference);
      if (before === undefined) {
        account.booked.set(reference, new Decimal(amount));
        account.since.add(reference);
        account.balance = account.balance.plus(amount);
        this.#entries += 1;
      } else if (!before.equals(amount)) {
        said(`${reference} was booked as ${before.toFixed()} and is ${amount} now`);
      }
    }
    return own;
  }
}

type Saying = (text: string) => void;

function close(
  account: Account,
  { document, own }: { readonly document: ReadDocument; readonly own: ReadonlySet<string> },
  said: Saying,
): void {
  for (const reference of account.since) {
    if (!own.has(reference)) said(`${reference} was booked, and is not in the statement`);
  }
  account.since.clear();
  const { CLBD: closing } = document.balances;
  if (closing === undefined) {
    said('it has no closing balance');
    return;
  }
  account.closed = new Decimal(closing);
  if (!account.balance.equals(closing)) {
    said(`${account.balance.toFixed()} is booked in all, and it closes with ${closing}`);
  }
}

/** Receivers check the fraction digits that ISO 4217 gives the currency. */
function checkDigits({ currency, balances, entries }: ReadDocument, said: Saying): void {
  const digits = ISO_4217.get(currency) ?? 0;
  const amounts = [...Object.values(balances), ...entries.map(({ amount }) => amount)];
  const wrong = amounts.find((amount) => (amount.split('.')[1] ?? '').length !== digits);
  if (wrong !== undefined) said(`${wrong} has not the ${digits} digits of ${currency}`);
}

/** Opening and what is booked make the booked balance; with what is pending they make the available one. */
function checkSums(
  { balances, entries }: ReadDocument,
  booked: readonly ReadEntry[],
  said: Saying,
): void {
  const { OPBD: opening, CLBD: closing, ITBD: known, ITAV: available } = balances;
  if (opening === undefined) return;
  const reached = (of: readonly ReadEntry[]) =>
    of.reduce((sum, { amount }) => sum.plus(amount), new Decimal(opening));
  const expected = [
    ['CLBD', closing, reached(booked)],
    ['ITBD', known, reached(booked)],
    ['ITAV', available, reached(entries)],
  ] as const;
  for (const [code, stated, sum] of expected) {
    if (stated !== undefined && !sum.equals(stated)) {
      said(`opening and entries make ${sum.toFixed()}, and ${code} is ${stated}`);
    }
  }
}
