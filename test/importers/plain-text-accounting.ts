import type { Balance, LedgerEntry, Posting } from './books.ts';

/* Books as text that hledger and beancount check: every account and commodity declared, every balance claimed. */

interface BooksAsOf {
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly Balance[];
}

/** Days behind the end of one, at the beginning of which beancount looks at balances. */
const NEXT_DAY_MS = 86_400_000;
/** Before every entry. */
const BEGINNING = '2000-01-01';

export function hledgerText(books: BooksAsOf): string {
  const { accounts, commodities } = declared(books);
  const entries = books.entries.map(({ reference, date, isPending, text, postings }) => ({
    date,
    text: [
      `${date} ${isPending ? '!' : '*'} (${reference}) ${text}`,
      ...postings.map((each) => `    ${each.account}  ${quantity(each)}`),
    ].join('\n'),
  }));
  const claims = books.balances.map(({ date, ...each }) => ({
    date,
    text: `${date} * balance\n    ${each.account}  ${quantity({ ...each, amount: '0' })} = ${quantity(each)}`,
  }));
  return [
    'decimal-mark .',
    ...commodities.map((each) => `commodity "${each}"`),
    ...accounts.map((each) => `account ${each}`),
    ...inOrder([...entries, ...claims]),
  ].join('\n\n');
}

function quantity({ amount, commodity }: Pick<Posting, 'amount' | 'commodity'>): string {
  return `${amount} "${commodity}"`;
}

export function beancountText(books: BooksAsOf): string {
  const { accounts } = declared(books);
  const entries = books.entries.map(({ reference, date, isPending, text, postings }) => ({
    date,
    text: [
      `${date} ${isPending ? '!' : '*'} "${text}" ^${reference}`,
      ...postings.map(
        ({ account, amount, commodity }) => `  ${named(account)}  ${amount} ${commodity}`,
      ),
    ].join('\n'),
  }));
  // Exactly: the tolerance that beancount takes from the digits of an amount is none here.
  const claims = books.balances.map(({ date, account, amount, commodity }) => ({
    date,
    text: `${dayAfter(date)} balance ${named(account)}  ${amount} ~ 0 ${commodity}`,
  }));
  return [
    ...accounts.map((each) => `${BEGINNING} open ${named(each)}`),
    ...inOrder([...entries, ...claims]),
  ].join('\n\n');
}

/** A name of an account in beancount has letters, digits and hyphens. */
function named(account: string): string {
  return account.replaceAll(/[^A-Za-z0-9:-]/g, '-');
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + NEXT_DAY_MS).toISOString().slice(0, 10);
}

function declared({ entries, balances }: BooksAsOf) {
  const postings = [...entries.flatMap((each) => each.postings), ...balances];
  return {
    accounts: [...new Set(postings.map(({ account }) => account))].sort(),
    commodities: [...new Set(postings.map(({ commodity }) => commodity))].sort(),
  };
}

/** By day; of one day, claims stand behind entries. */
function inOrder(
  texts: readonly { readonly date: string; readonly text: string }[],
): readonly string[] {
  return texts
    .toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1))
    .map(({ text }) => text);
}
