import { setTimeout as sleep } from 'node:timers/promises';

import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context, ReadingClient, Result } from '../context.ts';
import { declareApi } from '../declare.ts';
import { isStuck, readStatus, type Status, statusLines } from '../views/status.ts';
import { count } from './instructions.ts';

interface StatusOptions extends ApiOptions {
  readonly watch?: true;
  readonly every?: number;
  readonly exitCode?: true;
}

/** Seconds between two pictures: snapshots come every minute at most, and every ten seconds on one machine. */
const USUAL_EVERY_SECONDS = 10;

export function status(context: Context): Command {
  return declareApi({
    name: 'status',
    summary: 'Shows the mode, the value, blocked currencies, what waits, and the last runs.',
    examples: [
      ['status', 'how it is now'],
      ['status --watch', 'again every ten seconds, until Ctrl-C'],
      [
        'status --exit-code',
        'exits with 3 if a currency is blocked or halted, or nothing of a rule leaves, for a script',
      ],
      ['status --stage prod --json', 'of another stage, for a program'],
    ],
  })
    .option('--watch', 'shows it again and again')
    .option(
      '--every <seconds>',
      `with --watch: how often; every ${USUAL_EVERY_SECONDS} by default`,
      count(3_600),
    )
    .option(
      '--exit-code',
      'exits with 3 if a currency is blocked, disarmed or halted, or nothing of a rule leaves',
    )
    .action(async (options: StatusOptions) => {
      if (options.every !== undefined && options.watch !== true) {
        throw new CommandError('--every goes with --watch', {
          exit: 'usage',
          help: 'Without --watch the status is shown once.',
        });
      }
      const api = context.api(options);
      const { every = USUAL_EVERY_SECONDS } = options;
      for (;;) {
        const result = await resultOf(api, options);
        if (options.watch) context.clear();
        if (options.watch && options.json) context.say(JSON.stringify(result.json));
        else context.print(options, result);
        if (!options.watch) return;
        await sleep(every * 1_000);
      }
    });
}

async function resultOf(api: ReadingClient, { exitCode }: StatusOptions): Promise<Result> {
  const read: Status = await readStatus(api);
  return {
    json: read,
    lines: (screen) => statusLines(read, screen, Date.now()),
    ...(exitCode && isStuck(read) ? { exit: 'blocked' } : {}),
  };
}
