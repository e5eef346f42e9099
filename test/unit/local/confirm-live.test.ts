import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirmLive } from '../../../local/command/confirm-live.ts';
import { describePolicy } from '../../../local/policy/describe-policy.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { LocalStackError } from '../../../local/stack-error.ts';

const policy = readPolicyInput(null, 300);
const service = 'https://service.example';
const DEMO_POLICY = path.resolve(import.meta.dirname, '../../../local/demo-policy.json');

/** What was asked, and how it ended for an answer; null: the person ends the input. */
async function asked(answer: string | null, isAgreed = false) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  if (answer === null) input.end();
  else input.write(`${answer}\n`);
  const ended = await confirmLive({ service, policy }, isAgreed, { input, output }).then(
    () => 'live',
    (error: unknown) => (error instanceof LocalStackError ? error.exit : error),
  );
  return { ended, said: String(output.read() ?? '') };
}

describe('--live against another service', () => {
  it.each(['y', 'Yes', ' yes '])('goes on after %j', async (answer) => {
    const { ended, said } = await asked(answer);
    expect(ended).toBe('live');
    expect(said).toContain('[y/N]');
  });

  it.each(['', 'n', 'no', 'yess', 'live', null])(
    'ends after %j, and sends nothing',
    async (answer) => {
      expect((await asked(answer)).ended).toBe('interrupted');
    },
  );

  it('asks nothing of a person who agreed beforehand, and still says by what money leaves', async () => {
    const { ended, said } = await asked(null, true);
    expect(ended).toBe('live');
    expect(said).not.toContain('[y/N]');
    expect(said).toContain(`live at ${service}`);
  });

  it('names every rule, every account by its label, and each limit that is set', async () => {
    const { said } = await asked('n');
    for (const { id } of policy.rules) expect(said).toContain(`${id}: When `);
    for (const { label } of policy.accounts) expect(said).toContain(`"${label}":`);
    // A rule pays to an account that a person knows by its label.
    expect(said).not.toMatch(/to account [0-9a-f-]{36}/);
    expect(said).toContain('withdrawals: no limit over all of them together');
  });

  it('leaves out no amount that the policy sets', () => {
    const limits = {
      ...policy.controls,
      withdrawalLimits: {
        per24Hours: '900001',
        counterparties: [{ name: 'Bank', per30Days: '900002' }],
      },
      approvalTiers: { oneAbove: '900003', twoAbove: '900004' },
      liquidityFloor: { total: '900005', currencies: { BTC: '900006' } },
      currencyModes: { SOL: 'halted' as const },
    };
    const [account, ...others] = policy.accounts;
    if (account === undefined) throw new Error('the demo has accounts');
    const bounded = {
      ...account,
      limits: { per24Hours: '900007', per30Days: '900008' },
      firstPaymentMaximum: '900009',
    };
    const said = describePolicy({
      ...policy,
      controls: limits,
      accounts: [bounded, ...others],
    }).join('\n');
    for (let n = 1; n < 10; n++) expect(said).toContain(`90000${n}`);
    expect(said).toContain('SOL: halted');
    const { trades } = JSON.parse(readFileSync(DEMO_POLICY, 'utf8')).controls;
    for (const amount of [
      trades.maximumNotional,
      trades.per24Hours.total,
      trades.per24Hours.person,
      trades.approvalAbove,
    ]) {
      expect(said).toContain(`${amount} USD`);
    }
  });
});
