import type { components } from '@sluice/client';
import { signOf } from '../../display/amounts.ts';

type Report = components['schemas']['FullReport'];

/** What one rule was forecast to send on one day, beside what left; null where the day was not computed. */
export interface ComparedLine {
  readonly is: 'line';
  readonly day: string;
  /** Null: a person asked for it. */
  readonly ruleId: string | null;
  readonly currency: string;
  readonly forecast: string | null;
  readonly left: string;
  readonly difference: string | null;
}

/** Days after each other on which nothing left, and of which there is no forecast to compare, or none of the whole day. */
export interface UncomputedDays {
  readonly is: 'uncomputed';
  readonly from: string;
  readonly to: string;
  readonly isInPart: boolean;
}

export interface Compared {
  /** The latest day first. */
  readonly rows: readonly (ComparedLine | UncomputedDays)[];
  readonly sentence: string;
}

/** The report as it is shown. Null where it is too long for one answer: its file has it. */
export function comparedOf({ parts }: Partial<Report>): Compared | null {
  if (parts === undefined) return null;
  const rowsOf = (part: string) => parts.find(({ name }) => name === part)?.rows ?? [];
  const lines = rowsOf('forecasts').map(lineOf);
  const byDay = Map.groupBy(lines, ({ day }) => day);
  const days = rowsOf('days').map(({ day, forecast }) => ({
    day: String(day),
    forecast: String(forecast),
  }));
  const rows: (ComparedLine | UncomputedDays)[] = [];
  for (const { day, forecast } of days.toReversed()) {
    const own = byDay.get(day) ?? [];
    if (own.length > 0) rows.push(...own);
    else if (forecast !== 'whole') addUncomputed(rows, day, forecast === 'in-part');
  }
  return { rows, sentence: sentenceOf(lines, days) };
}

function lineOf(row: Report['parts'][number]['rows'][number]): ComparedLine {
  const text = (cell: unknown) => (typeof cell === 'string' ? cell : null);
  return {
    is: 'line',
    day: text(row.day) ?? '',
    ruleId: text(row.ruleId),
    currency: text(row.currency) ?? '',
    forecast: text(row.forecast),
    left: text(row.left) ?? '0',
    difference: text(row.difference),
  };
}

/** Goes on with the stretch before, if it is of the same kind. */
function addUncomputed(
  rows: (ComparedLine | UncomputedDays)[],
  day: string,
  isInPart: boolean,
): void {
  const before = rows.at(-1);
  if (before?.is === 'uncomputed' && before.isInPart === isInPart) {
    rows[rows.length - 1] = { ...before, from: day };
    return;
  }
  rows.push({ is: 'uncomputed', from: day, to: day, isInPart });
}

function sentenceOf(
  lines: readonly ComparedLine[],
  days: readonly { readonly day: string; readonly forecast: string }[],
): string {
  const signs = lines.flatMap(({ difference }) =>
    difference === null ? [] : [signOf(difference)],
  );
  const times = (is: (sign: number) => boolean) => signs.filter(is).length;
  const computed = days.filter(({ forecast }) => forecast === 'whole').length;
  if (computed === 0) {
    return 'No forecast was kept of any of these days: one is made when a day begins.';
  }
  const missing = days.length - computed;
  const kept =
    missing === 0
      ? 'Each day has a forecast.'
      : `${counted(missing, 'day')} ${missing === 1 ? 'has' : 'have'} no whole forecast.`;
  if (signs.length === 0) {
    return `On ${counted(computed, 'day')} nothing was forecast, and nothing left. ${kept}`;
  }
  return (
    `Of ${counted(signs.length, 'amount')} on ${counted(computed, 'day')}, ` +
    `${times((sign) => sign === 0)} left as forecast, ` +
    `${times((sign) => sign > 0)} more than forecast and ${times((sign) => sign < 0)} less. ${kept}`
  );
}

function counted(number: number, of: string): string {
  return number === 1 ? `1 ${of}` : `${number} ${of}s`;
}
