import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Streams } from '../../../bin/sluice/context.ts';
import { startApiOf, tokenOf } from '../../http/api-of-functions.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { ACCOUNT_DRAFT, policyCalls } from '../functions/policy-calls.ts';
import { RULE } from '../protocol/treasury-under-test.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const api = openedForEachTest(
  () => startApiOf(deployed),
  (each) => each.close(),
);
const folder = folderForEachTest();

const SECOND_ACCOUNT = '11111111-2222-4333-8444-666666666666';
const RULE_FILE = `rules/${RULE.id}.yaml`;

/** One command line of tess, a treasurer, who is not at a terminal. */
async function sluice(...argv: readonly string[]) {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const streams = { stdout, stderr, stdin } as unknown as Streams;
  const env = {
    SLUICE_API: api().url,
    SLUICE_ACCESS_TOKEN: tokenOf('tess', 'treasurer'),
    XDG_CONFIG_HOME: folder(),
    XDG_STATE_HOME: folder(),
  };
  // A deployment makes all modules anew: the command line and its commands are of one set.
  const { run } = await import('../../../bin/sluice/program.ts');
  const exit = await run(argv, process.cwd(), env, streams);
  stdout.end();
  stderr.end();
  const [out, notes] = await Promise.all([text(stdout), text(stderr)]);
  return { exit, out, notes };
}

async function text(stream: PassThrough): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const policy = () => path.join(folder(), 'policy');

async function pulled(): Promise<void> {
  expect(await sluice('pull', policy())).toMatchObject({ exit: 'done' });
}

async function edit(file: string, from: RegExp, to: string): Promise<void> {
  const target = path.join(policy(), file);
  await writeFile(target, (await readFile(target, 'utf8')).replace(from, to));
}

async function writeJson(file: string, piece: object): Promise<void> {
  await writeFile(path.join(policy(), file), JSON.stringify(piece));
}

/** Everything that is proposed is approved by a second person. */
async function appliedAndApproved(): Promise<void> {
  const applied = await sluice('apply', policy(), '--auto-approve', '--json');
  const { changes } = JSON.parse(applied.out) as {
    readonly changes: readonly { readonly outcome: string; readonly changeId?: string }[];
  };
  for (const { outcome, changeId = '' } of changes) {
    expect(outcome, applied.out).toBe('proposed');
    expect((await calls.decide('approve', changeId)).status).toBe(200);
  }
}

describe('the policy as files', () => {
  it('agrees with what stands after a pull, and a drift is clean', async () => {
    await pulled();
    expect(await sluice('plan', policy())).toMatchObject({
      exit: 'done',
      out: expect.stringContaining('No changes'),
    });
    expect(await sluice('drift', policy())).toMatchObject({ exit: 'done' });
  });

  it('says of a matching rule what it would have explained over the last 30 days', async () => {
    await pulled();
    await mkdir(path.join(policy(), 'matching-rules'), { recursive: true });
    const rule = ['id: deposits', 'label: Deposits', 'kind: deposit', 'direction: inflow'];
    const file = path.join(policy(), 'matching-rules', 'deposits.yaml');
    await writeFile(file, `${rule.join('\n')}\n`);
    const planned = (await sluice('plan', policy())).out.replaceAll(/\s+/g, ' ');
    expect(planned).toContain('Matching rules: None of 0 differences would be another.');
    await writeFile(file, `${[...rule, 'minimum: "5"', 'maximum: "4"'].join('\n')}\n`);
    expect((await sluice('plan', policy())).notes).toContain(
      'maximum: seen "4"; accepted at least',
    );
  });

  it('says of a calendar what the rules that name it would have done', async () => {
    await pulled();
    await mkdir(path.join(policy(), 'calendars'), { recursive: true });
    const office = ['id: office', 'label: Office', 'timeZone: UTC', 'from: 2026-01-01'];
    const lines = [...office, 'until: 2030-12-31', 'weekend: [SAT, SUN]', 'holidays: []'];
    await writeFile(path.join(policy(), 'calendars', 'office.yaml'), lines.join('\n'));
    expect((await sluice('plan', policy())).out).toContain(
      'No rule names a calendar of the draft: nothing changes.',
    );
    await edit(RULE_FILE, /currency: BTC/, 'currency: BTC\ncalendars: [office]');
    expect((await sluice('plan', policy())).out).toContain('BTC: the draft would have swept');
  });

  it('applies at once what narrows, as planned, and drift is clean afterwards', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, 'threshold: "4"');
    expect((await sluice('drift', policy())).exit).toBe('differs');
    const applied = await sluice('apply', policy(), '--auto-approve');
    expect(applied).toMatchObject({
      exit: 'done',
      out: expect.stringContaining('applied, version 2'),
    });
    expect((await calls.policy()).rules).toMatchObject([{ threshold: '4', version: 2 }]);
    expect(await sluice('drift', policy())).toMatchObject({ exit: 'done' });
  });

  it('only proposes what widens, whoever says yes; a second person approves', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, `threshold: "${Number(RULE.threshold) / 2}"`);
    await edit(RULE_FILE, /keep: .*/, 'keep: "0"');
    const applied = await sluice('apply', policy(), '--auto-approve', '--json');
    const { changes } = JSON.parse(applied.out) as {
      readonly changes: readonly { readonly outcome: string; readonly changeId: string }[];
    };
    expect(changes).toMatchObject([{ outcome: 'proposed' }]);
    expect((await calls.policy()).rules).toMatchObject([{ version: 1 }]);
    const id = changes[0]?.changeId ?? '';
    expect((await calls.decide('approve', id, 'tess')).status).toBe(403);
    expect((await calls.decide('approve', id)).status).toBe(200);
    expect(await sluice('drift', policy())).toMatchObject({ exit: 'done' });
  });

  it('changes nothing if the policy moved since the plan was kept', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, 'threshold: "4"');
    const kept = path.join(folder(), 'plan.json');
    await sluice('plan', policy(), '--out', kept, '--no-backtest');
    await calls.putRule({ label: 'Named by another person' });
    const applied = await sluice('apply', policy(), '--plan', kept, '--auto-approve');
    expect(applied.exit).toBe('changed');
    expect(applied.notes).toContain('the plan rests on version 1, and by now it is version 2');
    expect((await calls.policy()).rules).toMatchObject([{ threshold: RULE.threshold, version: 2 }]);
    expect((await sluice('plan', policy())).out).toContain('was version 1, now version 2');
  });

  it('proposes an account, and lets the rule that pays to it wait for its approval', async () => {
    await pulled();
    await writeFile(path.join(policy(), 'accounts/eth.json'), JSON.stringify(ACCOUNT_DRAFT));
    const rule = {
      id: 'eth-new',
      label: 'ETH',
      currency: 'ETH',
      withdrawalAccountId: ACCOUNT_DRAFT.id,
      threshold: '5',
      keep: '5',
      step: '1',
    };
    await writeFile(path.join(policy(), 'rules/eth.json'), JSON.stringify(rule));
    const applied = await sluice('apply', policy(), '--auto-approve');
    expect(applied.out).toMatch(/account 11111111-.*: proposed as /);
    expect(applied.out).toMatch(/sweep rule eth-new: not proposed: account .* is not approved yet/);
  });

  it('takes a rule that splits and one that converts on a round trip: written, approved, pulled again', async () => {
    await pulled();
    const second = {
      ...ACCOUNT_DRAFT,
      ...{ id: SECOND_ACCOUNT, label: 'BTC vault', network: 'bitcoin', currency: 'BTC' },
    };
    await writeJson('accounts/vault.json', second);
    await appliedAndApproved();
    const parts = [
      { withdrawalAccountId: RULE.withdrawalAccountId, percent: '66.67' },
      { withdrawalAccountId: SECOND_ACCOUNT, percent: '33.33' },
    ];
    const surplus = { currency: 'BTC', threshold: '2', keep: '1', minimum: '0.01', step: '0.01' };
    const split = {
      ...{ id: 'btc-parts', label: 'BTC in parts', ...surplus },
      withdrawalAccountId: RULE.withdrawalAccountId,
      split: { kind: 'weights', parts },
    };
    const conversion = {
      ...{ id: 'btc-to-usd', label: 'BTC into USD', ...surplus, low: '0.5' },
      ...{ kind: 'convert', into: 'USD', instrument: 'BTC/USD', side: 'sell' },
    };
    await writeJson('rules/btc-parts.json', split);
    await writeJson('rules/btc-to-usd.json', conversion);
    const planned = await sluice('plan', policy(), '--no-backtest');
    expect(planned.exit).toBe('done');
    expect(planned.out).toContain('btc-parts');
    expect(planned.out).toContain('btc-to-usd');
    await appliedAndApproved();
    expect((await calls.policy()).rules).toEqual(
      expect.arrayContaining([expect.objectContaining(split), expect.objectContaining(conversion)]),
    );
    // What is pulled is what was written, to the field: nothing is left to change.
    for (const file of ['rules/btc-parts.json', 'rules/btc-to-usd.json', 'accounts/vault.json']) {
      await rm(path.join(policy(), file));
    }
    await pulled();
    expect(await sluice('drift', policy())).toMatchObject({ exit: 'done' });
    const pulledRule = await readFile(path.join(policy(), 'rules/btc-to-usd.yaml'), 'utf8');
    expect(pulledRule).toContain('into: USD');
    expect(pulledRule).not.toContain('withdrawalAccountId');
    const pulledSplit = path.join(policy(), 'rules/btc-parts.yaml');
    await writeFile(pulledSplit, (await readFile(pulledSplit, 'utf8')).replace('66.67', '66.68'));
    const refused = await sluice('plan', policy(), '--no-backtest');
    expect(refused.notes).toContain('100');
    // A lower low narrows nothing and widens nothing: it stands at once, and nothing else of the rule changes.
    await edit('rules/btc-parts.yaml', /66\.68/, '66.67');
    await edit('rules/btc-to-usd.yaml', /low: .*/, 'low: "0.25"');
    expect(await sluice('apply', policy(), '--auto-approve')).toMatchObject({ exit: 'done' });
    expect((await calls.policy()).rules).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...conversion, low: '0.25' })]),
    );
  });

  it('asks a person before it changes anything, and does nothing where there is none', async () => {
    await pulled();
    await rm(path.join(policy(), RULE_FILE));
    const applied = await sluice('apply', policy());
    expect(applied.exit).toBe('usage');
    expect(applied.notes).toContain('- sweep rule');
    expect((await calls.policy()).rules).toMatchObject([{ version: 1 }]);
  });

  it('says that it cannot plan, with every problem, apart from having nothing to change', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, 'threshold: 4');
    const planned = await sluice('plan', policy());
    expect(planned).toMatchObject({ exit: 'failed', out: '' });
    expect(planned.notes).toMatch(
      /Cannot plan: 1 problem in the folder\.\n +rules\/.*threshold: seen 4; accepted decimal text/,
    );
  });

  it('does not take an empty folder, or another one, for a policy without changes', async () => {
    await mkdir(path.join(folder(), 'empty'));
    for (const command of ['plan', 'drift', 'apply']) {
      const refused = await sluice(command, path.join(folder(), 'empty'));
      expect(refused).toMatchObject({ exit: 'failed', out: '' });
      expect(refused.notes).toContain('holds nothing of the policy');
      expect(refused.notes).toContain('controls, accounts, calendars, rules, matching-rules');
    }
    await pulled();
    await rm(path.join(policy(), 'controls.yaml'));
    const planned = (await sluice('plan', policy())).out.replaceAll(/\s+/g, ' ');
    expect(planned).toContain('Not in the folder, and left as they stand: controls, calendars,');
  });

  it('tells changes by the exit code, where that is asked for', async () => {
    await pulled();
    expect((await sluice('plan', policy(), '--detailed-exitcode')).exit).toBe('done');
    await edit(RULE_FILE, /threshold: .*/, 'threshold: "4"');
    expect((await sluice('plan', policy(), '--detailed-exitcode')).exit).toBe('differs');
    expect((await sluice('plan', policy())).exit).toBe('done');
  });

  it('names a state file with a merge conflict in one line, before anything is written', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, 'threshold: "4"');
    const kept = path.join(folder(), 'plan.json');
    await sluice('plan', policy(), '--out', kept, '--no-backtest');
    const state = path.join(policy(), '.sluice-state.json');
    const text = await readFile(state, 'utf8');
    await writeFile(state, `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`);
    for (const argv of [['plan'], ['apply', '--auto-approve', '--plan', kept]]) {
      const [command = '', ...options] = argv;
      const refused = await sluice(command, policy(), ...options);
      expect(refused).toMatchObject({ exit: 'failed', out: '' });
      expect(refused.notes).toContain('.sluice-state.json has a merge conflict\n');
    }
    expect((await calls.policy()).rules).toMatchObject([{ version: 1 }]);
    const gone = await sluice(
      'apply',
      path.join(folder(), 'gone'),
      '--auto-approve',
      '--plan',
      kept,
    );
    expect(gone).toMatchObject({ exit: 'failed' });
    expect((await calls.policy()).rules).toMatchObject([{ version: 1 }]);
  });

  it('says of a proposal that was made before that it waits already', async () => {
    await pulled();
    await edit(RULE_FILE, /keep: .*/, 'keep: "0"');
    expect((await sluice('apply', policy(), '--auto-approve')).out).toMatch(/: proposed as /);
    const again = await sluice('apply', policy(), '--auto-approve');
    expect(again.out).toMatch(/: already proposed as /);
    expect((await sluice('apply', policy(), '--auto-approve', '--json')).out).toContain(
      '"repeated": true',
    );
  });

  it('overwrites no file that differs, unless it is told to', async () => {
    await pulled();
    await edit(RULE_FILE, /threshold: .*/, 'threshold: "4"');
    expect((await sluice('pull', policy())).exit).toBe('differs');
    expect((await sluice('pull', policy(), '--overwrite')).exit).toBe('done');
    expect(await readFile(path.join(policy(), RULE_FILE), 'utf8')).toContain(
      `threshold: "${RULE.threshold}"`,
    );
  });
});
