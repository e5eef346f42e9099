import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../bin/sluice/commands.ts';
import { bashCompletion } from '../../../bin/sluice/completion/bash.ts';
import { fishCompletion } from '../../../bin/sluice/completion/fish.ts';
import { completionTree } from '../../../bin/sluice/completion/tree.ts';
import { zshCompletion } from '../../../bin/sluice/completion/zsh.ts';
import { Context } from '../../../bin/sluice/context.ts';
import { BUILT_IN } from '../../../bin/sluice/declare.ts';
import { PEOPLE } from '../../../local/identity/people.ts';

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0;
}

/** By a pipe: fish does not read from the socket that Node.js would give it. */
function piped(input: string, shell: string, ...args: readonly string[]) {
  return spawnSync('sh', ['-c', 'cat | "$0" "$@"', shell, ...args], { input, encoding: 'utf8' });
}

const tree = await completionTree(COMMANDS, new Context(process.cwd(), {}, process));

describe.each([
  ['bash', ['-n'], bashCompletion],
  ['zsh', ['-n'], zshCompletion],
  ['fish', ['--no-execute'], fishCompletion],
] as const)('the completion of %s', (shell, args, complete) => {
  const script = complete(tree);

  it('names every command', () => {
    for (const { path } of COMMANDS) expect(script).toContain(path.at(-1));
  });

  it.runIf(isThere(shell))('is a script that the shell reads', () => {
    expect(piped(script, shell, ...args)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

/** The words that bash offers behind a line. */
function offered(line: string): readonly string[] {
  const words = line.split(' ');
  const script = `${bashCompletion(tree)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _sluice; echo "\${COMPREPLY[@]}"`;
  return spawnSync('bash', { input: script, encoding: 'utf8' }).stdout.trim().split(' ');
}

/** The same of fish: a line for each, its description behind a tab. */
function offeredByFish(line: string): readonly string[] {
  const input = `${fishCompletion(tree)}\ncomplete -C '${line}'\n`;
  return piped(input, 'fish', '--no-config')
    .stdout.trim()
    .split('\n')
    .flatMap((each) => each.split('\t')[0] ?? []);
}

const RULE =
  /^complete -c sluice -f -n '(?<condition>[^']*)'(?: -l (?<option>\S+))?(?<takes> -r)?(?: -a (?:'(?<values>[^']*)'|(?<word>\S+)))? -d '.*'$/;

/** What the lines of the script say, where there is no fish: it reads conditions about the words before the cursor. */
function offeredByRules(line: string): readonly string[] {
  const words = line.split(' ').slice(1);
  const [current = '', last = ''] = words.toReversed();
  const rules = fishCompletion(tree)
    .split('\n')
    .filter((each) => each.startsWith('complete '))
    .map((each) => {
      const { condition = '', option, takes, values, word } = RULE.exec(each)?.groups ?? {};
      if (condition === '') throw new Error(`no rule: ${each}`);
      return { condition, option, takesValue: takes !== undefined, values, word };
    })
    .filter(({ condition }) => holds(condition, words.slice(0, -1)));
  const asked = rules.filter(({ option, takesValue }) => takesValue && `--${option}` === last);
  const offers =
    asked.length > 0
      ? asked.flatMap(({ values = '' }) => values.split(' '))
      : rules.flatMap(({ option, word }) => (option === undefined ? word : `--${option}`) ?? []);
  return [...new Set(offers)].filter((each) => each.startsWith(current));
}

function holds(condition: string, typed: readonly string[]): boolean {
  return condition.split('; and ').every((each) => {
    const [, not, words = ''] = /^(not )?__fish_seen_subcommand_from (.+)$/.exec(each) ?? [];
    const isSeen = words.split(' ').some((word) => typed.includes(word));
    return words !== '' && isSeen !== (not !== undefined);
  });
}

/** What is typed, and what may stand there. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['sluice sta', ['statement', 'status']],
  ['sluice withdrawals s', ['show']],
  ['sluice --profile prod token ro', ['rotate']],
  ['sluice halt --cur', ['--currency']],
  // The options of a short form, and help.
  ['sluice trades --sta', ['--stage', '--state']],
  ['sluice he', ['help']],
  ['sluice help trades sh', ['show']],
  ['sluice --ver', ['--version']],
  // The values of an option, and of an argument.
  ['sluice status --as ap', ['approver', 'approver2']],
  ['sluice trades --state un', ['unknown']],
  ['sluice trades list --limit 5 --state conf', ['confirmed']],
  ['sluice breaks --state m', ['matched']],
  ['sluice inbox --kind set', ['settlement']],
  ['sluice halt --stage pr', ['prod']],
  ['sluice completion fi', ['fish']],
  ['sluice export tot', ['totals']],
  ['sluice export totals --format x', ['xlsx']],
];

describe.each([
  ['bash', isThere('bash'), offered],
  ['fish', isThere('fish'), offeredByFish],
  ['the rules that fish reads', true, offeredByRules],
] as const)('completion by %s', (_, isHere, offer) => {
  it.runIf(isHere).each(OFFERED)('offers behind "%s" %j', (line, words) => {
    expect(offer(line).toSorted()).toEqual(words);
  });
});

it('leaves to bash what is not known beforehand: files', () => {
  expect(offered('sluice halt --comment ')).toEqual(['']);
});

it('knows every built-in person of a stack on this machine', () => {
  expect([...BUILT_IN].sort()).toEqual(
    [...PEOPLE.map(({ username }) => username), 'machine'].sort(),
  );
});
