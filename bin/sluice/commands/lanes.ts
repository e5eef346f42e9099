import type { components, SluiceClient } from '@sluice/client';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import type { Screen } from '../screen/screen.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';
import { amountOf } from '../views/formats.ts';
import { nextText } from '../views/lane-next.ts';

type Lane = components['schemas']['LaneView'];
type Rearming = components['schemas']['RearmingView'];

export function list(context: Context): Command {
  return declareApi({
    name: 'list',
    summary: 'Lists every currency: whether it is free, what blocks it, and what to do next.',
    examples: [
      ['lanes', 'all of them'],
      ['lanes --json', 'with the used part of each budget'],
    ],
  }).action(async (options: ApiOptions) => {
    const { data } = await context.api(options).get('/v1/lanes');
    context.print(options, {
      json: data,
      lines: (screen) =>
        data.items.length === 0 ? ['no lanes'] : tableOf(COLUMNS, data.items, screen),
    });
  });
}

const COLUMNS = [
  { title: 'CURRENCY', of: ({ currency }: Lane) => currency },
  {
    title: 'STATE',
    of: ({ state }: Lane) => state,
    paint: ({ state }: Lane) =>
      ['idle', 'sending'].includes(state) ? ('green' as const) : ('red' as const),
  },
  {
    title: 'UNBOOKED',
    of: ({ unbooked, currency }: Lane) =>
      unbooked === undefined ? '' : amountOf(unbooked.amount, currency),
    align: 'right' as const,
    spare: 1,
  },
  {
    title: 'BLOCKED BY',
    of: ({ blockedBy }: Lane) => blockedBy?.instructionId ?? '',
    spare: 2,
  },
  {
    title: 'NEXT',
    of: nextText,
    wraps: true as const,
  },
];

interface RearmOptions extends ApiOptions {
  readonly unbooked?: Readonly<Record<string, string>>;
  readonly comment?: string;
  readonly etag?: string;
  readonly yes?: true;
}

export function rearm(context: Context): Command {
  return declareApi({
    name: 'rearm',
    summary: 'Shows which lanes of a restored ledger can be re-armed, or re-arms them.',
    description:
      'Two people do, one after the other, each with the unbooked amounts that they worked out themselves. docs/operations.md#restoring-from-a-backup has every step.',
    examples: [
      ['lanes rearm', 'what can be re-armed, what must happen first, and who agreed'],
      [
        'lanes rearm --unbooked BTC=0.5,ETH=0 --comment "compared up to row 81"',
        'every currency of the list, 0 where no amount is unbooked',
      ],
    ],
  })
    .option(
      '--unbooked <amounts>',
      'what was sent after the backup and no balance shows yet, such as BTC=0.5,ETH=0',
      amounts,
    )
    .option('--comment <text>', 'what you compared with the records of the service')
    .option('--etag <etag>', 're-arms only the lanes that had this ETag when they were shown')
    .option('--yes', 're-arms without asking')
    .action(async (options: RearmOptions) => {
      if (options.unbooked === undefined && options.comment === undefined) {
        const seen = await context.api(options).get('/v1/lanes/rearm');
        context.print(options, {
          json: { ...seen.data, etag: seen.etag },
          lines: (screen) => viewLines(seen.data, screen),
        });
        return;
      }
      const api = await context.apiToDecide(options);
      await rearmSeen(context, api, await api.get('/v1/lanes/rearm'), options);
    });
}

async function rearmSeen(
  context: Context,
  api: SluiceClient,
  seen: { readonly data: Rearming; readonly etag: string | null },
  options: RearmOptions,
): Promise<void> {
  const { unbooked, comment, etag } = options;
  if (unbooked === undefined || comment === undefined) {
    throw new CommandError('re-arming takes both --unbooked and --comment', {
      exit: 'usage',
      help: `Currencies to name: ${seen.data.rearmable.join(', ') || 'none'}.`,
    });
  }
  if (etag !== undefined && etag !== seen.etag) {
    throw new CommandError(`the lanes are not those that had the ETag ${etag}`, {
      exit: 'changed',
      help: 'Look at them again: sluice lanes rearm.',
    });
  }
  // Beside the result, so that --json stays JSON.
  for (const line of viewLines(seen.data, context.screen)) context.note(line);
  await context.decide(options, 'Re-arm these lanes?');
  const { status, data } = await api.post('/v1/lanes/rearm', {
    ifMatch: seen,
    body: { unbooked, comment },
  });
  context.print(options, {
    json: data,
    lines: (screen) => [
      status === 202
        ? `stated by ${data.by}; another person states the same: sluice lanes rearm`
        : `${screen.paint('green', 're-armed')} ${data.currencies.join(', ')}`,
    ],
  });
}

function viewLines(
  { rearmable, notYet, paidForEver, unreadable = [], said }: Rearming,
  screen: Screen,
): readonly string[] {
  return fieldsOf(
    [
      ['can be re-armed', rearmable.join(', ') || 'none'],
      ...notYet.map(({ currency, why }) => [`not yet ${currency}`, why] as const),
      ...paidForEver.map(
        ({ accountId, currency, amount }) =>
          [`paid for ever to ${accountId}`, amountOf(amount, currency)] as const,
      ),
      [
        'not sealed again',
        unreadable.map(({ piece, id }) => `${piece} ${id} (cannot be read)`).join(', ') ||
          undefined,
      ],
      [
        'stated',
        said === null || said.armed !== undefined ? undefined : `by ${said.by}: ${said.comment}`,
      ],
      [
        'unbooked',
        said === null || said.armed !== undefined
          ? undefined
          : Object.entries(said.unbooked ?? {})
              .map(([currency, amount]) => amountOf(amount, currency))
              .join(', '),
      ],
    ],
    screen,
  );
}

/** `BTC=0.5,ETH=0`; the API says which amounts and currencies it accepts. */
function amounts(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  const isWhole = pairs.every((pair) => pair.length === 2 && pair.every((part) => part !== ''));
  const isOnce = new Set(pairs.map(([currency]) => currency)).size === pairs.length;
  if (isWhole && isOnce) return Object.fromEntries(pairs);
  throw new InvalidArgumentError(
    'Accepted is CURRENCY=AMOUNT, with commas between: BTC=0.5,ETH=0.',
  );
}
