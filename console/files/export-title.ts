import type { components } from '@sluice/client';
import { isDay, plusDays } from '../reports/days.ts';
import { FORMATS, type Format, REPORTS } from './reports.ts';

type Listed = Pick<
  components['schemas']['ListedExport'],
  'fileName' | 'format' | 'query' | 'report'
>;

/** What an export is of, by the request that it was asked for with; its file's name where no person asks for it so. */
export function exportTitle({ report, query, format, fileName }: Listed): string {
  const traits = Object.values(REPORTS).find(({ path }) => path === report);
  if (traits === undefined) return fileName;
  const { month, currency } = query;
  const what = month === undefined ? traits.text : `Statement of ${month}`;
  const of = currency === undefined ? '' : ` (${currency})`;
  const range = rangeText(query);
  return [`${what}${of}`, ...(range === null ? [] : [range]), formatText(format)].join(', ');
}

function rangeText({ from, to }: Listed['query']): string | null {
  if (from === undefined && to === undefined) return null;
  // The API's end does not belong to its range; people name the last day of theirs.
  const last = to !== undefined && isDay(to) ? plusDays(to, -1) : to;
  if (from === undefined) return `up to ${last}`;
  return last === undefined ? `from ${from}` : `${from} to ${last}`;
}

function formatText(format: string): string {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format as Format].text : format;
}
