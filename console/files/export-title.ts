import type { components } from '@sluice/client';
import { dayOf } from '../reports/days.ts';
import { FORMATS, type Format, REPORTS } from './reports.ts';

type Listed = Pick<
  components['schemas']['ListedExport'],
  'fileName' | 'format' | 'query' | 'report'
>;

/**
 * What an export is of, by the request that it was asked for with; its file's name where no person asks for it so.
 * `zone`: of the books, whose days ranges are named by.
 */
export function exportTitle({ report, query, format, fileName }: Listed, zone: string): string {
  const traits = Object.values(REPORTS).find(({ path }) => path === report);
  if (traits === undefined) return fileName;
  const { month, currency } = query;
  const name = traits.path === REPORTS.statement.path ? 'Statement' : traits.text;
  const what = month === undefined ? traits.text : `${name} of ${month}`;
  const of = currency === undefined ? '' : ` (${currency})`;
  const range = rangeText(query, zone);
  return [`${what}${of}`, ...(range === null ? [] : [range]), formatText(format)].join(', ');
}

function rangeText({ from, to }: Listed['query'], zone: string): string | null {
  if (from === undefined && to === undefined) return null;
  const first = from === undefined ? null : dayOf(new Date(from), zone);
  // The API's end does not belong to its range; people name the last day of theirs.
  const last = to === undefined ? null : dayOf(new Date(Date.parse(to) - 1), zone);
  if (first === null) return `up to ${last}`;
  return last === null ? `from ${first}` : `${first} to ${last}`;
}

function formatText(format: string): string {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format as Format].text : format;
}
