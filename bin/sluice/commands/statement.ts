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

export function statement(context: Context): Command {
  return declareApi({
    name: 'statement',
    summary: 'Shows the statement of a month: opening, movements, closing, and what it rests on.',
    examples: [
      ['statement 2026-10', 'all currencies of a month'],
      ['statement 2026-10 --currency BTC --json', 'one, with every movement'],
    ],
  })
    .argument('<month>', 'the month, such as 2026-10')
    .option('--currency <code>', 'this currency only')
    .option('--time-zone <zone>', 'whose month it is, such as Europe/Zurich; UTC by default')
    .action(async (month: string, options: StatementOptions) => {
      const { currency, timeZone } = options;
      const query = {
        month,
        ...(currency === undefined ? {} : { currency }),
        ...(timeZone === undefined ? {} : { timeZone }),
      };
      const { data } = await context.api(options).get('/v1/reports/statement', { query });
      if (!('statement' in data)) throw new CommandError('the API answered another report');
      context.print(options, { json: data, lines: (screen) => linesOf(data, screen) });
    });
}

type Month = components['schemas']['StatementOfMonth'];
type Currency = Month['statement']['currencies'][number];

function linesOf(
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
          of: ({ opening, currency }) => balanceOf(opening, currency),
          align: 'right',
        },
        {
          title: 'MOVEMENTS',
          of: ({ movements }) => String(movements.length),
          align: 'right',
          spare: 1,
        },
        {
          title: 'CLOSING',
          of: ({ closing, currency }) => balanceOf(closing, currency),
          align: 'right',
        },
      ],
      currencies,
      screen,
    ),
    ...(later.length === 0
      ? []
      : ['', `known better later: ${later.length} intervals; --json has them`]),
    ...rest,
  ];
}

function balanceOf(
  balance: { readonly amount: string } | null | undefined,
  currency: string,
): string {
  return balance === null || balance === undefined ? '' : amountOf(balance.amount, currency);
}
