import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../bin/sluice/commands.ts';
import { bashCompletion } from '../../../bin/sluice/completion/bash.ts';
import { fishCompletion } from '../../../bin/sluice/completion/fish.ts';
import { completionTree } from '../../../bin/sluice/completion/tree.ts';
import { zshCompletion } from '../../../bin/sluice/completion/zsh.ts';
import { Context } from '../../../bin/sluice/context.ts';

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
