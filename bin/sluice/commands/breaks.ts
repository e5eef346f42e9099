import type { components } from '@sluice/client';
import { type Command, Option } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';
import { amountOf, momentOf } from '../views/formats.ts';
import { count } from './instructions.ts';

type Break = components['schemas']['Break'];

interface ListOptions extends ApiOptions {
  readonly state?: Break['status']['state'];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const BREAK_STATES = Object.keys({
  open: true,
  matched: true,
  explained: true,
  closed: true,
} satisfies Record<Break['status']['state'], true>);

const EXPLANATIONS = Object.keys({
  deposit: true,
  transfer: true,
  fee: true,
  interest: true,
  correction: true,
  'foreign-debit': true,
  other: true,
} satisfies Record<components['schemas']['BreakExplanation']['kind'], true>);

const USUAL_ITEMS = 20;
const MOST_ITEMS = 1_000;
/** The API's own largest page. */
const PAGE_ITEMS = 200;

export function list(context: Context): Command {
  return declareApi({
    name: 'list',
    summary: 'Lists differences that nothing accounts for, newest first.',
    examples: [
      ['breaks', 'the latest'],
      ['breaks --state open', 'those that wait for an explanation'],
    ],
  })
    .addOption(
      new Option('--state <state>', 'open, matched, explained or closed').choices(BREAK_STATES),
    )
    .addOption(timeOption('--from <time>', 'seen at this time or later'))
    .addOption(timeOption('--to <time>', 'seen before this time'))
    .option('--limit <number>', 'at most so many', count(MOST_ITEMS), USUAL_ITEMS)
    .action(async (options: ListOptions) => {
      const { state, from, to, limit } = options;
      const query = {
        limit: Math.min(limit, PAGE_ITEMS),
        ...(state === undefined ? {} : { state: [state] }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      };
      const items: Break[] = [];
      for await (const item of context.api(options).items('/v1/reports/breaks', { query })) {
        items.push(item);
        if (items.length >= limit) break;
      }
      context.print(options, {
        json: { items },
        lines: (screen) => (items.length === 0 ? ['no breaks'] : tableOf(COLUMNS, items, screen)),
      });
    });
}

const COLUMNS = [
  { title: 'SEEN (UTC)', of: ({ readAt }: Break) => momentOf(readAt), spare: 1 },
  { title: 'ID', of: ({ id }: Break) => id },
  { title: 'STATE', of: ({ status }: Break) => status.state },
  {
    title: 'AMOUNT',
    of: ({ amount, currency }: Break) => amountOf(amount, currency),
    align: 'right' as const,
    paint: ({ direction }: Break) => (direction === 'outflow' ? ('red' as const) : null),
  },
];

export function show(context: Context): Command {
  return declareApi({
    name: 'show',
    summary: 'Shows one break with its history.',
    examples: [['breaks show ID', 'everything about it']],
  })
    .argument('<id>', "the break's id")
    .action(async (id: string, options: ApiOptions) => {
      const { data, etag } = await context.api(options).get('/v1/breaks/{id}', { path: { id } });
      context.print(options, {
        json: { ...data, etag },
        lines: (screen) => [
          ...fieldsOf(
            [
              ['break', data.id],
              ['state', data.status.state],
              ['what', data.message],
              ['may be', data.mayBe.length === 0 ? undefined : data.mayBe.join(', ')],
              ['opened', data.openedAt],
            ],
            screen,
          ),
          '',
          ...data.history.flatMap((each) => [
            `  ${momentOf(each.at)}  ${each.state} by ${each.by}`,
          ]),
        ],
      });
    });
}

interface DecideOptions extends ApiOptions {
  readonly comment: string;
  readonly kind?: components['schemas']['BreakExplanation']['kind'];
}

export function explain(context: Context): Command {
  return declareApi({
    name: 'explain',
    summary: 'Says what a break was.',
    examples: [['breaks explain ID --kind deposit --comment "customer 81"', 'a deposit']],
  })
    .argument('<id>', "the break's id")
    .addOption(
      new Option('--kind <kind>', `${EXPLANATIONS.join(', ')}`)
        .choices(EXPLANATIONS)
        .makeOptionMandatory(),
    )
    .requiredOption('--comment <text>', 'what the books say about it')
    .action(async (id: string, options: DecideOptions) => {
      const api = await context.apiToDecide(options);
      const seen = await api.get('/v1/breaks/{id}', { path: { id } });
      const { comment, kind = 'other' } = options;
      const body = { comment, kind };
      const { data } = await api.post('/v1/breaks/{id}/explain', {
        path: { id },
        ifMatch: seen,
        body,
      });
      context.print(options, { json: data, lines: () => [`${id} is ${data.status.state}`] });
    });
}

export function close(context: Context): Command {
  return declareApi({
    name: 'close',
    summary: 'Closes an explained break; an outflow takes two people.',
    examples: [['breaks close ID --comment "agrees with the bank"', 'nothing is left to do']],
  })
    .argument('<id>', "the break's id")
    .requiredOption('--comment <text>', 'what the books say about it')
    .action(async (id: string, options: DecideOptions) => {
      const api = await context.apiToDecide(options);
      const seen = await api.get('/v1/breaks/{id}', { path: { id } });
      const { comment } = options;
      const input = { path: { id }, ifMatch: seen, body: { comment } };
      const { data } = await api.post('/v1/breaks/{id}/close', input);
      context.print(options, { json: data, lines: () => [`${id} is ${data.status.state}`] });
    });
}
