import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FeedLine, lineOf } from '../console-feed/feed-line.ts';
import type { ItemsProcess } from '../demo-data/items-process.ts';
import { FatalCondition } from '../fatal-condition.ts';
import { PEOPLE } from '../identity/people.ts';
import { openStack, type Stack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import type { StackListeners } from '../stack-listeners.ts';
import { synthesise } from '../synthesis/synthesise.ts';
import { Progress } from '../terminal/progress.ts';
import { terminal } from '../terminal/terminal.ts';
import { hangingText } from '../terminal/wrap-text.ts';
import type { CommandOptions } from './command-options.ts';
import { confirmLive } from './confirm-live.ts';
import { beginConsole, opensBrowser, type StartedConsole, whenBuilt } from './console-command.ts';
import { fail } from './report-failure.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** How long a process that failed may take to close what it had opened. */
const LEFTOVERS_MS = 3_000;

/** How long after a failure its cause may still be noticed. */
const CONSEQUENCE_MS = 300;

/** How long an orderly stop may take after something broke: then the process ends without it. */
const BROKEN_STOP_MS = 15_000;

/** `npm start`: the whole of it, until a signal or a fatal condition ends it. */
export async function runStart(
  options: CommandOptions,
  demoData: ItemsProcess | null,
): Promise<void> {
  const stopping = signalled();
  const progress = new Progress(!options.json);
  const fatal = new FatalCondition();
  fatal.takeUncaught();
  const started = beginConsole();
  try {
    const stack = await orFatal(
      open(options, progress, { fatal, demoData, console: started.folder }),
      fatal,
    );
    say(options, terminal.painted('bold', `ready in ${progress.end()} s`));
    for (const line of greeting(stack, options, started)) say(options, line);
    const opens = opensBrowser(options.open, options);
    void whenBuilt(started, `${stack.url}/`, { notice: (line) => notice(options, line), opens });
    await stack.start();
    const ended = await Promise.race([stopping, stack.fatal]);
    say(options, 'stopping');
    started.stop();
    if (ended !== null) await stopBroken(stack, ended);
    await stack.stop();
    say(options, 'stopped');
  } catch (error) {
    started.stop();
    progress.end();
    // What fails first is often only what follows from the condition that ends the stack.
    const broken = await Promise.race([fatal.reached, sleep(CONSEQUENCE_MS, null)]);
    fail('start', broken === null ? error : new LocalStackError(broken), options);
    // Whatever is still open of a stack that did not come up must not keep the process.
    setTimeout(() => process.exit(), LEFTOVERS_MS).unref();
  }
}

async function open(
  options: CommandOptions,
  progress: Progress,
  begun: Required<Pick<StackListeners, 'fatal' | 'demoData' | 'console'>>,
): Promise<Stack> {
  const { stack, verbose, json, yes } = options;
  progress.step('synthesis');
  return await openStack(
    stack,
    () => synthesise(PROJECT_ROOT, (detail) => progress.step('synthesis', detail)),
    {
      feed: (feedLine) => terminal.say(shown(feedLine, json)),
      notice: (line) => {
        if (!begun.fatal.isReached) notice(options, line);
      },
      log: (name, line) => {
        if (verbose) terminal.complain(`${name} ${line}`);
      },
      progress: (step) => progress.step(step),
      beforeLive: async (plan) => {
        progress.end();
        await confirmLive(plan, yes);
      },
      ...begun,
    },
  );
}

/** The stack, or the reason why there will be none. */
async function orFatal(opening: Promise<Stack>, fatal: FatalCondition): Promise<Stack> {
  const ended = fatal.reached.then((line) => {
    throw new LocalStackError(line);
  });
  return await Promise.race([opening, ended]);
}

/**
 * Stops what can still be stopped. What fails or hangs meanwhile follows from what broke, which alone is said.
 * @throws LocalStackError with that one line.
 */
async function stopBroken(stack: Stack, broken: string): Promise<never> {
  const late = sleep(BROKEN_STOP_MS, undefined, { ref: false });
  await Promise.race([stack.stop().catch(() => undefined), late]);
  throw new LocalStackError(broken);
}

function notice({ json }: CommandOptions, message: string): void {
  const at = new Date().toISOString();
  if (!json) terminal.say(shown({ at, what: 'stack', message, attention: true }, json));
}

function shown(feedLine: FeedLine, json: boolean): string {
  return json ? JSON.stringify(feedLine) : lineOf(feedLine, terminal);
}

function say({ json }: CommandOptions, line: string): void {
  if (!json) terminal.say(line);
}

/** Where to look, who there is and what to try, in a few lines. */
function greeting(
  stack: Stack,
  { stack: options, verbose }: CommandOptions,
  { isBuilding }: StartedConsole,
): readonly string[] {
  const { url, service, mode, model, madeUpUntil } = stack;
  const isSandbox = service.sandbox !== null;
  const data = options.dataFolder ?? 'kept nowhere';
  const lines: readonly (readonly [string, string])[] = [
    [
      'console',
      `${url}/${isBuilding() ? ' (being built: the page shows it when it is there)' : ''}`,
    ],
    ['API', `${url} (${url}/local has more to try)`],
    [isSandbox ? 'sandbox' : 'service', `${service.url}, ${modeOf(mode, isSandbox)}`],
    ['people', PEOPLE.map(({ username }) => username).join(', ')],
    ['try', `curl -s '${url}/local/token?user=viewer'`],
    ['data', path.relative(process.cwd(), data).startsWith('..') ? data : path.relative('', data)],
    ...(madeUpUntil === null
      ? []
      : [['', `demo data until ${minuteOf(madeUpUntil)}; --no-demo starts without`] as const]),
    ...(verbose ? [['not served', model.notServed.join(', ')] as const] : []),
    ...(verbose ? [['not needed', model.nothingNeeded.join(', ')] as const] : []),
  ];
  return [
    ...lines.map(([name, text]) => labelled(name, text)),
    terminal.painted('dim', `every ${options.everyMs / 1_000} s a snapshot; Ctrl-C stops`),
    '',
  ];
}

const NAME_CHARACTERS = 12;

function labelled(name: string, text: string): string {
  const prefix = `  ${name}`.padEnd(NAME_CHARACTERS);
  // Commands are copied: a wrapped one would be copied in parts.
  const width = text.startsWith('curl ') ? null : terminal.width;
  const line = hangingText(prefix, text, width);
  return `${terminal.painted('cyan', prefix)}${line.slice(prefix.length)}`;
}

/** "2026-11-22T22:00:07.000Z" as "2026-11-22 22:00 UTC". */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

function modeOf(mode: Stack['mode'], isSandbox: boolean): string {
  if (mode === 'live' && isSandbox) return 'emulated: no real money moves';
  return MODE_DESCRIPTIONS[mode];
}

const MODE_DESCRIPTIONS: Readonly<Record<Stack['mode'], string>> = {
  live: 'live: withdrawals and trades really leave',
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
