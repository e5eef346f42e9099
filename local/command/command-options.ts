import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../../bin/sluice/exit-codes.ts';
import type { StackOptions } from '../options.ts';
import { isForReal, optionsProblem } from '../options-problem.ts';
import { canBeAsked } from './confirm-live.ts';
import { failureJson } from './report-failure.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');
const DEFAULT_DATA_FOLDER = path.join(PROJECT_ROOT, '.sluice', 'data');

const MAX_PORT = 65_535;

/** Between ticks at least: a round takes about as long, and reads the service twice. */
const MIN_EVERY_MS = 1_000;
/** And at most: the schedules that `--every` is about fall once an hour or more often. */
const MAX_EVERY_MS = 24 * 3_600_000;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export interface CommandOptions {
  readonly stack: StackOptions;
  readonly verbose: boolean;
  readonly json: boolean;
  /** Whether a browser opens the console; null leaves it to the terminal. */
  readonly open: boolean | null;
  /** Whether the person agreed beforehand to what --live asks. */
  readonly yes: boolean;
}

interface Given {
  readonly port?: number;
  readonly data?: string;
  readonly memory?: boolean;
  readonly upstream?: string;
  readonly tokenFile?: string;
  readonly answers?: string;
  readonly live?: boolean;
  readonly yes?: boolean;
  readonly policy?: string;
  readonly demo: boolean;
  readonly every: number;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly open?: boolean;
  readonly loopbackWebhooks?: boolean;
}

type CommandName = 'start' | 'once';

/**
 * The options of a command line. Both commands take the same; they differ in their ports: `start` has well-known
 * ones, `once` takes free ones, so that it works beside anything. A mistake ends the process in one line, before anything
 * is read or begun.
 */
export function commandOptions(
  name: CommandName,
  description: string,
  argv: readonly string[],
): CommandOptions {
  const command = new Command(`npm run ${name} --`)
    .description(description)
    .option('--port <number>', portHelp(name), port)
    .option('--data <folder>', 'keep everything in this folder (default: .sluice/data)')
    .option('--memory', 'keep nothing')
    .option('--upstream <url>', 'another service than the built-in sandbox; dry-run without --live')
    .option('--token-file <file>', "the file with the service's token")
    .option('--answers <file>', "where that service's answers have a trade's fields (JSON)")
    .option('--live', 'withdrawals and trades really leave, once you agree to what it prints')
    .option('--yes', 'agrees to --live where no person is at a terminal')
    .option('--policy <file>', 'the starting policy: rules, accounts, limits (JSON)')
    .option('--no-demo', 'no made-up history, and no deposits by the sandbox itself')
    .addOption(
      new Option('--every <time>', 'interval of the schedules: 10s, 5m, 1h')
        .argParser(interval)
        .default(10_000, '10s'),
    )
    .option('--loopback-webhooks', 'webhooks may go to receivers on this machine, by http too')
    .option('--verbose', 'also what the functions write, and what of the templates is not served')
    .option('--json', 'for machines: JSON on the standard output and nothing else')
    .allowExcessArguments(false)
    .configureOutput({
      outputError: (text, write) => {
        const message = text.replace(/^error: /, '').trimEnd();
        // Nothing of a line with a mistake is parsed: whether it asks for JSON is seen in its words.
        const isJson = argv.includes('--json');
        write(`${isJson ? failureJson(message, 'usage') : `${name}: ${message}`}\n`);
      },
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage.code));
  if (name === 'start') {
    command
      .option('--open', 'opens the console in a browser (default: on a terminal, but not in CI)')
      .option('--no-open', 'opens nothing, as BROWSER=none does');
  }
  command.parse([...argv], { from: 'user' });
  const given = command.opts<Given>();
  const stack = stackOptions(name, given);
  const problem = problemOf(given, stack);
  if (problem !== null) command.error(`error: ${problem}`);
  return {
    stack,
    yes: given.yes ?? false,
    verbose: given.verbose ?? false,
    json: given.json ?? false,
    open: given.open ?? null,
  };
}

function problemOf(given: Given, stack: StackOptions): string | null {
  if (given.memory === true && given.data !== undefined) {
    return '--data and --memory exclude each other';
  }
  const problem = optionsProblem(stack);
  if (problem !== null) return problem;
  const isAnswered = given.yes === true || canBeAsked();
  return isForReal(stack) && !isAnswered
    ? '--live asks before real withdrawals and trades leave, and no person is at a terminal here: add --yes where a script decides'
    : null;
}

function stackOptions(name: CommandName, given: Given): StackOptions {
  const apiPort = given.port ?? (name === 'start' ? 4400 : 0);
  return {
    port: apiPort,
    sandboxPort: apiPort === 0 || name === 'once' ? 0 : apiPort + 1,
    dataFolder: given.memory === true ? null : path.resolve(given.data ?? DEFAULT_DATA_FOLDER),
    upstream: given.upstream ?? null,
    tokenFile: given.tokenFile ?? null,
    answersFile: given.answers ?? null,
    live: given.live ?? false,
    policyFile: given.policy ?? null,
    activity: name === 'start' && given.demo,
    demoData: name === 'start' && given.demo,
    loopbackWebhooks: given.loopbackWebhooks ?? false,
    everyMs: given.every,
  };
}

function portHelp(name: CommandName): string {
  return name === 'start'
    ? "the API's port; the sandbox takes the next one (default: 4400)"
    : "the API's port (default: any free one)";
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  // The sandbox takes the next one.
  if (value < MAX_PORT) return value;
  throw new InvalidArgumentError(`Expected a port from 0 to ${MAX_PORT - 1}.`);
}

function interval(text: string): number {
  const parts = /^(\d{1,5})([smh])$/.exec(text);
  const ms = Number(parts?.[1]) * (UNIT_MS[parts?.[2] ?? ''] ?? Number.NaN);
  if (ms >= MIN_EVERY_MS && ms <= MAX_EVERY_MS) return ms;
  throw new InvalidArgumentError('Expected a time from 1s to 24h, such as 10s, 5m or 1h.');
}
