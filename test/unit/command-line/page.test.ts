import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../bin/sluice/commands.ts';
import { Context } from '../../../bin/sluice/context.ts';
import { callsApi, examplesIn } from '../../../bin/sluice/declare.ts';
import { EXIT } from '../../../bin/sluice/exit-codes.ts';
import { commandLinePage } from '../../../bin/sluice/page.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const context = new Context(ROOT, {}, process);

it('docs/command-line.md is what the commands say: npm run docs:command-line', async () => {
  expect(readFileSync('docs/command-line.md', 'utf8')).toBe(await commandLinePage(ROOT));
});

it('every exit code has one meaning', () => {
  const codes = Object.values(EXIT).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('an exported tenant is meant by every command that has one, past the API as well', async () => {
  const exported = new Context(ROOT, { SLUICE_TENANT: 'another' }, process);
  const own: string[] = [];
  for (const { load } of COMMANDS) {
    const command = (await load())(exported);
    for (const each of [command, ...command.commands]) {
      const takesTenant = each.options.some(({ long }) => long === '--tenant');
      if (!takesTenant || callsApi(each)) continue;
      own.push(each.name());
      expect({ name: each.name(), tenant: each.opts().tenant }).toEqual({
        name: each.name(),
        tenant: 'another',
      });
    }
  }
  expect(own).toContain('rotate');
});

describe.each(COMMANDS)('sluice $path', ({ path, summary, load }) => {
  it('has a summary of one line, and examples of itself that its options allow', async () => {
    const command = (await load())(context);
    expect(summary).toMatch(/^[A-Z].{5,70}\.$/);
    for (const each of [command, ...command.commands]) {
      const examples = examplesIn(each);
      expect(examples.length, `examples of ${each.name()}`).toBeGreaterThan(0);
      for (const [line] of examples) {
        expect(line.split(' ')[0]).toBe(path[0]);
        expect(unknownOptions(command, line)).toEqual([]);
      }
    }
  });
});

function unknownOptions(command: Command, line: string): readonly string[] {
  const known = [command, ...command.commands].flatMap(({ options }) =>
    options.map(({ long }) => long),
  );
  const withoutQuoted = line.replaceAll(/'[^']*'|"[^"]*"/g, '');
  return (withoutQuoted.match(/--[a-z-]+/g) ?? []).filter((option) => !known.includes(option));
}
