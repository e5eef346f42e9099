/** The properties of a kind of file: everything that names the formats of full exports is derived from this table. */
interface ExportFormatTraits {
  /** The last part of its name. */
  readonly ending: string;
  readonly contentType: string;
  /** Which reports have a file in it: all of them are tables, a statement is more. */
  readonly carries: 'tables' | 'statement';
  /** The problems that name what it cannot carry whole. */
  readonly limits: readonly string[];
}

export const EXPORT_FORMATS = {
  json: { ending: 'json', contentType: 'application/json', carries: 'tables', limits: [] },
  csv: {
    ending: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    carries: 'tables',
    limits: [],
  },
  xlsx: {
    ending: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    carries: 'tables',
    limits: ['xlsx-too-many-rows', 'xlsx-cell-too-long'],
  },
  camt053: {
    ending: 'camt053.xml',
    contentType: 'application/xml; charset=utf-8',
    carries: 'statement',
    limits: ['camt053-currency', 'camt053-amount'],
  },
} as const satisfies Readonly<Record<string, ExportFormatTraits>>;

export type FullExportFormat = keyof typeof EXPORT_FORMATS;
export type ExportFormatLimit = (typeof EXPORT_FORMATS)[FullExportFormat]['limits'][number];

export const FULL_EXPORT_FORMATS = Object.keys(EXPORT_FORMATS) as [
  FullExportFormat,
  ...FullExportFormat[],
];

/** Every problem that one of these formats may end in. */
export function limitsOf(formats: readonly FullExportFormat[]): readonly ExportFormatLimit[] {
  return formats.flatMap((format): readonly ExportFormatLimit[] => EXPORT_FORMATS[format].limits);
}
