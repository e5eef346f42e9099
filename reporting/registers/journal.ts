import type { Journal } from '../../treasury/statements/journal.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Part, Report } from '../formats/report.ts';
import { columnsOf, field, type Register, rowOf, yes } from './register.ts';

const LINES: Register<Journal['lines'][number]> = {
  entry: field('text', 'Entry', 'entry'),
  date: field('date', 'Date', 'date'),
  kind: field('text', 'Kind', 'kind'),
  side: field('text', 'Side', 'side'),
  account: field('text', 'Account', 'account'),
  suspense: { type: 'text', title: 'Suspense', cellOf: ({ isSuspense }) => yes(isSuspense) },
  currency: field('text', 'Currency', 'currency'),
  debit: field('amount', 'Debit', 'debit'),
  credit: field('amount', 'Credit', 'credit'),
  debitValue: field('value', 'Debit value', 'debitValue'),
  creditValue: field('value', 'Credit value', 'creditValue'),
  instructionId: field('text', 'Instruction', 'instructionId'),
  withdrawalAccountId: field('text', 'Withdrawal account', 'withdrawalAccountId'),
  matchingRuleId: field('text', 'Matching rule', 'matchingRuleId'),
  reference: field('text', 'Reference', 'reference'),
  description: field('text', 'Description', 'description'),
};

const BALANCES: Register<Journal['balances'][number]> = {
  currency: field('text', 'Currency', 'currency'),
  account: field('text', 'Account', 'account'),
  opening: field('amount', 'Opening', 'opening'),
  debits: field('amount', 'Debits', 'debits'),
  credits: field('amount', 'Credits', 'credits'),
  closing: field('amount', 'Closing', 'closing'),
  openingValue: field('value', 'Opening value', 'openingValue'),
  debitsValue: field('value', 'Debits value', 'debitsValue'),
  creditsValue: field('value', 'Credits value', 'creditsValue'),
  closingValue: field('value', 'Closing value', 'closingValue'),
};

const ACCOUNTS: Register<Journal['accounts'][number]> = {
  account: field('text', 'Account', 'account'),
  suspense: { type: 'text', title: 'Suspense', cellOf: ({ isSuspense }) => yes(isSuspense) },
  currency: field('text', 'Currency', 'currency'),
  lines: field('integer', 'Lines', 'lines'),
  debits: field('amount', 'Debits', 'debits'),
  credits: field('amount', 'Credits', 'credits'),
  debitsValue: field('value', 'Debits value', 'debitsValue'),
  creditsValue: field('value', 'Credits value', 'creditsValue'),
  unvalued: field('integer', 'Lines without a value', 'unvalued'),
};

const ABOUT: Register<readonly [string, string]> = {
  field: { type: 'text', title: 'Field', cellOf: ([name]) => name },
  content: { type: 'text', title: 'Content', cellOf: ([, content]) => content },
};

/** A month's journal as tables: every line, the balances that it ties, the sums by account, and its sources. */
export function journalReport(
  journal: Journal,
  state: StatementOfMonth['state'],
  generatedAt: Instant,
): Report {
  const { tenant, month } = journal;
  return {
    name: `journal-${month}`,
    tenant,
    generatedAt,
    mainPart: 'lines',
    parts: [
      part('lines', 'Lines', LINES, journal.lines),
      part('balances', 'Balances', BALANCES, journal.balances),
      part('accounts', 'Accounts', ACCOUNTS, journal.accounts),
      part('about', 'About', ABOUT, aboutOf(journal, state)),
    ],
  };
}

export function part<Item>(
  name: string,
  title: string,
  register: Register<Item>,
  items: readonly Item[],
): Part {
  const rows = items.map((item) => rowOf(register, item));
  return { name, title, columns: columnsOf(register), rows };
}

function aboutOf(journal: Journal, state: string): readonly (readonly [string, string])[] {
  const { tenant, month, timeZone, reportingCurrency, statementDigest, codesDigest } = journal;
  return [
    ['tenant', tenant],
    ['month', month],
    ['time zone', timeZone],
    ['state of the statement', state],
    ['reporting currency', reportingCurrency],
    ['digest of the statement (SHA-256)', statementDigest ?? 'none before it is frozen'],
    ['digest of the codes (SHA-256)', codesDigest],
  ];
}
