import { Command, Option } from 'commander';
import { acceptedTimes, takesTimes } from './moment.ts';
import { STAGE_NAMES } from './profiles/profiles.ts';

/** Sets the examples of a command apart in its help. */
const EXAMPLES_TITLE = 'Examples:';

/** Whom `--as` may name: the people of a stack on this machine (local/identity/people.ts), and its program. */
export const BUILT_IN: readonly string[] = [
  'viewer',
  'trader',
  'treasurer',
  'approver',
  'approver2',
  'admin',
  'machine',
];

const suggestions = new WeakMap<Option, readonly string[]>();

/** Values that completion offers, where others are accepted as well. */
function suggesting(option: Option, values: readonly string[]): Option {
  suggestions.set(option, values);
  return option;
}

/** The values of an option that are known beforehand. */
export function valuesOf(option: Option): readonly string[] {
  return option.argChoices ?? suggestions.get(option) ?? [];
}

const examplesOf = new WeakMap<Command, readonly Example[]>();

/** A command line as a person types it after `sluice`, and what it does. */
export type Example = readonly [line: string, purpose: string];

interface Declaration {
  readonly name: string;
  /** One line, as lists of commands show it. */
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly [Example, ...Example[]];
}

/** A command of its own: with examples in its help, and no argument that it does not know. */
export function declare({ name, summary, description, examples }: Declaration): Command {
  const command = new Command(name)
    .summary(summary)
    .description(description === undefined ? summary : `${summary} ${description}`)
    .allowExcessArguments(false);
  return withExamples(command, examples);
}

/** A command that calls the API: with the options that say where, and as whom. */
export function declareApi(declaration: Declaration): Command {
  return declare(declaration)
    .optionsGroup('Where and as whom:')
    .option('--profile <name>', 'a profile of the configuration (SLUICE_PROFILE)')
    .addOption(
      stageOption(
        'a stage: dev, staging, prod; read from its stacks the first time (SLUICE_STAGE)',
      ),
    )
    .option('--api <url>', 'another address of the API (SLUICE_API)')
    .option('--tenant <id>', 'which of your tenants (SLUICE_TENANT)')
    .addOption(
      suggesting(
        new Option('--as <person>', 'a built-in person of the stack on this machine'),
        BUILT_IN,
      ),
    )
    .option('--json', 'JSON on the standard output')
    .optionsGroup('Options:');
}

export function stageOption(description: string): Option {
  return suggesting(new Option('--stage <name>', description), STAGE_NAMES);
}

/** Whether a command calls the API: those alone act as a person. */
export function callsApi(command: Command): boolean {
  return command.options.some(({ long }) => long === '--as');
}

export function withExamples(command: Command, examples: readonly Example[]): Command {
  examplesOf.set(command, examples);
  return command.addHelpText('after', () => {
    const lines = examples.flatMap(([line, purpose]) => [`  ${purpose}`, `    $ sluice ${line}`]);
    const times = takesTimes(command) ? ['', 'Times:', `  ${acceptedTimes()}`] : [];
    return [...times, '', EXAMPLES_TITLE, ...lines].join('\n');
  });
}

/** A command that says no more about wrong arguments than it writes itself: they may be secrets. */
export function terse(command: Command): void {
  terseOnes.add(command);
  for (const each of command.commands) terse(each);
}

export function isTerse(command: Command): boolean {
  return terseOnes.has(command);
}

const terseOnes = new WeakSet<Command>();

/** The examples of a command, for the page and for the tests. */
export function examplesIn(command: Command): readonly Example[] {
  return examplesOf.get(command) ?? [];
}
