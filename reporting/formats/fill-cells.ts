import type { MovementFill } from '../../treasury/ledger/movement-fill.ts';
import { feesText } from '../../treasury/statements/fill-sums.ts';
import type { Column } from './report.ts';

/** How a trade was filled, beside the movement that first shows it. */
export const FILL_COLUMNS = [
  { key: 'executedBase', title: 'Executed, base', type: 'amount' },
  { key: 'executedQuote', title: 'Executed, quote', type: 'amount' },
  { key: 'fillPrice', title: 'Fill price', type: 'price' },
  { key: 'decidedPrice', title: 'Price when decided', type: 'price' },
  { key: 'slippage', title: 'Slippage, quote', type: 'value' },
  { key: 'slippagePercent', title: 'Slippage, percent', type: 'value' },
  { key: 'fees', title: 'Fees', type: 'text' },
] as const satisfies readonly Column[];

/** In the order of the columns; empty where there is no fill. */
export function fillCells(fill: MovementFill | undefined): readonly string[] {
  if (fill === undefined) return FILL_COLUMNS.map(() => '');
  const { base, quote, price, decidedPrice, slippage, slippagePercent, fees } = fill;
  return [base, quote, price, decidedPrice, slippage, slippagePercent, feesText(fees)];
}
