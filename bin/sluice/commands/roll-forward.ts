import type { components } from '@sluice/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { reportFile } from '../report-file.ts';
import type { Screen } from '../screen/screen.ts';
import { tableOf } from '../screen/table.ts';
import { amountOf, momentOf, worthOf } from '../views/formats.ts';

const PATH = '/v1/reports/roll-forward';

interface RollForwardOptions extends ApiOptions {
  readonly from: string;
  readonly to: string;
  readonly currency?: string;
  readonly in?: string;
  readonly timeZone?: string;
  readonly csv?: true;
  readonly xlsx?: true;
  readonly output?: string;
}

type Report = components['schemas']['FullReport'];
type Row = Report['parts'][number]['rows'][number];

export function rollForward(context: Context): Command {
  return declareApi({
    name: 'roll-forward',
    summary: 'Shows how each currency leads from what was there to what was left, month by month.',
    description:
      'Each month opens with what the one before closed with; what moved, what prices did and every item that reconciles make its closing.',
    examples: [
      ['roll-forward --from 2026-08 --to 2026-10', 'three months, all currencies and the whole'],
      ['roll-forward --from 2026-10 --to 2026-10 --currency BTC', 'one currency of one month'],
      ['roll-forward --from 2026-01 --to 2026-12 --xlsx', 'a year, as a workbook'],
    ],
  })
    .addOption(monthOption('--from <month>', 'the first month, such as 2026-01'))
    .addOption(monthOption('--to <month>', 'the last month, which belongs to it'))
    .addOption(
      new Option('--currency <code>', 'this currency only, on the screen and in JSON').conflicts([
        'csv',
        'xlsx',
      ]),
    )
    .option('--in <code>', 'values in this currency; the reporting currency by default')
    .option('--time-zone <zone>', 'whose months they are, such as Europe/Zurich')
    .addOption(new Option('--csv', 'into a file, the lines as CSV').conflicts(['xlsx', 'json']))
    .addOption(new Option('--xlsx', 'into a file, all parts as a workbook').conflicts('json'))
    .option('--output <file>', 'the file; named after the report by default')
    .action(async (options: RollForwardOptions) => {
      const { from, to, timeZone, csv, xlsx } = options;
      if (from > to) {
        throw new CommandError(`--from ${from} is later than --to ${to}`, { exit: 'usage' });
      }
      const query = {
        ...{ firstMonth: from, lastMonth: to },
        ...(options.in === undefined ? {} : { in: options.in }),
        ...(timeZone === undefined ? {} : { timeZone }),
      };
      const format = csv ? 'csv' : xlsx ? 'xlsx' : null;
      if (format !== null) {
        const file = options.output ?? `roll-forward-${from}-${to}.${format}`;
        const written = await reportFile(context.api(options), {
          ...{ path: PATH, query: { ...query, format }, file },
          note: (line) => context.note(line),
        });
        const { bytes, sha256 } = written;
        context.print(options, {
          json: written,
          lines: () => [`${file}: ${bytes} bytes, SHA-256 ${sha256}`],
        });
        return;
      }
      const { data } = await context.api(options).get(PATH, { query });
      if (!('parts' in data)) {
        const help = 'Ask for fewer months, or take the file: --csv or --xlsx.';
        throw new CommandError('the roll-forward is too long for a screen', { help });
      }
      const shown = options.currency === undefined ? data : onlyOf(data, options.currency);
      context.print(options, { json: shown, lines: (screen) => linesOf(shown, screen) });
    });
}

function monthOption(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory().argParser((text: string) => {
    if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
    throw new InvalidArgumentError('Expected is a month, such as 2026-10.');
  });
}

/** The lines of one currency; the other parts are of all. */
function onlyOf(report: Report, currency: string): Report {
  const code = currency.toUpperCase();
  return {
    ...report,
    parts: report.parts.map((part) =>
      part.name === 'lines'
        ? { ...part, rows: part.rows.filter((row) => row.currency === code) }
        : part,
    ),
  };
}

function rowsOf(report: Report, name: string): readonly Row[] {
  return report.parts.find((part) => part.name === name)?.rows ?? [];
}

function linesOf(report: Report, screen: Screen): readonly string[] {
  const months = rowsOf(report, 'months');
  const lines = rowsOf(report, 'lines');
  const currencies = new Map(
    months.map(({ month, reportingCurrency }) => [month, String(reportingCurrency ?? '')]),
  );
  return [
    ...(lines.length === 0
      ? ['no balances in these months']
      : tableOf<Row>(
          [
            { title: 'MONTH', of: ({ month }) => String(month) },
            { title: 'OF', of: ({ currency }) => (currency === null ? 'all' : String(currency)) },
            { title: 'LINE', of: ({ line }) => String(line).replaceAll('-', ' ') },
            { title: 'MOVEMENTS', of: textOf('movements'), align: 'right', spare: 1 },
            {
              title: 'AMOUNT',
              of: ({ amount, currency }) =>
                amount === null ? '' : amountOf(String(amount), String(currency)),
              align: 'right',
            },
            {
              title: 'VALUE',
              of: ({ value, month }) => worthOf(String(value), currencies.get(month ?? '') ?? ''),
              align: 'right',
            },
          ],
          lines,
          screen,
        )),
    '',
    ...months.map(monthLine),
  ];
}

function textOf(key: string): (row: Row) => string {
  return (row) => String(row[key] ?? '');
}

/** What a month rests on, in a sentence. */
function monthLine(row: Row): string {
  const { month, state, firstReadAt, lastReadAt, expected, taken, unvalued } = row;
  const readings =
    taken === null || expected === null ? '' : `, ${taken} of ${expected} snapshots taken`;
  const without =
    unvalued === null || unvalued === '' ? '' : `; not everything is valued of ${unvalued}`;
  if (firstReadAt === null || firstReadAt === undefined) return `${month}: ${state}`;
  return `${month}: ${state}, from the reading of ${momentOf(String(firstReadAt))} to that of ${momentOf(String(lastReadAt))}${readings}${without}`;
}
