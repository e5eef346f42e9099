import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRINTED_TOKEN } from '../../../sandbox/command/run-command.ts';
import { FAULT_KINDS } from '../../../sandbox/index.ts';

it('docs/sandbox.md names every kind of fault, and the test token', () => {
  const page = readFileSync('docs/sandbox.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  const kinds = named.map(([, kind]) => kind);
  expect(FAULT_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
  expect(page).toContain(PRINTED_TOKEN);
});
