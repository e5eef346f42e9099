import { feesText } from '../../treasury/statements/fill-sums.ts';
import {
  type RolledMonth,
  type RollForwardLine,
  rolledStates,
  rollForward,
} from '../../treasury/statements/roll-forward.ts';
import type { FillSum } from '../../treasury/statements/statement.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import type { Report } from '../formats/report.ts';
import { part } from './journal.ts';
import { field, type Register } from './register.ts';

const LINES: Register<RollForwardLine> = {
  month: field('text', 'Month', 'month'),
  scope: {
    type: 'text',
    title: 'Of',
    cellOf: ({ currency }) => (currency === null ? 'all' : 'currency'),
  },
  currency: field('text', 'Currency', 'currency'),
  line: field('text', 'Line', 'line'),
  movements: field('integer', 'Movements', 'movements'),
  amount: field('amount', 'Amount', 'amount'),
  value: field('value', 'Value', 'value'),
};

const MONTHS: Register<ReturnType<typeof rolledStates>[number]> = {
  month: field('text', 'Month', 'month'),
  state: field('text', 'State', 'state'),
  reportingCurrency: field('text', 'Reporting currency', 'reportingCurrency'),
  opening: field('text', 'Opening is', 'opening'),
  firstReadAt: field('instant', 'First reading', 'firstReadAt'),
  lastReadAt: field('instant', 'Last reading', 'lastReadAt'),
  expected: field('integer', 'Snapshots expected', 'expected'),
  taken: field('integer', 'Snapshots taken', 'taken'),
  unvalued: field('text', 'Not everything valued of', 'unvalued'),
  digest: field('text', 'Digest of the statement', 'digest'),
};

const FILLS: Register<FillSum & { readonly month: string }> = {
  month: field('text', 'Month', 'month'),
  instrument: field('text', 'Instrument', 'instrument'),
  side: field('text', 'Side', 'side'),
  trades: field('integer', 'Trades', 'trades'),
  base: field('amount', 'Executed, base', 'base'),
  quote: field('amount', 'Executed, quote', 'quote'),
  slippage: field('value', 'Slippage, quote', 'slippage'),
  fees: { type: 'text', title: 'Fees', cellOf: ({ fees }) => feesText(fees) },
  withoutFees: field('integer', 'Fees not named', 'withoutFees'),
};

/** How each month leads from what was there to what was left, what its trades were filled at, and its statements. */
export function rollForwardReport(
  months: readonly RolledMonth[],
  { tenant, generatedAt }: { readonly tenant: string; readonly generatedAt: Instant },
): Report {
  const fills = months.flatMap(({ month, found }) =>
    (found?.statement.fills ?? []).map((each) => ({ ...each, month })),
  );
  return {
    name: 'roll-forward',
    tenant,
    generatedAt,
    mainPart: 'lines',
    parts: [
      part('lines', 'Lines', LINES, rollForward(months)),
      part('fills', 'Fills', FILLS, fills),
      part('months', 'Months', MONTHS, rolledStates(months)),
    ],
  };
}
