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

  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0;
  it.runIf(isInstalled)('is a script that the shell reads', () => {
    expect(spawnSync(shell, [...args], { input: script, encoding: 'utf8' })).toMatchObject({
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

it('offers in bash what may follow', () => {
  expect(offered('sluice sta')).toEqual(['status', 'statement']);
  expect(offered('sluice withdrawals s')).toEqual(['show']);
  expect(offered('sluice --profile prod token ro')).toEqual(['rotate']);
  expect(offered('sluice halt --cur')).toEqual(['--currency']);
});

it('offers in bash the options of a short form, and help', () => {
  expect(offered('sluice trades --sta')).toEqual(['--stage', '--state']);
  expect(offered('sluice he')).toEqual(['help']);
  expect(offered('sluice help trades sh')).toEqual(['show']);
  expect(offered('sluice --ver')).toEqual(['--version']);
});

it('offers in bash the values of an option, and of an argument', () => {
  expect(offered('sluice status --as ap')).toEqual(['approver', 'approver2']);
  expect(offered('sluice trades --state un')).toEqual(['unknown']);
  expect(offered('sluice trades list --limit 5 --state conf')).toEqual(['confirmed']);
  expect(offered('sluice breaks --state m')).toEqual(['matched']);
  expect(offered('sluice inbox --kind set')).toEqual(['settlement']);
  expect(offered('sluice halt --stage pr')).toEqual(['prod']);
  expect(offered('sluice export tot')).toEqual(['totals']);
  expect(offered('sluice export totals --format x')).toEqual(['xlsx']);
  // What is not known beforehand is left to the shell: files.
  expect(offered('sluice halt --comment ')).toEqual(['']);
});

it('knows every built-in person of a stack on this machine', () => {
  expect([...BUILT_IN].sort()).toEqual(
    [...PEOPLE.map(({ username }) => username), 'machine'].sort(),
  );
});
