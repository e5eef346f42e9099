import {
  type FileChoice,
  type Format,
  INTERVALS,
  isReportName,
  type ReportInterval,
  traitsOf,
} from '../../files/reports.ts';
import { isDay, monthsBefore } from '../../reports/days.ts';
import { PERIODS } from './periods.ts';

/** What an address asks for; the statement of last month, as most are, where it does not say. */
export function choiceOf(search: URLSearchParams, today: string): FileChoice {
  const asked = search.get('report');
  const report = isReportName(asked) ? asked : 'statement';
  const { formats } = traitsOf(report);
  const [first = 'csv'] = formats;
  const lastMonth = PERIODS[1]?.rangeOf(today);
  const [from, to] = [search.get('from'), search.get('to')];
  return {
    report,
    format: formats.find((format) => format === search.get('format')) ?? (first satisfies Format),
    month: monthOf(search.get('month')) ?? monthsBefore(today, 1).slice(0, 7),
    from: isDay(from) ? from : (lastMonth?.from ?? null),
    // A range that begins at a day and does not say where it ends goes up to today.
    to: isDay(to) ? to : isDay(from) ? today : (lastMonth?.to ?? null),
    currency: search.get('currency'),
    interval:
      INTERVALS.find((interval) => interval === search.get('interval')) ??
      ('day' satisfies ReportInterval),
  };
}

function monthOf(text: string | null): string | null {
  return text !== null && isDay(`${text}-01`) ? text : null;
}
