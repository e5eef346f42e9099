import { rateText } from '../../treasury/policy/used-rate.ts';
import type { StatementBasis } from '../../treasury/statements/statement-basis.ts';
import type { MonthSum, MonthTie } from '../../treasury/statements/sums.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Report } from '../formats/report.ts';
import { part } from './journal.ts';
import { field, type Register } from './register.ts';

/** A month's sums, and the statement that they tie to. */
export interface SummedMonth {
  readonly month: string;
  readonly state: string;
  readonly digest: string | null;
  /** Where the openings come from: of a month that is not frozen, they may still change. */
  readonly openingIs: StatementBasis['opening'];
  readonly reportingCurrency: string;
  readonly sums: readonly MonthSum[];
  readonly ties: readonly MonthTie[];
  /** Whether values are in another currency than they were recorded in. */
  readonly isOther: boolean;
}

type Labelled = MonthSum & {
  readonly month: string;
  readonly reportingCurrency: string;
  readonly accountLabel: string | null;
};

const SUMS: Register<Labelled> = {
  month: field('text', 'Month', 'month'),
  currency: field('text', 'Currency', 'currency'),
  kind: field('text', 'Kind', 'kind'),
  withdrawalAccountId: field('text', 'Withdrawal account', 'withdrawalAccountId'),
  accountLabel: field('text', 'Account', 'accountLabel'),
  explainedAs: field('text', 'Explained as', 'explainedAs'),
  matchingRuleId: field('text', 'Matching rule', 'matchingRuleId'),
  movements: field('integer', 'Movements', 'movements'),
  amount: field('amount', 'Amount', 'amount'),
  value: field('value', 'Value', 'value'),
  unvalued: field('integer', 'Without a value', 'unvalued'),
  reportingCurrency: field('text', 'Reporting currency', 'reportingCurrency'),
};

/** Only where a manual rate is in a value. */
const MANUAL_RATES: Register<Labelled> = {
  manualRates: {
    type: 'text',
    title: 'Manual rates',
    cellOf: ({ manualRates }) => manualRates.map(rateText).join('; '),
  },
};

/** Only in a currency that was asked for. */
const UNVALUED: Register<Labelled> = {
  unvaluedBecause: {
    type: 'text',
    title: 'Unvalued because',
    cellOf: ({ unvaluedBecause }) => unvaluedBecause.join(' '),
  },
};

type Tied = MonthTie & {
  readonly month: string;
  readonly state: string;
  readonly digest: string | null;
  readonly openingIs: StatementBasis['opening'];
};

const MONTHS: Register<Tied> = {
  month: field('text', 'Month', 'month'),
  state: field('text', 'State', 'state'),
  currency: field('text', 'Currency', 'currency'),
  openingIs: field('text', 'Opening is', 'openingIs'),
  opening: field('amount', 'Opening', 'opening'),
  moved: field('amount', 'Moved', 'moved'),
  closing: field('amount', 'Closing', 'closing'),
  openingValue: field('value', 'Opening value', 'openingValue'),
  movedValue: field('value', 'Moved, value', 'movedValue'),
  revaluation: field('value', 'Revaluation', 'revaluation'),
  reconciling: field('value', 'Reconciling item', 'reconciling'),
  reconcilingAs: field('text', 'Reconciling item is', 'reconcilingAs'),
  closingValue: field('value', 'Closing value', 'closingValue'),
  digest: field('text', 'Digest of the statement', 'digest'),
};

/** Sums per account and month, and the months that they tie to. */
export function sumsReport(
  months: readonly SummedMonth[],
  labels: ReadonlyMap<string, string>,
  { tenant, generatedAt }: { readonly tenant: string; readonly generatedAt: Instant },
): Report {
  const sums = months.flatMap(({ month, reportingCurrency, sums: ofMonth }) =>
    ofMonth.map((each) => ({
      ...each,
      month,
      reportingCurrency,
      accountLabel:
        each.withdrawalAccountId === null ? null : (labels.get(each.withdrawalAccountId) ?? null),
    })),
  );
  const ties = months.flatMap(({ month, state, digest, openingIs, ties: ofMonth }) =>
    ofMonth.map((each) => ({ ...each, month, state, digest, openingIs })),
  );
  const columns = {
    ...SUMS,
    ...(sums.some(({ manualRates }) => manualRates.length > 0) ? MANUAL_RATES : {}),
    ...(months.some(({ isOther }) => isOther) ? UNVALUED : {}),
  };
  return {
    name: 'sums',
    tenant,
    generatedAt,
    mainPart: 'sums',
    parts: [part('sums', 'Sums', columns, sums), part('months', 'Months', MONTHS, ties)],
  };
}
