import { setTimeout as sleep } from 'node:timers/promises';
import { isProblem, SluiceGatewayError, SluiceProblem, SluiceUnanswered } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context, ReadingClient } from '../context.ts';
import { declareApi } from '../declare.ts';
import {
  type DeliveryResult,
  deliver,
  type EventPage,
  type ListedEvent,
  type ListenPorts,
  listen as listenTo,
} from '../listen/listen.ts';
import { ListenState } from '../listen/position.ts';
import { postEvent, receiverUrl } from '../listen/post.ts';
import { parseSince } from '../listen/since.ts';
import { stateFolder } from '../profiles/folders.ts';

interface ListenOptions extends ApiOptions {
  readonly forwardTo: string;
  readonly since?: string;
  readonly resend?: string;
  readonly type?: string;
  readonly printSecret?: true;
}

/** Events of one reading: a page of the API. */
const PAGE = 100;

/** Delivers the feed of events to a receiver on this machine, signed as in a deployment. */
export function listen(context: Context): Command {
  return declareApi({
    name: 'listen',
    summary: 'Delivers events to a receiver, signed as webhooks are, in their order.',
    description:
      'Goes on where it stopped, from now on at its first start. An event counts as delivered if the receiver answered with 2xx; until then nothing behind it is delivered.',
    examples: [
      ['listen --forward-to http://127.0.0.1:3000/hooks', 'what happens from now on'],
      ['listen --forward-to http://127.0.0.1:3000/hooks --since 2h', 'and of the last two hours'],
      ['listen --forward-to http://127.0.0.1:3000/hooks --resend ID', 'one event again'],
      [
        'listen --forward-to http://127.0.0.1:3000/hooks --print-secret',
        'what its receiver verifies with',
      ],
    ],
  })
    .requiredOption(
      '--forward-to <url>',
      'where events are posted to: https, or http on this machine',
    )
    .option('--since <place>', 'from a sequence, a duration (10m, 2h, 3d) or a time on')
    .option('--resend <id>', 'delivers one event again, by its id or its sequence, and ends')
    .option(
      '--type <types>',
      'only these types, with commas between; com.sluice.trade.* is all of a topic',
    )
    .option('--print-secret', 'prints the secret that signatures are made with, and ends')
    .action(async (given: ListenOptions) => {
      const options = { ...given, forwardTo: receiverUrl(given.forwardTo) };
      const { api, tenant = '' } = context.profile(options);
      const to = { api, tenant, url: options.forwardTo };
      const state = new ListenState(stateFolder(context.env), to);
      if (options.printSecret) return context.say(state.secret);
      const ports = portsOf(context, options, state);
      if (options.resend !== undefined) return await resend(ports, options.resend);
      await listenTo(ports, await startOf(context, options, state));
    });
}

function portsOf(context: Context, options: ListenOptions, state: ListenState): ListenPorts {
  const client = context.api(options);
  return {
    read: (after) => readPage(client, options, after === null ? {} : { after }),
    deliver: (event) => postEvent(options.forwardTo, event, state),
    keep: (position) => state.moveTo(position),
    say: (event, result) =>
      context.say(options.json ? asJson(event, result) : asLine(event, result)),
    note: (line) => context.note(line),
    sleep: (ms) => sleep(ms),
    isPassing: (error) => isPassing(error),
  };
}

async function readPage(
  client: ReadingClient,
  { type }: ListenOptions,
  place: { readonly after?: string; readonly from?: string },
  limit = PAGE,
): Promise<EventPage> {
  const query = { ...place, ...(type === undefined ? {} : { type }), limit };
  try {
    return (await client.get('/v1/events', { query })).data;
  } catch (error) {
    if (!(error instanceof SluiceProblem) || !isProblem(error, 'events-expired')) throw error;
    throw new CommandError('events behind the place where it stopped are no longer kept', {
      exit: 'refused',
      help: 'Read what they were about anew, then go on with --since 30d.',
    });
  }
}

/** Behind what was delivered, or where a person says; at the first start, at the end of the feed. */
async function startOf(
  context: Context,
  options: ListenOptions,
  state: ListenState,
): Promise<string | null> {
  const now = Date.now();
  const since = options.since === undefined ? null : parseSince(options.since, now);
  if (since?.kind === 'sequence') return since.after;
  if (since === null && state.position !== null) return state.position;
  const from = since?.from ?? new Date(now).toISOString();
  const client = context.api(options);
  const { type: _, ...all } = options;
  const { items, position } = await readPage(client, all, { from }, 1);
  const first = items[0]?.sequence;
  const start = first === undefined ? position : before(first);
  if (start !== null) state.moveTo(start);
  return start;
}

async function resend(ports: ListenPorts, id: string): Promise<void> {
  const isSequence = /^\d{16}$/.test(id);
  let after = isSequence ? before(id) : null;
  for (;;) {
    const { items, next, position } = await ports.read(after);
    const found = items.find((each) => each.id === id || each.sequence === id);
    if (found !== undefined) return await deliver(ports, found);
    if (next === null || isSequence) break;
    after = position;
  }
  throw new CommandError(`there is no event ${id} among those of the last 30 days`, {
    exit: 'refused',
  });
}

/** The place just before an event. */
function before(sequence: string): string {
  return String(Number(sequence) - 1).padStart(sequence.length, '0');
}

/** No answer, a gateway that is busy, or an API that cannot answer now. */
function isPassing(error: unknown): boolean {
  if (error instanceof SluiceUnanswered) return true;
  if (error instanceof SluiceGatewayError || error instanceof SluiceProblem) {
    return error.status === 429 || error.status >= 500;
  }
  return false;
}

function asLine(event: ListedEvent, { failure, answer, milliseconds }: DeliveryResult): string {
  const { time, type, subject, sequence } = event;
  const outcome =
    failure === null ? `${answer} in ${milliseconds} ms` : `not taken: ${answer ?? failure}`;
  return `${time.slice(11, 19)} ${sequence} ${type.replace('com.sluice.', '')} ${subject}: ${outcome}`;
}

function asJson(event: ListedEvent, result: DeliveryResult): string {
  const { id, sequence, type, subject, time } = event;
  const { failure, answer, milliseconds } = result;
  return JSON.stringify({ sequence, id, type, subject, time, failure, answer, milliseconds });
}
