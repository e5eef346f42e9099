import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { acceptedTimes, momentIn, ownZone } from '../moment.ts';
import { REPORTS, type Report, reportFile } from '../report-file.ts';

interface ExportOptions extends ApiOptions {
  readonly format: string;
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
  readonly interval?: string;
  readonly timeZone?: string;
  readonly month?: string;
  readonly firstMonth?: string;
  readonly lastMonth?: string;
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
      [
        'export roll-forward --first-month 2026-01 --last-month 2026-03',
        'how three months lead from one to the next',
      ],
    ],
  })
    .addArgument(
      new Argument('<report>', Object.keys(REPORTS).join(', ')).choices(Object.keys(REPORTS)),
    )
    .addOption(
      new Option('--format <format>', 'csv, xlsx or json; a statement also camt053')
        .choices(['csv', 'xlsx', 'json', 'camt053'])
        .default('csv'),
    )
    .option('--from <time>', 'begins at this time; of --time-zone where that is given', isTime)
    .option('--to <time>', 'ends before this time', isTime)
    .option('--currency <code>', 'only of this currency, where the report has that')
    .addOption(
      new Option(
        '--interval <interval>',
        'raw, hour, day or month, where the report has that',
      ).choices(['raw', 'hour', 'day', 'month']),
    )
    .option('--time-zone <zone>', 'whose days they are, such as Europe/Zurich')
    .option('--month <month>', 'the month of a statement or a journal, such as 2026-01')
    .option('--first-month <month>', 'where sums or a roll-forward begin, such as 2026-01')
    .option('--last-month <month>', 'where they end: the last month that is in them')
    .option('--output <file>', 'the file; named after the report by default')
    .action(async (name: Report, options: ExportOptions) => {
      const { format, from, to, currency, interval, timeZone, ...months } = options;
      const { month, firstMonth, lastMonth } = months;
      const zone = timeZone === undefined ? ownZone() : zoneNamed(timeZone);
      const at = (text: string | undefined) =>
        text === undefined ? undefined : (momentIn(text, Date.now(), zone) ?? text);
      const given = {
        ...{ format, from: at(from), to: at(to), currency, interval, timeZone },
        ...{ month, firstMonth, lastMonth },
      };
      const file =
        options.output ?? `${name}${month === undefined ? '' : `-${month}`}.${extensionOf(format)}`;
      const written = await reportFile(context.api(options), {
        path: REPORTS[name],
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

/** A time stays as it was typed until the time zone of the report is known. */
function isTime(text: string): string {
  if (momentIn(text, Date.now()) !== null) return text;
  throw new InvalidArgumentError(`Accepted is a time: ${acceptedTimes()}.`);
}

function zoneNamed(name: string): string {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new CommandError(`--time-zone: there is no time zone "${name}"`, {
      exit: 'usage',
      help: 'Accepted is a name such as Europe/Zurich or UTC.',
    });
  }
}

/** A statement for the ERP is XML. */
function extensionOf(format: string): string {
  return format === 'camt053' ? 'xml' : format;
}
