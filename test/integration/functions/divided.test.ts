import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS, type SandboxAccount } from '../../../sandbox/index.ts';
import { EUR_SPLIT } from '../../samples/split-rule.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

/* A rule that divides what it sweeps among two accounts, as every list and report shows it. */

const { deployed } = deployedForEachTest();
const { putControls, snapshot } = deploymentSteps(deployed);
const { createAccount, createRule, decide, read } = policyCalls(deployed);

const { eurBank, eurInstant } = SANDBOX_ACCOUNTS;

const RULE = { ...EUR_SPLIT, step: '0.01' };

async function agreed(asked: Promise<{ readonly body: Record<string, unknown> }>): Promise<void> {
  const { body } = await asked;
  const { status } = await decide('approve', String(body.id));
  expect(status).toBe(200);
}

function account({ id, label, network, currency, details }: SandboxAccount) {
  return { id, label, network, currency, details, status: 'active' };
}

async function ruleInForce(): Promise<void> {
  await putControls(() => ({ accountCoolingOffSeconds: 0 }));
  for (const each of [eurBank, eurInstant]) await agreed(createAccount(account(each)));
  await agreed(createRule(RULE));
}

describe('a rule that divides what it sweeps', () => {
  it('is proposed, approved and found by each of its accounts, which all are named', async () => {
    for (const each of [eurBank, eurInstant]) await agreed(createAccount(account(each)));
    await createRule(RULE);
    const waiting = await read('GET /v1/inbox', undefined, { account: eurInstant.id });
    expect(waiting.body.items).toMatchObject([
      {
        message:
          'tess proposes a new rule "EUR, divided", divided among "EUR operating account" and "EUR payroll account": a new rule.',
        labels: {
          accounts: [
            { withdrawalAccountId: eurBank.id, accountLabel: eurBank.label },
            { withdrawalAccountId: eurInstant.id, accountLabel: eurInstant.label },
          ],
        },
      },
    ]);
    const [{ id }] = waiting.body.items as [{ id: string }];
    expect((await decide('approve', id)).status).toBe(200);
    const listed = await read('GET /v1/sweep-rules', undefined, { account: eurInstant.id });
    expect(listed.body).toMatchObject({
      items: [{ id: 'eur-split', split: RULE.split }],
      names: { accounts: { [eurBank.id]: eurBank.label, [eurInstant.id]: eurInstant.label } },
    });
  });

  it('has a forecast, decisions, withdrawals and registers with an amount for each account', async () => {
    await ruleInForce();
    await snapshot();
    const forecast = await deployed().call('preview-policy', {
      routeKey: 'GET /v1/forecast',
      groups: '[viewer]',
      query: { days: '1' },
    });
    const amounts = [
      { withdrawalAccountId: eurBank.id, amount: '60000' },
      { withdrawalAccountId: eurInstant.id, amount: '40000' },
    ];
    expect(JSON.stringify(forecast.body.days)).toContain(`"accounts":${JSON.stringify(amounts)}`);
    await deployed().invoke('run-sweeps', await snapshot());
    const decisions = await read('GET /v1/decisions', undefined, { rule: 'eur-split' });
    expect(decisions.body.items).toMatchObject([
      { decision: { amount: '100000', parts: amounts } },
    ]);
    const withdrawals = await read('GET /v1/withdrawals', undefined, { rule: 'eur-split' });
    const parts = withdrawals.body.items as { origin: { split: { part: number } } }[];
    expect(parts.map(({ origin }) => origin.split.part).sort()).toEqual([1, 2]);
    const register = await deployed().call('query-reports', {
      routeKey: 'GET /v1/reports/withdrawals',
      groups: '[viewer]',
      query: { format: 'json', account: eurInstant.id },
    });
    expect(register.body).toMatchObject({
      parts: [{ rows: [{ amount: '40000', part: '2 of 2', runAmount: '100000' }] }],
    });
  });
});
