import { Command, CommanderError } from 'commander';
import { type CommandEntry, DEFAULT_WORD, SECTIONS } from './command-entry.ts';
import { CommandError } from './command-error.ts';
import { COMMANDS } from './commands.ts';
import { Context, type Streams } from './context.ts';
import { callsApi, isTerse } from './declare.ts';
import { EXIT, type ExitName } from './exit-codes.ts';
import { type ProfileChoice, stageToRead } from './profiles/profiles.ts';

const DESCRIPTION = 'Sluice on the command line: see what happens, decide, and run a deployment.';

const HELP_END = `
Begin with "sluice login", or "sluice status --as viewer" with a stack on this machine.
"sluice help COMMAND" shows options and examples; docs/command-line.md has all of them.`;

/** Runs the command line of this process, and sets its exit code. */
export async function main(root: string): Promise<void> {
  const { stdout, stderr, stdin } = process;
  // The reader of a pipe went away, as `| head` does.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : 1),
  );
  process.on('SIGINT', () => process.exit(EXIT.interrupted.code));
  const exit = await run(process.argv.slice(2), root, process.env, { stdout, stderr, stdin });
  process.exitCode = EXIT[exit].code;
}

/** Runs one command line; the exit code has a name. */
export async function run(
  line: readonly string[],
  root: string,
  env: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<ExitName> {
  const argv = asHelp(line);
  const json = argv.includes('--json');
  const context = new Context(root, env, streams, { commands: COMMANDS, json });
  const { entry, rest } = entryOf(argv);
  const program = entry === null ? await wholeTree(context) : await onePath(entry, context);
  prepare(program, streams, json);
  program.hook('preAction', (_, command) => readStageProfile(command, context));
  try {
    if (argv.length === 0) program.help();
    await program.parseAsync([...(entry?.path ?? []), ...rest], { from: 'user' });
    return context.exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 'done';
    // What commander says about an argument it has said already, except to a program.
    if (error instanceof CommanderError && !json) return 'usage';
    const { explain } = await import('./explain.ts');
    return explain(misunderstood(error, program), {
      json,
      screen: context.screen,
      note: (text) => context.complain(text),
    });
  }
}

/** `sluice help trades show` is `sluice trades show --help`. */
function asHelp(line: readonly string[]): readonly string[] {
  const [first, ...rest] = line;
  if (first !== 'help') return line;
  // A command that there is none of is a mistake, and no reason to list all the others.
  return rest[0] === undefined || heads.has(rest[0]) ? [...rest, '--help'] : rest;
}

/** A mistake on the command line as a program is told of it. Arguments of commands of secrets are not repeated. */
function misunderstood(error: unknown, program: Command): unknown {
  if (!(error instanceof CommanderError)) return error;
  const isSecret = program.commands.some(isTerse);
  const message = isSecret ? 'these arguments are not understood' : error.message;
  return new CommandError(message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '), {
    exit: 'usage',
    help: 'See sluice help.',
  });
}

/** Before a command that calls the API of a stage: where that is, from AWS, unless a profile says so. */
async function readStageProfile(command: Command, context: Context): Promise<void> {
  if (!callsApi(command)) return;
  const choice = command.opts<ProfileChoice & ReadsNothing>();
  // Whoever breaks the glass goes to the table itself, and waits for nothing else.
  if (choice.breakGlass === true) return;
  const isSignIn = command.name() === 'login' && choice.printToken !== true;
  const wanted = stageToRead(choice, context.env, isSignIn);
  if (wanted === null) return;
  const { keepStageProfile } = await import('./aws/keep-stage-profile.ts');
  await keepStageProfile(wanted, context);
}

interface ReadsNothing {
  readonly printToken?: true;
  readonly breakGlass?: true;
}

/** The command that a line names, wherever its options stand, and the line without its path. */
export function entryOf(argv: readonly string[]): {
  readonly entry: CommandEntry | null;
  readonly rest: readonly string[];
} {
  const first = argv.findIndex((each, index) => isWord(argv, index) && heads.has(each));
  if (first === -1 || argv.slice(0, first).some((_, index) => isWord(argv, index))) {
    return { entry: null, rest: argv };
  }
  const head = argv[first] ?? '';
  const next = argv[first + 1];
  const exact = COMMANDS.find(
    ({ path: [one, two] }) => one === head && two !== undefined && two === next,
  );
  const alone = COMMANDS.find(({ path: [one, two] }) => one === head && two === undefined);
  const others = argv.filter((_, index) => index !== first);
  if (exact !== undefined) {
    return {
      entry: exact,
      rest: argv.filter((_, index) => index !== first && index !== first + 1),
    };
  }
  if (alone !== undefined) return { entry: alone, rest: others };
  const usual = COMMANDS.find(({ path: [one, two] }) => one === head && two === DEFAULT_WORD);
  // A word that is none of the group, and its help, are the whole tree's to answer.
  const isUsual = next === undefined || (next.startsWith('-') && !['-h', '--help'].includes(next));
  return usual !== undefined && isUsual
    ? { entry: usual, rest: others }
    : { entry: null, rest: argv };
}

const heads: ReadonlySet<string> = new Set(COMMANDS.map(({ path: [head] }) => head));

/** Options that may stand before the command, and take the word behind them. */
const WITH_VALUE = ['--profile', '--stage', '--api', '--tenant', '--as'];

function isWord(argv: readonly string[], index: number): boolean {
  const before = argv[index - 1];
  return !argv[index]?.startsWith('-') && (before === undefined || !WITH_VALUE.includes(before));
}

/** The program with the one command that runs. */
async function onePath(entry: CommandEntry, context: Context): Promise<Command> {
  const program = await bare(context);
  const command = (await entry.load())(context);
  const [head, word] = entry.path;
  if (word === undefined) return program.addCommand(command.name(head));
  return program.addCommand(new Command(head).addCommand(command.name(word)));
}

/** The program with the names of all commands, for its help and for a name that is none. */
async function wholeTree(context: Context): Promise<Command> {
  const program = (await bare(context)).addHelpText('after', HELP_END);
  for (const section of SECTIONS) {
    program.commandsGroup(`${section}:`);
    for (const { path, summary } of COMMANDS.filter((each) => each.section === section)) {
      const [head, word] = path;
      if (word === undefined) program.command(head).description(summary);
      else groupOf(program, head).command(word).description(summary);
    }
  }
  return program;
}

function groupOf(program: Command, head: string): Command {
  const known = program.commands.find((each) => each.name() === head);
  if (known !== undefined) return known;
  const path = COMMANDS.filter(({ path: [one] }) => one === head).map(({ path: [, word] }) => word);
  return program.command(head).description(`${path.join(', ')}; see sluice ${head} --help.`);
}

async function bare({ root }: Context): Promise<Command> {
  const program = new Command('sluice').description(DESCRIPTION).helpCommand(false);
  const { readVersion } = await import('./version.ts');
  return program.version(readVersion(root), '-V, --version', 'the version of Sluice');
}

/** Everything that commander writes goes where it belongs, and it throws instead of ending the process. */
function prepare(command: Command, streams: Streams, json: boolean): void {
  const { width } = new Context('', process.env, streams).screen;
  const columns = Number.isFinite(width) ? width : undefined;
  command.exitOverride().configureOutput({
    ...command.configureOutput(),
    writeOut: (text) => void streams.stdout.write(text),
    writeErr: (text) => void (json || streams.stderr.write(text)),
    ...(columns === undefined
      ? {}
      : { getOutHelpWidth: () => columns, getErrHelpWidth: () => columns }),
  });
  // What a command of secrets says about its arguments is one line of its own.
  if (!isTerse(command)) command.showHelpAfterError('See sluice --help.');
  for (const each of command.commands) prepare(each, streams, json);
}
