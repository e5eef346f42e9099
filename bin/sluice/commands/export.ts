import { type Command, InvalidArgumentError } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { REPORTS, type Report, reportFile } from '../report-file.ts';

interface ExportOptions extends ApiOptions {
  readonly format: string;
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
  readonly interval?: string;
  readonly timeZone?: string;
  readonly month?: string;
  readonly output?: string;
}

export function exportReport(context: Context): Command {
  return declareApi({
    name: 'export',
    summary: 'Writes a report in one piece to a file.',
    examples: [
      [
        'export totals --from 2026-01-01 --to 2026-02-01 --interval day',
        'the value by day, as CSV',
      ],
      ['export flows --from 2026-01-01 --to 2026-02-01 --format xlsx', 'movements, as a workbook'],
    ],
  })
    .argument('<report>', Object.keys(REPORTS).join(', '), report)
    .option('--format <format>', 'csv, xlsx or json; a statement also camt053', 'csv')
    .option('--from <time>', 'begins at this time')
    .option('--to <time>', 'ends before this time')
    .option('--currency <code>', 'only of this currency, where the report has that')
    .option('--interval <interval>', 'raw, hour, day or month, where the report has that')
    .option('--time-zone <zone>', 'whose days they are, such as Europe/Zurich')
    .option('--month <month>', 'the month of a statement or a journal, such as 2026-01')
    .option('--output <file>', 'the file; named after the report by default')
    .action(async (name: Report, options: ExportOptions) => {
      const { format, from, to, currency, interval, timeZone, month } = options;
      const given = { format, from, to, currency, interval, timeZone, month };
      const file =
        options.output ?? `${name}${month === undefined ? '' : `-${month}`}.${extensionOf(format)}`;
      const written = await reportFile(context.api(options), {
        report: name,
        query: Object.fromEntries(
          Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined),
        ),
        file,
        note: (line) => context.note(line),
      });
      context.print(options, {
        json: written,
        lines: () => [`${written.file}: ${written.bytes} bytes, SHA-256 ${written.sha256}`],
      });
    });
}

/** A statement for the ERP is XML. */
function extensionOf(format: string): string {
  return format === 'camt053' ? 'xml' : format;
}

function report(text: string): Report {
  if (Object.hasOwn(REPORTS, text)) return text as Report;
  throw new InvalidArgumentError(`Accepted is ${Object.keys(REPORTS).join(', ')}.`);
}
