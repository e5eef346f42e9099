import { isDay, plusDays } from '../reports/days.ts';

/** Formats of files, as people know them. */
export const FORMATS = {
  csv: { text: 'CSV', description: 'Exact decimals, for any program' },
  xlsx: { text: 'XLSX', description: 'A workbook' },
  camt053: { text: 'camt.053', description: 'For the ERP' },
  json: { text: 'JSON', description: 'Every part, with its columns' },
} as const;

export type Format = keyof typeof FORMATS;

interface ReportTraits {
  readonly text: string;
  readonly description: string;
  readonly path:
    | '/v1/reports/statement'
    | '/v1/reports/balances'
    | '/v1/reports/totals'
    | '/v1/reports/flows'
    | '/v1/reports/breaks'
    | '/v1/reports/journal'
    | '/v1/reports/roll-forward'
    | '/v1/reports/withdrawals'
    | '/v1/reports/trades'
    | '/v1/reports/decisions'
    | '/v1/reports/forecasts'
    | '/v1/reports/access'
    | '/v1/snapshots';
  /** One month as it is kept in the books, or a range of days. */
  readonly takes: 'month' | 'range';
  readonly currency: 'required' | 'optional' | 'none';
  /** Whether it has a row for each hour, day or month. */
  readonly hasInterval: boolean;
  readonly formats: readonly Format[];
}

/** The formats of reports that are tables. */
export const TABLE: readonly Format[] = ['csv', 'xlsx', 'json'];

/** Every report that has files, as the API offers them. */
export const REPORTS = {
  statement: {
    text: 'Statement of a month',
    description: 'Opening, every movement, revaluation and closing of each currency.',
    path: '/v1/reports/statement',
    takes: 'month',
    currency: 'none',
    hasInterval: false,
    formats: ['csv', 'xlsx', 'camt053', 'json'],
  },
  journal: {
    text: 'Journal',
    description: 'Double entries of a month for the general ledger, which tie to its statement.',
    path: '/v1/reports/journal',
    takes: 'month',
    currency: 'none',
    hasInterval: false,
    formats: TABLE,
  },
  balances: {
    text: 'Balances of a currency',
    description: 'What was held and what it was worth, by hour, day or month.',
    path: '/v1/reports/balances',
    takes: 'range',
    currency: 'required',
    hasInterval: true,
    formats: TABLE,
  },
  totals: {
    text: 'Total value',
    description: 'What everything was worth, by hour, day or month.',
    path: '/v1/reports/totals',
    takes: 'range',
    currency: 'none',
    hasInterval: true,
    formats: TABLE,
  },
  flows: {
    text: 'Movements',
    description: 'What moved the balances between snapshots.',
    path: '/v1/reports/flows',
    takes: 'range',
    currency: 'optional',
    hasInterval: false,
    formats: TABLE,
  },
  breaks: {
    text: 'Breaks',
    description: 'Differences that nothing accounted for, with their explanations.',
    path: '/v1/reports/breaks',
    takes: 'range',
    currency: 'optional',
    hasInterval: false,
    formats: TABLE,
  },
  withdrawals: {
    text: 'Withdrawals',
    description: 'Every withdrawal with its account, rule, approvals and times.',
    path: '/v1/reports/withdrawals',
    takes: 'range',
    currency: 'optional',
    hasInterval: false,
    formats: TABLE,
  },
  trades: {
    text: 'Trades',
    description: 'Every trade with what was executed, its fees, approvals and times.',
    path: '/v1/reports/trades',
    takes: 'range',
    currency: 'optional',
    hasInterval: false,
    formats: TABLE,
  },
  decisions: {
    text: 'Decisions',
    description: 'What each rule did at each run, and why.',
    path: '/v1/reports/decisions',
    takes: 'range',
    currency: 'optional',
    hasInterval: false,
    formats: TABLE,
  },
  forecasts: {
    text: 'Forecast and actual',
    description: 'What was forecast for each day and rule, beside what left.',
    path: '/v1/reports/forecasts',
    takes: 'range',
    currency: 'none',
    hasInterval: false,
    formats: TABLE,
  },
  snapshots: {
    text: 'Snapshots',
    description: 'Every balance and price as it was read.',
    path: '/v1/snapshots',
    takes: 'range',
    currency: 'none',
    hasInterval: false,
    formats: TABLE,
  },
  access: {
    text: 'Review of access',
    description: 'Who may do what, by the roles last seen, and who did what.',
    path: '/v1/reports/access',
    takes: 'range',
    currency: 'none',
    hasInterval: false,
    formats: TABLE,
  },
} as const satisfies Readonly<Record<string, ReportTraits>>;

export type ReportName = keyof typeof REPORTS;

export function isReportName(text: string | null): text is ReportName {
  return text !== null && Object.hasOwn(REPORTS, text);
}

export function traitsOf(report: ReportName): ReportTraits {
  return REPORTS[report];
}

export const INTERVALS = ['hour', 'day', 'month'] as const;
export type ReportInterval = (typeof INTERVALS)[number];

/** What a file is asked for by, as the screen's address has it. */
export interface FileChoice {
  readonly report: ReportName;
  readonly format: Format;
  readonly month: string | null;
  readonly from: string | null;
  /** The last day, which belongs to it. */
  readonly to: string | null;
  readonly currency: string | null;
  readonly interval: ReportInterval;
}

export interface FileRequest {
  readonly path: ReportTraits['path'];
  readonly query: Readonly<Record<string, string>>;
  /** What it is of, for the list of what is under way. */
  readonly title: string;
}

/** The request for a file; or what is missing yet. */
export type Chosen =
  | { readonly kind: 'complete'; readonly request: FileRequest }
  | { readonly kind: 'incomplete'; readonly missing: string };

export function requestOf(choice: FileChoice): Chosen {
  const { report, format, month, currency, interval } = choice;
  const traits = traitsOf(report);
  const formatText = FORMATS[format].text;
  const asked: Record<string, string> = { format, whole: 'true' };
  if (traits.takes === 'month') {
    if (month === null) return { kind: 'incomplete', missing: 'Choose a month.' };
    const what = report === 'statement' ? 'Statement' : traits.text;
    return complete(traits, { ...asked, month }, `${what} of ${month}, ${formatText}`);
  }
  const { from, to } = choice;
  if (!isDay(from) || !isDay(to)) {
    return { kind: 'incomplete', missing: 'Choose the first and the last day.' };
  }
  if (from > to) {
    return { kind: 'incomplete', missing: 'The first day has to be before the last.' };
  }
  if (traits.currency === 'required' && currency === null) {
    return { kind: 'incomplete', missing: 'Choose a currency.' };
  }
  const query = {
    ...asked,
    from,
    // The API's end does not belong to its range; people name the last day of theirs.
    to: plusDays(to, 1),
    ...(traits.currency !== 'none' && currency !== null && { currency }),
    ...(traits.hasInterval && { interval }),
  };
  const of = traits.currency !== 'none' && currency !== null ? ` (${currency})` : '';
  return complete(traits, query, `${traits.text}${of}, ${from} to ${to}, ${formatText}`);
}

function complete(
  { path }: ReportTraits,
  query: Readonly<Record<string, string>>,
  title: string,
): Chosen {
  return { kind: 'complete', request: { path, query, title } };
}
