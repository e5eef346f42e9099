import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import { tableOf } from '../screen/table.ts';
import {
  hasEnded,
  INSTRUCTION_COLUMNS,
  type Instruction,
  instructionLines,
  STATES,
} from '../views/instruction.ts';

/*
 * The commands that withdrawals and trades have in common: both are instructions, of two routes.
 */

const ROUTES = {
  withdrawal: { list: '/v1/withdrawals', one: '/v1/withdrawals/{id}', group: 'withdrawals' },
  trade: { list: '/v1/trades', one: '/v1/trades/{id}', group: 'trades' },
} as const;

export type Kind = keyof typeof ROUTES;

interface ListOptions extends ApiOptions {
  readonly state?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly currency?: string;
  readonly rule?: string;
  readonly instrument?: string;
}

interface WaitOptions extends ApiOptions {
  readonly timeout: number;
}

/** Items of a list, unless another number is asked for: they fit a terminal. */
const USUAL_ITEMS = 20;
/** The API's own largest page, times five: more of it is a report. */
const MOST_ITEMS = 1_000;

/** Seconds between two looks at an instruction: sending one takes as long. */
const LOOK_EVERY_MS = 2_000;
const USUAL_WAIT_SECONDS = 300;

export function listCommand(kind: Kind, context: Context): Command {
  const { group, list } = ROUTES[kind];
  const command = declareApi({
    name: 'list',
    summary: `Lists ${group}, newest first.`,
    examples: [
      [group, 'the latest'],
      [`${group} --state awaiting-approval`, 'those that wait for an approval'],
      [`${group} --from 3d`, 'of the last three days'],
      [`${group} --from 2026-11-01 --json`, 'since a day, for a program'],
    ],
  })
    .addOption(
      new Option('--state <state>', `only in this state: ${STATES.join(', ')}`).choices(STATES),
    )
    .addOption(timeOption('--from <time>', 'created at this time or later'))
    .addOption(timeOption('--to <time>', 'created before this time'))
    .option('--limit <number>', 'at most so many', count(MOST_ITEMS), USUAL_ITEMS);
  if (kind === 'withdrawal') command.option('--currency <code>', 'only of this currency');
  else command.option('--instrument <name>', 'only of this instrument, such as BTC/USD');
  command.option('--rule <id>', 'only of this rule');
  return command.action(async (options: ListOptions) => {
    const { state, from, to, currency, rule, instrument, limit } = options;
    const given = { state, from, to, currency, rule, instrument };
    const query = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    const items: Instruction[] = [];
    for await (const item of context
      .api(options)
      .items(list, { query: { ...query, limit: Math.min(limit, 200) } })) {
      items.push(item);
      if (items.length >= limit) break;
    }
    context.print(options, {
      json: { items },
      lines: (screen) =>
        items.length === 0 ? [`no ${group}`] : tableOf(INSTRUCTION_COLUMNS, items, screen),
    });
  });
}

export function showCommand(kind: Kind, context: Context): Command {
  return declareApi({
    name: 'show',
    summary: `Shows one ${kind} with its whole history.`,
    examples: [[`${ROUTES[kind].group} show ID`, 'everything about it']],
  })
    .argument('<id>', `the ${kind}'s id`)
    .action(async (id: string, options: ApiOptions) => {
      const { data, etag } = await context.api(options).get(ROUTES[kind].one, { path: { id } });
      context.print(options, {
        json: { ...data, etag },
        lines: (screen) => instructionLines(data, screen),
      });
    });
}

export function waitCommand(kind: Kind, context: Context): Command {
  return declareApi({
    name: 'wait',
    summary: `Waits until a ${kind} has ended.`,
    description: 'Exits with 0 if it is confirmed, with 2 if it ended otherwise or not in time.',
    examples: [
      [
        `${ROUTES[kind].group} wait ID`,
        'until it is confirmed, declined, expired or whatever it comes to',
      ],
      [`${ROUTES[kind].group} wait ID --timeout 3600`, 'for an hour at most'],
    ],
  })
    .argument('<id>', `the ${kind}'s id`)
    .option('--timeout <seconds>', 'at most so long', count(86_400), USUAL_WAIT_SECONDS)
    .action(async (id: string, options: WaitOptions) => {
      const api = context.api(options);
      const untilMs = Date.now() + options.timeout * 1_000;
      let seen = '';
      for (;;) {
        const { data } = await api.get(ROUTES[kind].one, { path: { id } });
        if (data.status.state !== seen && !hasEnded(data))
          context.note(`${id} is ${data.status.state}`);
        seen = data.status.state;
        if (hasEnded(data) || Date.now() > untilMs) {
          context.print(options, {
            json: data,
            lines: () => [`${id} is ${data.status.state}`],
            ...(data.status.state === 'confirmed' ? {} : { exit: 'differs' }),
          });
          return;
        }
        await sleep(LOOK_EVERY_MS);
      }
    });
}

/** A whole number from 1 up. */
export function count(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : 0;
    if (value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`Accepted is a whole number from 1 to ${most}.`);
  };
}
