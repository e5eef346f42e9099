import type { components } from '@sluice/client';
import { sumOf } from '../../display/amounts.ts';

type Report = components['schemas']['FullReport'];

/** A month of all currencies together, in values. */
export interface RolledRow {
  readonly month: string;
  readonly opening: string;
  readonly movements: string;
  readonly revaluation: string;
  /** What entered or left valuation, moved without a price, or is known differently since. */
  readonly reconciling: string;
  readonly closing: string;
  readonly reporting: string;
}

/** The lines that are no movement; every other one is. */
const RECONCILING = new Set([
  'enters-valuation',
  'leaves-valuation',
  'movements-without-price',
  'outside-valuation',
  'restated',
]);
const ENDS = new Set(['opening', 'closing']);

/** The months of a roll-forward; null where it is too much for one answer: its file has them. */
export function rolledRowsOf({ parts }: Partial<Report>): readonly RolledRow[] | null {
  if (parts === undefined) return null;
  const rows = parts.find(({ name }) => name === 'lines')?.rows ?? [];
  const months = parts.find(({ name }) => name === 'months')?.rows ?? [];
  const text = (cell: unknown) => (typeof cell === 'string' ? cell : '');
  const totals = Map.groupBy(
    rows.filter(({ scope }) => scope === 'all'),
    ({ month }) => text(month),
  );
  return [...totals].map(([month, lines]) => {
    const valueIn = (is: (line: string) => boolean) =>
      sumOf(lines.filter(({ line }) => is(text(line))).map(({ value }) => text(value) || '0'));
    return {
      month,
      opening: valueIn((line) => line === 'opening'),
      movements: valueIn(
        (line) => !ENDS.has(line) && !RECONCILING.has(line) && line !== 'revaluation',
      ),
      revaluation: valueIn((line) => line === 'revaluation'),
      reconciling: valueIn((line) => RECONCILING.has(line)),
      closing: valueIn((line) => line === 'closing'),
      reporting: text(months.find((each) => each.month === month)?.reportingCurrency),
    };
  });
}

/** The months of which a roll-forward is shown: half a year up to one. */
const MONTHS_SHOWN = 6;

export function monthsUpTo(month: string): {
  readonly firstMonth: string;
  readonly lastMonth: string;
} {
  const [year = '', of = ''] = month.split('-');
  const first = Number(year) * 12 + Number(of) - MONTHS_SHOWN;
  const firstMonth = `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}`;
  return { firstMonth, lastMonth: month };
}
