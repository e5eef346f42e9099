import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '@sluice/client';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import { plain } from '../screen/text.ts';
import { momentOf } from '../views/formats.ts';

type Event = components['schemas']['Event'];

interface TailOptions extends ApiOptions {
  readonly since?: string;
  readonly after?: string;
  readonly type?: string;
  readonly once?: true;
}

/** Milliseconds between two looks at the end of the feed. */
const LOOK_EVERY_MS = 2_000;
/** The API's own largest page. */
const PAGE_ITEMS = 200;

export function tail(context: Context): Command {
  return declareApi({
    name: 'tail',
    summary: 'Prints events as they happen, one in a line.',
    description: 'The feed keeps 30 days. With --json each line is a CloudEvent.',
    examples: [
      ['events tail', 'from now on, until Ctrl-C'],
      ['events tail --since 2d --once --json', 'what there was in the last two days'],
      ['events tail --after 0000000000000042', 'on from the last one that was seen'],
    ],
  })
    .addOption(timeOption('--since <time>', 'begins with this moment'))
    .option('--after <sequence>', 'begins behind this event')
    .option('--type <type>', 'only of this type')
    .option('--once', 'ends at the end of the feed')
    .action(async (options: TailOptions) => {
      const api = context.api(options);
      const { since, type } = options;
      let after = options.after;
      const from = since ?? (after === undefined ? new Date().toISOString() : undefined);
      for (;;) {
        const start = after === undefined ? (from === undefined ? {} : { from }) : { after };
        const query = { ...start, limit: PAGE_ITEMS, ...(type === undefined ? {} : { type }) };
        const { data } = await api.get('/v1/events', { query });
        for (const event of data.items)
          context.say(options.json ? JSON.stringify(event) : lineOf(event));
        after = data.position ?? after;
        if (data.next !== null && data.items.length > 0) continue;
        if (options.once) return;
        await sleep(LOOK_EVERY_MS);
      }
    });
}

function lineOf({ sequence, time, type, subject }: Event): string {
  return `${sequence}  ${momentOf(time)}  ${plain(type.replace(/^com\.sluice\./, ''))}  ${plain(subject)}`;
}
