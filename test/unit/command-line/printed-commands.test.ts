import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../bin/sluice/commands.ts';
import { Context } from '../../../bin/sluice/context.ts';
import { RESTORE_STEPS } from '../../../bin/sluice/drill/restore-steps.ts';
import { entryOf } from '../../../bin/sluice/program.ts';
import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { NOTICES } from '../../../lib/observability/notices.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import { commandsOfMessage, commandsOfPage, type PrintedCommand } from './printed-commands.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const context = new Context(ROOT, {}, process);

/** Why the program would not take a command line; null if it would. It is parsed, and not carried out. */
async function refusal({ argv, isInSentence }: PrintedCommand): Promise<string | null> {
  const isGroup = COMMANDS.some(({ path: [head, word] }) => word !== undefined && head === argv[0]);
  if (argv.length === 1 && isGroup) return null;
  if (argv[0]?.startsWith('-')) return null;
  if (argv[0] === 'help') return await refusal({ argv: argv.slice(1), isInSentence: true });
  const { entry, rest } = entryOf(argv);
  if (entry === null) return 'there is no such command';
  const made = (await entry.load())(context);
  return await parsed(made, rest, isInSentence);
}

async function parsed(
  command: Command,
  argv: readonly string[],
  isInSentence: boolean,
): Promise<string | null> {
  quiet(command);
  if (isInSentence) for (const option of command.options) option.makeOptionMandatory(false);
  // The name alone, in a sentence, says which one to look up.
  if (isInSentence && argv.length === 0) return null;
  try {
    await command.parseAsync([...argv.map(filledIn)], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.message;
  }
}

function quiet(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .action(() => undefined);
  for (const each of command.commands) quiet(each);
}

/** What capitals, variables and dots stand for, where an option looks at its value. */
function filledIn(word: string): string {
  if (/^\$?\{?(UNBOOKED)\}?$/.test(word)) return 'BTC=0';
  if (word === '$1') return 'unknown';
  if (word === 'BACKUP') return '2026-11-01';
  return word;
}

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

async function refused(commands: readonly PrintedCommand[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const command of commands) {
    const why = await refusal(command);
    if (why !== null) lines.push(`sluice ${command.argv.join(' ')}: ${why}`);
  }
  return lines;
}

describe('the commands that are printed', () => {
  it.each(pages)(
    'on %s are commands of the program, with its arguments and options',
    async (page) => {
      expect(await refused(commandsOfPage(readFileSync(path.join(ROOT, page), 'utf8')))).toEqual(
        [],
      );
    },
  );

  it('in alarms and notices are, too', async () => {
    const texts = [...alarmKinds(readStage('dev')), ...NOTICES].map(({ next }) => next);
    const commands = texts.flatMap(commandsOfMessage);
    expect(commands.length).toBeGreaterThan(10);
    expect(await refused(commands)).toEqual([]);
  });

  it('in the steps of a drill are, too', async () => {
    const steps = Object.values(RESTORE_STEPS);
    const page = steps
      .flatMap(({ commands }) => commands.map(({ line }) => `    sluice ${line}\n`))
      .join('');
    expect(await refused(commandsOfPage(page))).toEqual([]);
  });

  it('are found in blocks, in sentences and behind what stands before them', () => {
    const page = [
      'Run `npm run sluice -- lanes`, or `npx sluice why BTC`.',
      '',
      '    npm run -s sluice -- halt --comment "a; b" | tee x',
      '',
      '```sh',
      'X=$(sluice approve "$ID" --yes --json | field state)',
      '```',
    ].join('\n');
    expect(commandsOfPage(page).map(({ argv }) => argv)).toEqual([
      ['halt', '--comment', 'a; b'],
      ['approve', '$ID', '--yes', '--json'],
      ['lanes'],
      ['why', 'BTC'],
    ]);
  });

  it('that the program does not have are refused', async () => {
    const page = 'Run `sluice lanes free BTC`, `sluice halt --everything`, `sluice settle A B`.';
    expect(await refused(commandsOfPage(page))).toHaveLength(3);
  });
});

/** Runbooks are for people at a terminal: a request is written out only where no command makes it. */
it('the runbooks name commands instead of the routes that have one', () => {
  const HAVE_COMMANDS =
    /GET \/v1\/(lanes|inbox|overview|controls|reports\/breaks|withdrawals|snapshots\/latest)\b|POST \/v1\/(controls\/(halt|resume)|lanes\/rearm|changes\/\{id\}\/approve|breaks\/\{id\}\/(explain|close))\b/g;
  const page = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  // What a deployment has no command for: the list of unbooked amounts and its conclusion.
  const found = page.replaceAll('GET /v1/lanes/{currency}/unbooked', '').match(HAVE_COMMANDS) ?? [];
  expect(found).toEqual([]);
});
