import path from 'node:path';
import { type FeedLine, lineOf } from '../console-feed/feed-line.ts';
import { openStack, type Stack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { synthesise } from '../synthesis/synthesise.ts';
import { terminal } from '../terminal.ts';
import { type CommandOptions, commandOptions } from './command-options.ts';
import { fail } from './report-failure.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** `npm start`: the whole of it, until a signal ends it. */
export async function runStart(argv: readonly string[]): Promise<void> {
  const options = commandOptions('start', 'Sluice on this machine', argv);
  const stopping = signalled();
  try {
    const stack = await open(options);
    for (const line of greeting(stack, options)) say(options, line);
    await stack.start();
    const ended = await Promise.race([stopping, stack.engineFailed]);
    say(options, 'stopping');
    await stack.stop();
    if (ended !== null) throw new LocalStackError(`the database engine ended by itself: ${ended}`);
    say(options, 'stopped');
  } catch (error) {
    fail('start', error);
  }
}

async function open({ stack, verbose, json }: CommandOptions): Promise<Stack> {
  const notice = (line: string): void => {
    if (!json)
      terminal.say(`${new Date().toISOString().slice(11, 19)}  ${'stack'.padEnd(10)} ! ${line}`);
  };
  return await openStack(
    stack,
    () =>
      synthesise(PROJECT_ROOT, () => {
        if (!json) terminal.say('synthesising the templates and bundling the functions, once');
      }),
    {
      feed: (feedLine) => terminal.say(shown(feedLine, json)),
      notice,
      log: (name, line) => {
        if (verbose) terminal.complain(`${name} ${line}`);
      },
    },
  );
}

function shown(feedLine: FeedLine, json: boolean): string {
  return json ? JSON.stringify(feedLine) : lineOf(feedLine);
}

function say({ json }: CommandOptions, line: string): void {
  if (!json) terminal.say(line);
}

/** The state of the stack and the places to look, in a few lines. */
function greeting(stack: Stack, { stack: options, verbose }: CommandOptions): readonly string[] {
  const { url, service, mode, model, madeUpUntil } = stack;
  const which = service.sandbox === null ? service.url : `built-in sandbox on ${service.url}`;
  return [
    `API        ${url} (a token: curl -s '${url}/local/token?user=viewer')`,
    `service    ${which}; ${MODE_DESCRIPTIONS[mode]}`,
    `data       ${options.dataFolder ?? 'kept nowhere'}`,
    ...(madeUpUntil === null
      ? []
      : [
          `history    made up until ${madeUpUntil}, to have something to show; --no-demo starts without`,
        ]),
    `schedules  every ${options.everyMs / 1_000} s; Ctrl-C stops`,
    ...(model.notServed.length > 0 ? [`not served locally: ${model.notServed.join(', ')}`] : []),
    ...(verbose ? [`needs nothing locally: ${model.nothingNeeded.join(', ')}`] : []),
    '',
  ];
}

const MODE_DESCRIPTIONS: Readonly<Record<Stack['mode'], string>> = {
  live: 'withdrawals and trades really leave',
  'dry-run': 'dry-run: everything is decided, nothing is sent',
  halted: 'halted: nothing is sent until two people resume',
};

/** Settles with the first signal; a second one ends the process at once. */
async function signalled(): Promise<null> {
  return await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => resolve(null));
    }
    let count = 0;
    const again = (): void => {
      count += 1;
      if (count > 1) process.exit(130);
    };
    process.on('SIGINT', again);
    process.on('SIGTERM', again);
  });
}
