import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { LocalStackError } from '../../../local/stack-error.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { sluice } from './command-line.ts';

/*
 * A stage values snapshots and reports in one currency. Controls in another one would measure limits in that, beside totals that
 * say something else: no way leads a policy past it. What the API refuses is in functions/policy-accounts-and-controls.test.ts,
 * what the inbox says in functions/inbox-currency.test.ts, and a start in e2e/started-stack.test.ts.
 */

const folder = temporaryFolder();
const demo = JSON.parse(readFileSync('local/demo-policy.json', 'utf8'));

function policyIn(reportingCurrency: string): string {
  const file = path.join(folder, `${reportingCurrency}.json`);
  const controls = { ...demo.controls, reportingCurrency };
  writeFileSync(file, JSON.stringify({ ...demo, controls }));
  return file;
}

const PROBLEM =
  'controls.reportingCurrency: seen "EUR"; accepted: "USD", the reporting currency of the stage';
const TABLE = ['--ledger', 'no-such-table', '--seal-key', 'no-such-key'];

describe('a policy in another reporting currency than that of its stage', () => {
  it('is refused by a check, which accepts the one of the stage', async () => {
    const refused = await sluice(['policy', 'check', policyIn('EUR'), '--stage', 'prod'], {});
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(PROBLEM);
    const accepted = await sluice(['policy', 'check', policyIn('USD'), '--stage', 'prod'], {});
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not applied as the first one: before any table is read, and never without naming the stage', async () => {
    const refused = await sluice(
      ['policy', 'init', policyIn('EUR'), '--stage', 'prod', ...TABLE],
      {},
    );
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(PROBLEM);
    const unnamed = await sluice(['policy', 'init', policyIn('EUR'), ...TABLE], {});
    expect([unnamed.code, unnamed.stdout]).toEqual([64, '']);
    expect(unnamed.stderr).toContain('--stage');
  });

  it('starts nothing', () => {
    const of = { reportingCurrency: 'USD' };
    const file = policyIn('EUR');
    expect(() => readPolicyInput(file, 300, of)).toThrow(LocalStackError);
    try {
      readPolicyInput(file, 300, of);
    } catch (error) {
      expect((error as LocalStackError).problems).toContain(PROBLEM);
    }
    expect(readPolicyInput(policyIn('USD'), 300, of).controls.reportingCurrency).toBe('USD');
  });
});
