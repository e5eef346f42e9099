import type { components, paths } from '@sluice/client';
import { type Command, Option } from 'commander';
import type { ApiOptions, Context, ReadingClient } from '../context.ts';
import { declareApi } from '../declare.ts';
import { tableOf } from '../screen/table.ts';
import { agoOf, amountOf } from '../views/formats.ts';

type Item = components['schemas']['InboxItem'];
type Inbox = components['schemas']['Inbox'];

interface InboxOptions extends ApiOptions {
  readonly forMe?: true;
  readonly kind?: Item['kind'];
  readonly text?: string;
}

const KINDS = Object.keys({
  withdrawal: true,
  trade: true,
  'policy-change': true,
  resumption: true,
  rearming: true,
  settlement: true,
  unbooked: true,
  break: true,
  'failing-rule': true,
  'low-balance': true,
  'calendar-ending': true,
  'webhook-failing': true,
} satisfies Record<Item['kind'], true>);

export function inbox(context: Context): Command {
  return declareApi({
    name: 'inbox',
    summary: 'Lists what waits for a decision, and whether you may decide.',
    examples: [
      ['inbox', 'everything that waits'],
      ['inbox --for-me', 'what you may decide about'],
      ['inbox --kind settlement --json', 'one kind, for a program'],
    ],
  })
    .option('--for-me', 'only what you may decide about')
    .addOption(new Option('--kind <kind>', `only of this kind: ${KINDS.join(', ')}`).choices(KINDS))
    .option('--text <text>', 'only what has this in its sentence, its ids or its labels')
    .action(async (options: InboxOptions) => {
      const { forMe, kind, text } = options;
      const query = {
        ...(forMe ? { for: 'me' as const } : {}),
        ...(kind === undefined ? {} : { kind }),
        ...(text === undefined ? {} : { text }),
      };
      const data = await wholeInbox(context.api(options), query);
      const { items, more } = data;
      context.print(options, {
        json: data,
        lines: (screen) => [
          ...(items.length === 0
            ? ['nothing waits for a decision']
            : tableOf(columns(Date.now()), items, screen)),
          ...whyNots(items),
          ...(more.length === 0 ? [] : ['', `more than is listed wait: ${more.join(', ')}`]),
        ],
      });
    });
}

type Query = NonNullable<paths['/v1/inbox']['get']['parameters']['query']>;

/** Every page as one list, with what the first says of all that waits. */
async function wholeInbox(api: ReadingClient, query: Query): Promise<Inbox> {
  const { data } = await api.get('/v1/inbox', { query });
  const items = [...data.items];
  let { next } = data;
  while (next !== null) {
    const { data: page } = await api.get('/v1/inbox', { query: { ...query, cursor: next } });
    items.push(...page.items);
    ({ next } = page);
  }
  return { ...data, items, next };
}

function columns(nowMs: number) {
  return [
    { title: 'ID', of: ({ id }: Item) => id },
    { title: 'KIND', of: ({ kind }: Item) => kind, spare: 1 },
    {
      title: 'AMOUNT',
      of: ({ money }: Item) => (money === null ? '' : amountOf(money.amount, money.currency)),
      align: 'right' as const,
    },
    {
      title: 'EXPIRES',
      of: ({ expiresAt }: Item) => (expiresAt === null ? '' : agoOf(expiresAt, nowMs)),
      spare: 2,
    },
    {
      title: 'YOU',
      of: ({ mayDecide }: Item) => (mayDecide ? 'yes' : 'no'),
      paint: ({ mayDecide }: Item) => (mayDecide ? ('green' as const) : null),
    },
    {
      title: 'WHAT',
      of: ({ message }: Item) => message,
      wraps: true as const,
      spare: 3,
    },
  ];
}

/** Why the caller may not decide, each reason once. */
function whyNots(items: readonly Item[]): readonly string[] {
  const reasons = new Set(items.flatMap(({ whyNot }) => (whyNot === null ? [] : [whyNot.message])));
  return reasons.size === 0 ? [] : ['', ...[...reasons].map((reason) => `no: ${reason}`)];
}
