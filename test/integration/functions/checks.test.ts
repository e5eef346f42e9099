import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { sweepInstructionId } from '../../../treasury/instructions/instruction-id.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { accountOf } from '../../samples/policy.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import type { ApiCall } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);
const { belowMarket, commit, putControls, trade, withdraw } = steps;

/** The second by which prices are agreed on. */
const snapshot = async () => {
  await deployed().agreePrices();
  await steps.snapshot();
};

const ACCOUNT = accountOf(SANDBOX_ACCOUNTS.btcWallet);
const PROGRAM = { claims: { sub: 'desk', client_id: 'desk', scope: 'sluice/trader' } };

const wanted = (amount: string) => ({ withdrawalAccountId: ACCOUNT.id, amount });

/** As tess, who asks for withdrawals. */
const checkWithdrawal = (body: unknown, change: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', {
    ...{ routeKey: 'POST /v1/withdrawals/check', groups: '[treasurer]', by: 'tess', body },
    ...change,
  });

/** As tina, who trades. */
const checkTrade = (body: unknown, change: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', { routeKey: 'POST /v1/trades/check', body, ...change });

/** What the request's own problem says beside its HTTP. */
function saidBy({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const { title, detail, numbers } = body;
  return { code: codeOf({ body }), title, detail, ...(numbers !== undefined && { numbers }) };
}

/** Everything in the ledger but which roles callers have been seen with. */
const written = async () =>
  (await deployed().ledgerItems()).filter(({ pk }) => !pk?.S?.endsWith('#CALLERS'));

describe('a check of a withdrawal', () => {
  it('says how many people approve it, on which snapshot, and makes nothing of it', async () => {
    await snapshot();
    const [before, asked] = [await written(), deployed().sandbox.journal().length];
    const checked = await checkWithdrawal(wanted('0.5'));
    expect(checked).toMatchObject({
      status: 200,
      body: {
        result: 'accepted',
        approvalsRequired: 1,
        value: { currency: 'USD' },
        snapshot: { scheduledFor: expect.any(String), takenAt: expect.any(String) },
      },
    });
    expect((await checkWithdrawal({ ...wanted('0.5'), comment: 'rent' })).body).toMatchObject({
      result: 'accepted',
    });
    expect(await written()).toEqual(before);
    expect(deployed().sandbox.journal()).toHaveLength(asked);
  });

  it('says what the request says that it refuses: code, sentence and numbers', async () => {
    await snapshot();
    const limits = { per24Hours: '2', per30Days: '1.5' };
    await commit({ kind: 'put-account', account: { ...ACCOUNT, limits, version: 2 } });
    for (const amount of ['1.51', '900']) {
      const checked = await checkWithdrawal(wanted(amount));
      const refused = await withdraw({ ...wanted(amount), comment: 'rent' });
      expect(refused.status).toBe(422);
      expect(checked.status).toBe(200);
      expect(checked.body).toMatchObject({ result: 'refused', ...saidBy(refused) });
    }
  });

  it('says before the first snapshot that no balance is known, as the request does', async () => {
    const checked = await checkWithdrawal(wanted('0.5'));
    const refused = await withdraw({ ...wanted('0.5'), comment: 'rent' });
    expect(checked.status).toBe(200);
    expect(checked.body).toMatchObject({ result: 'refused', snapshot: null, ...saidBy(refused) });
    expect(checked.body.code).toBe('balance-unknown');
  });

  it('answers a fault of its body as the request does', async () => {
    await snapshot();
    const unregistered = {
      ...wanted('1'),
      withdrawalAccountId: '11111111-2222-4333-8444-555555555555',
    };
    for (const body of [
      unregistered,
      wanted('-1'),
      { ...wanted('1'), comment: 'no' },
      { memo: 'x' },
    ]) {
      const checked = await checkWithdrawal(body);
      const refused = await withdraw({ comment: 'rent', ...body });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect([checked.status, codeOf(checked)]).toEqual([refused.status, codeOf(refused)]);
    }
  });

  it('of a missed occurrence says that it was requested, or is used', async () => {
    const fell = new Date(Math.floor((Date.now() - 7_200_000) / 60_000) * 60_000);
    const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    await commit({ kind: 'put-rule', rule: { ...RULE, schedule, version: 2 } });
    await snapshot();
    const missed = { ruleId: RULE.id, occurrence: instantOf(fell.getTime()) };
    const body = { ...wanted('0.5'), missed };
    expect((await checkWithdrawal(body)).body).toMatchObject({ result: 'accepted' });
    expect((await withdraw({ ...body, comment: 'payroll' })).status).toBe(202);
    expect((await checkWithdrawal(body)).body).toMatchObject({
      result: 'requested-before',
      instructionId: sweepInstructionId(RULE.id, missed.occurrence),
    });
    expect((await checkWithdrawal(body, { by: 'tom' })).body).toMatchObject({
      ...{ result: 'refused', code: 'occurrence-used' },
    });
  });

  it('is for the roles that may request it alone', async () => {
    for (const groups of ['[viewer]', '[trader]', '[approver]', '[admin]']) {
      const { status } = await checkWithdrawal(wanted('0.5'), { groups });
      expect([groups, status]).toEqual([groups, 403]);
    }
    expect((await checkWithdrawal(wanted('0.5'), PROGRAM)).status).toBe(403);
  });
});

describe('a check of a trade', () => {
  it('says on the latest snapshot what the trade would be told, and makes nothing of it', async () => {
    await snapshot();
    const sale = belowMarket();
    const [before, asked] = [await written(), deployed().sandbox.journal().length];
    expect(await checkTrade(sale)).toMatchObject({
      status: 200,
      body: { result: 'accepted', approvalsRequired: 0, value: { currency: 'USD' } },
    });
    expect(await written()).toEqual(before);
    expect(deployed().sandbox.journal()).toHaveLength(asked);
    await putControls(({ trades }) => ({ trades: { ...trades, approvalAbove: '100' } }));
    expect((await checkTrade(sale)).body).toMatchObject({ approvalsRequired: 1 });
    expect((await checkTrade(sale, PROGRAM)).body).toMatchObject({ approvalsRequired: 2 });
  });

  it('says before the first snapshot that there is no market to judge by', async () => {
    const { status, body } = await checkTrade(belowMarket());
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'unknown', code: 'no-snapshot', snapshot: null });
  });

  it('says what the request says that it refuses: code, sentence and numbers', async () => {
    await snapshot();
    await putControls(({ trades }) => ({
      trades: { ...trades, maximumNotional: '9000', per24Hours: { total: '10' } },
    }));
    for (const change of [{ instrument: 'DOGE/USD' }, { amount: '0.001' }]) {
      const body = { ...belowMarket(), ...change };
      const checked = await checkTrade(body);
      const refused = await trade(body, `key-${JSON.stringify(change).length}`);
      expect(refused.status).toBe(422);
      expect(checked.body).toMatchObject({ result: 'refused', code: codeOf(refused) });
    }
  });

  it('says in a halted treasury that it is halted, with the sentence of the request', async () => {
    await snapshot();
    await deployed().call('halt', {
      ...{ routeKey: 'POST /v1/controls/halt', groups: '[admin]', by: 'ada' },
      body: { comment: 'odd' },
    });
    const checked = await checkTrade(belowMarket());
    expect(checked.body).toMatchObject({ result: 'refused', ...saidBy(await trade()) });
    expect(checked.body.code).toBe('halted');
  });

  it('answers a fault of its body as the request does, and is for traders alone', async () => {
    await snapshot();
    for (const body of [{ ...belowMarket(), side: 'give' }, { instrument: 'BTC' }]) {
      const [checked, refused] = [await checkTrade(body), await trade(body)];
      expect([checked.status, codeOf(checked)]).toEqual([refused.status, codeOf(refused)]);
    }
    for (const groups of ['[viewer]', '[treasurer]', '[approver]', '[admin]']) {
      const { status } = await checkTrade(belowMarket(), { groups });
      expect([groups, status]).toEqual([groups, 403]);
    }
  });
});

it('takes as many checks as a form asks, and tells a caller who floods it to wait, while requests go on', async () => {
  await snapshot();
  const typing = { by: 'tom' };
  for (let nth = 0; nth < 10; nth++) {
    expect((await checkWithdrawal(wanted('0.5'), typing)).status).toBe(200);
  }
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => checkWithdrawal(wanted('0.5'), typing)),
  );
  const throttled = flood.filter(({ status }) => status === 429);
  expect(throttled.length).toBeGreaterThan(10);
  expect(codeOf(throttled[0] ?? { body: {} })).toBe('throttled');
  expect((await checkWithdrawal(wanted('0.5'))).status).toBe(200);
  const own = { ...typing, headers: { 'idempotency-key': 'own' } };
  expect((await withdraw({ ...wanted('0.5'), comment: 'rent' }, own)).status).toBe(202);
});
