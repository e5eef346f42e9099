import * as z from 'zod';
import { Decimal } from '../../treasury/money/decimal.ts';
import { ISO_4217 } from '../../treasury/money/iso-4217.ts';

/** What a reader of bank statements takes from a document of one account: a line of JSON of the readers beside this file. */
export const readDocumentSchema = z.object({
  account: z.string(),
  currency: z.string(),
  /** By which the reader knows a document that is delivered once more; null where it keeps none. */
  key: z.nullish(z.string()),
  /** By code: OPBD, CLBD, ITBD, ITAV. Signed decimal text; one that a library does not keep is absent. */
  balances: z.record(z.string(), z.string()),
  /** Whether the opening is marked as one that may still change; absent where a library does not keep the mark. */
  isOpeningProvisional: z.optional(z.boolean()),
  entries: z.array(
    z.object({
      /** Null where a library keeps none: nothing is booked from an account report without both. */
      reference: z.nullable(z.string()),
      status: z.nullable(z.string()),
      /** Signed decimal text, with the digits that stand in the document. */
      amount: z.string(),
    }),
  ),
  /** What the library's own validation says. */
  problems: z.optional(z.array(z.string())),
  /** Entries that the library's own deduplication lets through. */
  fresh: z.optional(z.number()),
});
export type ReadDocument = z.infer<typeof readDocumentSchema>;
type ReadEntry = ReadDocument['entries'][number];

interface Account {
  /** What was booked, by reference. */
  readonly booked: Map<string, Decimal>;
  /** Booked from the reports of a month, by month: its statement must name each of them. */
  readonly since: Map<string, Set<string>>;
  /** What the last statement closed with. */
  closed: Decimal | null;
}

/** The month that a document is of, and whether that is closed. */
export interface Delivered {
  readonly month: string;
  readonly isStatement: boolean;
}

type Say = (text: string) => void;

/**
 * The register of an ERP that takes bank statements: it leaves out a document that it knows, books an entry once by its
 * reference, books nothing that is pending, and compares balances. What does not fit is remembered in its own sentence.
 */
export class Register {
  readonly breaks: string[] = [];
  /** Entries booked, each once. */
  entries = 0;
  /** Documents that booked nothing, since the reader keeps no reference or no status. */
  unbooked = 0;
  readonly #accounts = new Map<string, Account>();
  readonly #keys = new Set<string>();

  take(name: string, document: ReadDocument, { month, isStatement }: Delivered): void {
    const { key = null, fresh, entries, problems = [] } = document;
    const say = (text: string) => this.breaks.push(`${name}: ${text}`);
    for (const problem of problems) say(problem);
    const isKnown = key !== null && this.#keys.has(key);
    const expected = isKnown ? 0 : entries.length;
    if (fresh !== undefined && fresh !== expected) {
      say(`its own deduplication lets ${fresh} entries through, and ${expected} are new`);
    }
    if (isKnown) return;
    if (key !== null) this.#keys.add(key);
    const account = this.#accountOf(document);
    compareOpening(account, document, say);
    checkDigits(document, say);
    checkSums(document, say);
    const isWhole = entries.every(({ reference, status }) => reference !== null && status !== null);
    if (!isStatement && !isWhole) {
      this.unbooked += 1;
      return;
    }
    const since = account.since.get(month) ?? new Set();
    account.since.set(month, since);
    const named = this.#book(account, since, document, say);
    if (!isStatement) return;
    close(account, { document, since, named }, say);
    account.since.delete(month);
  }

  #accountOf({ account: id, currency }: ReadDocument): Account {
    const key = `${id} ${currency}`;
    const found = this.#accounts.get(key) ?? {
      ...{ booked: new Map(), since: new Map(), closed: null },
    };
    this.#accounts.set(key, found);
    return found;
  }

  /** The references that the document names as booked. */
  #book(
    account: Account,
    since: Set<string>,
    { entries }: ReadDocument,
    say: Say,
  ): ReadonlySet<string> {
    const named = new Set<string>();
    for (const { reference, status, amount } of entries) {
      if (reference === null || reference === '') {
        say(`an entry of ${amount} has no reference`);
        continue;
      }
      if (named.has(reference)) say(`${reference} stands in it twice`);
      const before = account.booked.get(reference);
      if (status === 'PDNG') {
        if (before !== undefined) say(`${reference} was booked, and is pending again`);
        continue;
      }
      named.add(reference);
      if (before === undefined) {
        account.booked.set(reference, new Decimal(amount));
        since.add(reference);
        this.entries += 1;
      } else if (!before.equals(amount)) {
        say(`${reference} was booked as ${before.toFixed()}, and is ${amount} now`);
      }
    }
    return named;
  }
}

/** One that is provisional says that it may still become another. */
function compareOpening(
  { closed }: Account,
  { balances, isOpeningProvisional = false }: ReadDocument,
  say: Say,
): void {
  const { OPBD: opening } = balances;
  if (opening === undefined) say('it has no opening balance');
  else if (isOpeningProvisional) return;
  else if (closed !== null && !closed.equals(opening)) {
    say(`it opens with ${opening}, and the statement before closed with ${closed.toFixed()}`);
  }
}

function close(
  account: Account,
  {
    document,
    since,
    named,
  }: Readonly<Record<'since' | 'named', ReadonlySet<string>>> & {
    readonly document: ReadDocument;
  },
  say: Say,
): void {
  if (document.entries.some(({ status }) => status === 'PDNG'))
    say('a statement has pending entries');
  for (const reference of since) {
    if (!named.has(reference)) say(`${reference} was booked, and the statement does not name it`);
  }
  const { OPBD: opening, CLBD: closing } = document.balances;
  if (closing === undefined) {
    say('it has no closing balance');
    return;
  }
  const begun = account.closed ?? opening;
  account.closed = new Decimal(closing);
  if (begun === undefined) return;
  const booked = [...since].reduce(
    (sum, reference) => sum.plus(account.booked.get(reference) ?? 0),
    new Decimal(begun),
  );
  if (!booked.equals(closing)) {
    say(`${booked.toFixed()} is booked in all, and it closes with ${closing}`);
  }
}

/** Receivers check the fraction digits that ISO 4217 gives the currency. */
function checkDigits({ currency, balances, entries }: ReadDocument, say: Say): void {
  const digits = ISO_4217.get(currency);
  const amounts = [...Object.values(balances), ...entries.map(({ amount }) => amount)];
  const wrong = amounts.find((amount) => (amount.split('.')[1] ?? '').length !== digits);
  if (wrong !== undefined) say(`${wrong} does not have the ${digits} digits of ${currency}`);
}

/** Opening and what is booked make the booked balance; with what is pending they make the available one. */
function checkSums({ balances, entries }: ReadDocument, say: Say): void {
  const { OPBD: opening, CLBD: closing, ITBD: known, ITAV: available } = balances;
  if (opening === undefined) return;
  const reached = (of: readonly ReadEntry[]) =>
    of.reduce((sum, { amount }) => sum.plus(amount), new Decimal(opening));
  const booked = reached(entries.filter(({ status }) => status !== 'PDNG'));
  for (const [code, stated, sum] of [
    ['CLBD', closing, booked],
    ['ITBD', known, booked],
    ['ITAV', available, reached(entries)],
  ] as const) {
    if (stated !== undefined && !sum.equals(stated)) {
      say(`opening and entries make ${sum.toFixed()}, and ${code} is ${stated}`);
    }
  }
}
