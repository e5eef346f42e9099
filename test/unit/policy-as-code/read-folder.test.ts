import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../bin/policy-as-code/read-folder.ts';
import { ACCOUNT_ID, ACCOUNT_YAML, FILES, folderOf, RULE_YAML } from './folder.ts';

async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read = await readFolder(await folderOf(files));
  if (read.ok) return [];
  return read.problems.map(
    ({ file, path, seen, accepted }) => `${file} ${path}: ${seen}; ${accepted}`,
  );
}

describe('a folder of policy objects', () => {
  it('is read with the defaults of the fields that its files leave out', async () => {
    const read = await readFolder(await folderOf(FILES));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(read.policy.objects.map(({ kind, id, file }) => `${kind} ${id} ${file}`)).toEqual([
      'account 6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01 accounts/cold.yaml',
      'controls controls controls.yaml',
      'rule btc-cold rules/btc-cold.yaml',
    ]);
    expect(read.policy.objects.at(-1)?.draft).toMatchObject({ priority: 100, minimum: '0' });
  });

  it('manages only the kinds that it has a place for', async () => {
    const read = await readFolder(await folderOf({ 'rules/btc-cold.yaml': RULE_YAML }));
    expect(read).toMatchObject({ ok: true, policy: { managed: new Set(['rule']) } });
  });

  it('is refused with more accounts with limits than are counted, with or without rules', async () => {
    const accounts = Object.fromEntries(
      Array.from({ length: 81 }, (_, index) => {
        const id = `6a1f6d0e-58c3-4b1d-9b53-${String(index).padStart(12, '0')}`;
        const yaml = ACCOUNT_YAML.replace(ACCOUNT_ID, id).replace(/label: .*/, `label: A ${index}`);
        return [`accounts/a${index}.yaml`, `${yaml.trimEnd()}\nlimits:\n  per24Hours: "1"\n`];
      }),
    );
    const refused = 'accounts accounts: 81 accounts with limits; at most 80 accounts with limits';
    expect(await problemsOf(accounts)).toEqual([refused]);
    const { 'accounts/cold.yaml': _, ...others } = FILES;
    const rule = {
      'rules/btc-cold.yaml': RULE_YAML.replace(ACCOUNT_ID, '6a1f6d0e-58c3-4b1d-9b53-000000000000'),
    };
    expect(await problemsOf({ ...others, ...accounts, ...rule })).toContain(refused);
  });

  it('takes JSON as well, with the schema that it names', async () => {
    const rule = {
      $schema: '../policy.schema.json#/$defs/SweepRuleBody',
      id: 'btc-cold',
      label: 'BTC',
      currency: 'BTC',
      withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
      threshold: '5',
      keep: '4',
      step: '0.1',
    };
    expect(await problemsOf({ 'rules/a.json': JSON.stringify(rule) })).toEqual([]);
  });

  it('is refused with every problem of every file', async () => {
    const files = {
      ...FILES,
      'accounts/cold.yaml': ACCOUNT_YAML.replace('currency: BTC', 'currency: btc'),
      'rules/btc-cold.yaml': RULE_YAML.replace('"5"', '5').replace('step', 'stepp'),
      'limits.txt': 'a limit',
    };
    expect(await problemsOf(files)).toEqual([
      'accounts/cold.yaml currency: "btc"; a currency code in upper case, at most 20 characters',
      'limits.txt : a file of no kind; controls.yaml, accounts/*.yaml, calendars/*.yaml, rules/*.yaml, matching-rules/*.yaml, manual-rates/*.yaml, webhooks/*.yaml (or .yml, .json)',
      expect.stringMatching(/^rules\/btc-cold\.yaml threshold: 5; decimal text such as/),
      expect.stringMatching(/^rules\/btc-cold\.yaml step: nothing; /),
      'rules/btc-cold.yaml stepp: "0.1"; no such field; perhaps "step"',
    ]);
  });

  it.each([
    [
      'an id twice',
      { 'rules/again.yaml': RULE_YAML },
      /btc-cold\.yaml id: "btc-cold"; an id of its own; rules\/again\.yaml/,
    ],
    [
      'a destination that is no account',
      { 'rules/btc-cold.yaml': RULE_YAML.replace(/9a01/, '9aff') },
      /withdrawalAccountId: .*; the id of one of the accounts/,
    ],
    [
      'a field twice',
      { 'rules/btc-cold.yaml': `${RULE_YAML}keep: "1"\n` },
      /Map keys must be unique/,
    ],
    ['what is no YAML', { 'rules/btc-cold.yaml': 'id: [' }, /; YAML or JSON$/],
    [
      'an alias, which could grow without end',
      { 'rules/btc-cold.yaml': 'id: &a x\nlabel: *a\n' },
      /alias/i,
    ],
  ])('is refused for %s', async (_, changed, problem) => {
    expect((await problemsOf({ ...FILES, ...changed })).join('\n')).toMatch(problem);
  });

  it('is read with byte order marks, as some editors write them', async () => {
    const marked = Object.entries(FILES).map(([file, text]) => [file, `\uFEFF${text}`] as const);
    const read = await readFolder(await folderOf(Object.fromEntries(marked)));
    expect(read).toEqual(await readFolder(await folderOf(FILES)));
    const rule = {
      ...{ id: 'a', label: 'A', currency: 'BTC', withdrawalAccountId: ACCOUNT_ID },
      ...{ threshold: '5', keep: '4', step: '1' },
    };
    expect(await problemsOf({ 'rules/a.json': `\uFEFF${JSON.stringify(rule)}` })).toEqual([]);
  });

  it('does not manage a kind whose folder stands elsewhere', async () => {
    const folder = await folderOf({ 'rules/btc-cold.yaml': RULE_YAML });
    await mkdir(path.join(folder, 'archive/accounts'), { recursive: true });
    expect(await readFolder(folder)).toMatchObject({ policy: { managed: new Set(['rule']) } });
  });

  it('is refused for two files of the controls', async () => {
    const files = { ...FILES, 'controls.json': '{"reportingCurrency":"USD"}' };
    expect((await problemsOf(files)).join()).toContain('controls.json holds them');
  });

  it('is refused in one line if it cannot be read', async () => {
    const read = await readFolder('/nowhere/at/all');
    expect(read).toMatchObject({ ok: false, problems: [{ seen: 'ENOENT' }] });
  });
});
