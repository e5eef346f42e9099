import type { components } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import type { Screen } from '../screen/screen.ts';
import { tableOf } from '../screen/table.ts';
import { wrapped } from '../screen/text.ts';
import { amountOf } from '../views/formats.ts';
import { basisLines } from '../views/statement-basis.ts';

interface StatementOptions extends ApiOptions {
  readonly currency?: string;
  readonly timeZone?: string;
}

/** Lines that are read at once: the most of a page. */
const LINES_AT_ONCE = 1_000;

export function statement(context: Context): Command {
  return declareApi({
    name: 'statement',
    summary: 'Shows the statement of a month: opening, movements, closing, and what it rests on.',
    examples: [
      ['statement 2026-10', 'all currencies of a month'],
      ['statement 2026-10 --currency BTC', 'one, with every line'],
    ],
  })
    .argument('<month>', 'the month, such as 2026-10')
    .option('--currency <code>', 'this currency only, with its lines')
    .option('--time-zone <zone>', 'whose month it is, such as Europe/Zurich; UTC by default')
    .action(async (month: string, options: StatementOptions) => {
      const { currency, timeZone } = options;
      const query = { month, ...(timeZone === undefined ? {} : { timeZone }) };
      const api = context.api(options);
      const { data } = await api.get('/v1/reports/statement', { query });
      if (!('statement' in data)) throw new CommandError('the API answered another report');
      if (currency === undefined) {
        context.print(options, { json: data, lines: (screen) => summaryLines(data, screen) });
        return;
      }
      const chosen = { ...query, currency, limit: LINES_AT_ONCE };
      const lines: Line[] = [];
      for await (const line of api.items('/v1/reports/statement/lines', { query: chosen })) {
        lines.push(line);
      }
      const ofIt = ({ currency: code }: { readonly currency: string }) =>
        code === lines[0]?.currency;
      const currencies = data.statement.currencies.filter(ofIt);
      const later = data.later.filter(ofIt);
      const one = { ...data, later, statement: { ...data.statement, currencies } };
      context.print(options, {
        json: { ...one, lines },
        lines: (screen) => [...summaryLines(one, screen), '', ...tableOfLines(lines, screen)],
      });
    });
}

type Month = components['schemas']['StatementOfMonth'];
type Currency = Month['statement']['currencies'][number];
type Line = components['schemas']['StatementLine'];

function summaryLines(
  { state, statement: { currencies, basis }, later }: Month,
  screen: Screen,
): readonly string[] {
  const rest = ['', ...basisLines(basis).flatMap((line) => wrapped(line, screen.width))];
  if (currencies.length === 0) return [`${state}: no balances in this month`, ...rest];
  return [
    `${screen.paint('bold', 'state')} ${state}`,
    '',
    ...tableOf<Currency>(
      [
        { title: 'CURRENCY', of: ({ currency }) => currency },
        {
          title: 'OPENING',
          of: ({ opening, currency }) => amountOf(opening.amount, currency),
          align: 'right',
        },
        {
          title: 'MOVEMENTS',
          of: ({ movements }) => String(movements.count),
          align: 'right',
          spare: 1,
        },
        {
          title: 'CLOSING',
          of: ({ closing, currency }) => amountOf(closing.amount, currency),
          align: 'right',
        },
      ],
      currencies,
      screen,
    ),
    ...later.map(({ currency, message }) => `known better later of ${currency}: ${message}`),
    ...rest,
  ];
}

function tableOfLines(lines: readonly Line[], screen: Screen): readonly string[] {
  const amount = (text: string | null, currency: string) =>
    text === null ? '' : amountOf(text, currency);
  return tableOf<Line>(
    [
      { title: 'AT', of: ({ at }) => at ?? '' },
      { title: 'LINE', of: ({ kind }) => kind },
      { title: 'AMOUNT', of: (line) => amount(line.amount, line.currency), align: 'right' },
      { title: 'BALANCE', of: (line) => amount(line.balance, line.currency), align: 'right' },
      { title: 'VALUE', of: ({ value }) => value ?? '', align: 'right', spare: 2 },
      { title: 'DESCRIPTION', of: ({ description }) => description ?? '', spare: 1 },
    ],
    lines,
    screen,
  );
}
