import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKnown, writeKnown } from '../../../bin/policy-as-code/folder-state.ts';
import { makePlan } from '../../../bin/policy-as-code/make-plan.ts';
import type { CurrentObject } from '../../../bin/policy-as-code/plan.ts';
import { type DesiredPolicy, readFolder } from '../../../bin/policy-as-code/read-folder.ts';
import { writeFolder } from '../../../bin/policy-as-code/write-folder.ts';
import { FILES, folderOf, RULE_YAML } from './folder.ts';

async function read(folder: string): Promise<DesiredPolicy> {
  const found = await readFolder(folder);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.policy;
}

async function currentOf(files: Readonly<Record<string, string>>): Promise<CurrentObject[]> {
  const { objects } = await read(await folderOf(files));
  return objects.map(({ kind, id, draft }) => ({ kind, id, draft, version: 1 }));
}

function planOf(desired: DesiredPolicy, current: readonly CurrentObject[]) {
  return makePlan({
    tenant: 'main',
    api: 'x',
    madeAt: '2026-03-02T09:00:00.000Z',
    desired,
    current,
    known: {},
  });
}

async function pull(folder: string, current: readonly CurrentObject[]) {
  const desired = await read(folder);
  return await writeFolder(folder, desired, current, planOf(desired, current));
}

describe('a pull', () => {
  it('into an empty folder writes every object, and a plan of it has no change', async () => {
    const folder = await folderOf({});
    const current = await currentOf(FILES);
    await pull(folder, current);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'accounts',
      'accounts/cold-storage-9a01.yaml',
      'controls.yaml',
      'policy.schema.json',
      'rules',
      'rules/btc-cold.yaml',
    ]);
    expect(planOf(await read(folder), current)).toMatchObject({ changes: [], unchanged: 3 });
  });

  it('changes only the fields that differ, and keeps comments', async () => {
    const folder = await folderOf(FILES);
    const current = await currentOf({
      ...FILES,
      'rules/btc-cold.yaml': RULE_YAML.replace('"5"', '"6"'),
    });
    expect(await pull(folder, current)).toEqual([
      { file: 'rules/btc-cold.yaml', action: 'rewritten' },
    ]);
    const text = await readFile(path.join(folder, 'rules/btc-cold.yaml'), 'utf8');
    expect(text).toMatch(/^# Cold storage takes what is above five\.\n/);
    expect(text).toContain('threshold: "6"');
    expect(planOf(await read(folder), current).changes).toEqual([]);
  });

  it('takes away the file of what does not stand any more', async () => {
    const folder = await folderOf(FILES);
    const current = (await currentOf(FILES)).filter(({ kind }) => kind !== 'rule');
    expect(await pull(folder, current)).toEqual([
      { file: 'rules/btc-cold.yaml', action: 'deleted' },
    ]);
  });

  it('remembers the versions for each stage apart', async () => {
    const folder = await folderOf({});
    await writeKnown(folder, 'main at one', { 'rule:a': 1 });
    await writeKnown(folder, 'main at two', { 'rule:a': 7 });
    expect(await readKnown(folder, 'main at one')).toEqual({ 'rule:a': 1 });
    expect(await readKnown(folder, 'main at three')).toEqual({});
  });
});
