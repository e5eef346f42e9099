import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context, ReadingClient } from '../context.ts';
import { declareApi } from '../declare.ts';

interface HaltOptions extends ApiOptions {
  readonly comment: string;
  readonly currency?: string;
  readonly breakGlass?: true;
  readonly ledger?: string;
  readonly by: string;
}

/** The longest code that a currency has (treasury/policy/policy-limits.ts). */
const CURRENCY = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;

export function halt(context: Context): Command {
  return declareApi({
    name: 'halt',
    summary: 'Halts everything, or one currency, at once.',
    description: 'Nothing more is sent. One person halts; two people resume: sluice resume.',
    examples: [
      ['halt --comment "the service answers nonsense"', 'everything'],
      ['halt --currency BTC --comment "wrong account"', 'one currency'],
      [
        'halt --break-glass --ledger TABLE --comment "the API does not answer"',
        'straight in the table, with IAM alone',
      ],
    ],
  })
    .requiredOption('--comment <comment>', 'why, for the audit log')
    .option('--currency <code>', 'this currency only', code)
    .option('--break-glass', 'in the table itself, where the API does not answer: takes --ledger')
    .option(
      '--ledger <table>',
      "with --break-glass: name of the ledger's table, an output of the data stack",
    )
    .option('--by <name>', 'with --break-glass: who halts, for the audit log', userInfo().username)
    .action(async (options: HaltOptions) => {
      if (options.breakGlass) return await breakGlass(context, options);
      if (options.ledger !== undefined) {
        throw new CommandError('--ledger goes with --break-glass', {
          exit: 'usage',
          help: 'Without either, the API halts.',
        });
      }
      const { comment, currency } = options;
      const body = { comment, ...(currency === undefined ? {} : { currency }) };
      const api = context.apiToHalt(options);
      const { data } = await api.post('/v1/controls/halt', { body });
      context.print(options, {
        json: data,
        lines: (screen) => [
          `${screen.paint('red', 'halted')}: ${currency ?? 'everything'}, generation ${data.generation}. To go on: sluice resume`,
        ],
      });
      await sayWhose(context, api, options);
    });
}

/** Which tenant was halted, where the command line did not name it: asked once nothing leaves any more. */
async function sayWhose(context: Context, api: ReadingClient, options: HaltOptions): Promise<void> {
  if (context.profile(options).tenant !== undefined) return;
  const me = await api.get('/v1/me').catch(() => null);
  if (me !== null) context.note(`tenant ${me.data.tenant}`);
}

async function breakGlass(context: Context, options: HaltOptions): Promise<void> {
  const { ledger, comment, currency, by } = options;
  if (ledger === undefined) {
    throw new CommandError('--break-glass takes --ledger', {
      exit: 'usage',
      help: "The name of the ledger's table is the output LedgerTable of the data stack.",
    });
  }
  const place = (['profile', 'stage', 'api'] as const).find((each) => options[each] !== undefined);
  if (place !== undefined) {
    throw new CommandError(`--${place} says nothing about the table of --break-glass`, {
      exit: 'usage',
      help: 'Leave it out: --ledger alone says which table is written, --tenant whose halt it is.',
    });
  }
  const tenant = options.tenant ?? context.exportedTenant ?? 'main';
  context.note(`table ${ledger}, tenant ${tenant}`);
  const { haltInTheTable } = await import('../operate/break-glass.ts');
  const written = await haltInTheTable({ ledger, comment, currency, by, tenant });
  const what = written.mode === 'halted' ? 'everything' : currency;
  context.print(options, {
    json: written,
    lines: () => [`halted: ${what} of ${tenant}, generation ${written.generation}`],
  });
}

function code(text: string): string {
  if (CURRENCY.test(text)) return text;
  throw new InvalidArgumentError('a currency code in upper case, at most 20 characters');
}
