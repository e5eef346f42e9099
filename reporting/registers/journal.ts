import { rateText } from '../../treasury/policy/used-rate.ts';
import type { Journal } from '../../treasury/statements/journal.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Part, Report } from '../formats/report.ts';
import { marksOf, OPENING_TEXTS } from '../formats/statement-report.ts';
import { columnsOf, field, type Register, rowOf, yes } from './register.ts';

const LINES: Register<Journal['lines'][number]> = {
  entry: field('text', 'Entry', 'entry'),
  date: field('date', 'Date', 'date'),
  kind: field('text', 'Kind', 'kind'),
  side: field('text', 'Side', 'side'),
  account: field('text', 'Account', 'account'),
  suspense: { type: 'text', title: 'Suspense', cellOf: ({ isSuspense }) => yes(isSuspense) },
  pending: { type: 'text', title: 'Pending', cellOf: ({ isPending }) => yes(isPending) },
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

/** Only where a manual rate is in a value. */
const MANUAL_RATE: Register<Journal['lines'][number]> = {
  manualRate: {
    type: 'text',
    title: 'Manual rate',
    cellOf: ({ valued }) => (valued?.manualRate === undefined ? null : rateText(valued.manualRate)),
  },
};

/** Only in a currency that was asked for. */
const VALUED_IN: Register<Journal['lines'][number]> = {
  path: { type: 'text', title: 'Path', cellOf: ({ valued }) => valued?.valuedBy?.path },
  instruments: {
    type: 'text',
    title: 'Instruments',
    cellOf: ({ valued }) => valued?.valuedBy?.instruments.join(' '),
  },
  unvaluedBecause: {
    type: 'text',
    title: 'Unvalued because',
    cellOf: ({ valued }) => valued?.unvaluedBecause,
  },
};

function linesOf({ marks }: Journal): Register<Journal['lines'][number]> {
  return {
    ...LINES,
    ...(marks.manualRates === undefined ? {} : MANUAL_RATE),
    ...(marks.recordedIn === undefined ? {} : VALUED_IN),
  };
}

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
      part('lines', 'Lines', linesOf(journal), journal.lines),
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
  const { tenant, month, timeZone, reportingCurrency, statementDigest, codesDigest, marks } =
    journal;
  const none =
    marks.recordedIn === undefined
      ? 'none before it is frozen'
      : 'none: valued when it was asked for';
  return [
    ['tenant', tenant],
    ['month', month],
    ['time zone', timeZone],
    ['state of the statement', state],
    ['opening is', OPENING_TEXTS[journal.opening]],
    ['reporting currency', reportingCurrency],
    ['digest of the statement (SHA-256)', statementDigest ?? none],
    ...marksOf(marks),
    ['digest of the codes (SHA-256)', codesDigest],
  ];
}
