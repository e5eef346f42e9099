import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { accountOf } from '../../samples/policy.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);

const put = async (...changes: readonly LedgerWrite[]) => {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
};
const putRule = async (rule: SweepRule) => await put({ kind: 'put-rule', rule });
const sentWithoutPeople = async () =>
  (await treasury().lane()).counts
    .filter(({ counter }) => counter.kind === 'unapproved')
    .flatMap(({ hours }) => Object.values(hours));

/** The rule with an approval above 3 BTC: the sandbox's 2.25 BTC above what is kept are below it. */
const LIMITED: SweepRule = { ...RULE, version: 2, approvalAbove: '3' };

describe('the limit above which people approve, at the claim', () => {
  it('counts what left before: a deposit later, the rest waits for a person', async () => {
    await putRule(LIMITED);
    await send(await proposedId());
    expect(await sentWithoutPeople()).toEqual(['2.25']);
    // A reading that shows the booking, before a deposit hides it.
    await treasury().tick();
    treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
    // Less than what was booked: at first it might be a replica that has not booked all of it.
    await treasury().tick();
    treasury().pass(1_200);
    const { proposed } = await treasury().tick();
    expect(proposed).toMatchObject([
      { content: { amount: '2' }, status: { state: 'awaiting-approval', approvalsRequired: 1 } },
    ]);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('cancels an unapproved sweep once another rule of the account asks for approvals', async () => {
    await putRule(LIMITED);
    const id = await proposedId();
    await putRule({ ...LIMITED, id: 'stricter', version: 1, approvalAbove: '2', enabled: false });
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'approval-missing' } },
    });
    expect(treasury().posts()).toEqual([]);
    const { proposed } = await treasury().tick();
    expect(proposed).toMatchObject([{ status: { state: 'awaiting-approval' } }]);
  });

  it('is given back what never left', async () => {
    await putRule(LIMITED);
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury().ports;
    const unreachable = { ...service, sendWithdrawal: closed.sendWithdrawal };
    await send(await proposedId(), { service: unreachable });
    expect(await sentWithoutPeople()).toEqual([]);
    treasury().pass(600);
    await send(await proposedId());
    expect(await sentWithoutPeople()).toEqual(['2.25']);
  });
});

/** Sweeps of BTC and ETH of about the same worth, proposed and approved by their rules. */
async function bothProposed(): Promise<readonly string[]> {
  const account = accountOf(SANDBOX_ACCOUNTS.ethWallet);
  const all = { threshold: '0', keep: '0', maximum: '1' };
  const eth = { ...RULE, ...all, id: 'eth', currency: 'ETH', withdrawalAccountId: account.id };
  await put({ kind: 'put-account', account }, { kind: 'put-rule', rule: eth });
  await putRule({ ...RULE, ...all, version: 2 });
  const { proposed } = await treasury().tick();
  expect(proposed).toHaveLength(2);
  return proposed.map((instruction) => instruction.id);
}

/** Above what either is worth, below what both are. */
async function tiersBetween(ids: readonly string[]) {
  const read = ids.map((id) => treasury().ledger.readInstruction(TENANT, id));
  const worth = (await Promise.all(read)).map((each) => Math.ceil(Number(each?.value?.amount)));
  await treasury().putControls({ approvalTiers: { oneAbove: `${Math.max(...worth)}` } });
}

describe('the tiers of approvals, at the claim', () => {
  it('let one of two go that were claimed at once in two currencies, and no more', async () => {
    const ids = await bothProposed();
    await tiersBetween(ids);
    const results = await Promise.all(ids.map((id) => send(id)));
    expect(results.map(({ result }) => result).sort()).toEqual(['cancelled', 'concluded']);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('let both go where both fit, however they collide, with one reading for both tries', async () => {
    const ids = await bothProposed();
    await treasury().putControls({ approvalTiers: { oneAbove: '100000000' } });
    let readings = 0;
    const { service } = treasury().ports;
    const counting = {
      ...service,
      readBalances: () => {
        readings += 1;
        return service.readBalances();
      },
    };
    // Whoever is second finds that the other one has counted meanwhile.
    let first = true;
    const ledger: Ledger = {
      ...treasury().ledger,
      readCounts: async (tenant, name) => {
        const usage = await treasury().ledger.readCounts(tenant, name);
        if (first && name === 'approval-usage') {
          first = false;
          await send(ids[0] ?? '');
        }
        return usage;
      },
    };
    await send(ids[1] ?? '', { ledger, service: counting });
    const states = await Promise.all(ids.map((id) => treasury().state(id)));
    expect(states).toEqual(['confirmed', 'confirmed']);
    expect(treasury().posts()).toHaveLength(2);
    // One before the claim, one after what was confirmed.
    expect(readings).toBe(2);
  });

  it('are given back what never left', async () => {
    const [id = ''] = await bothProposed();
    await treasury().putControls({ approvalTiers: { oneAbove: '100000000' } });
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury().ports;
    await send(id, { service: { ...service, sendWithdrawal: closed.sendWithdrawal } });
    expect(await treasury().state(id)).toBe('not-sent');
    const usage = await treasury().ledger.readCounts(TENANT, 'approval-usage');
    expect(usage).toMatchObject({ counts: [{ hours: {} }], version: 2 });
  });

  it('send nothing whose worth was never known, without the people that they ask for', async () => {
    const id = await proposedId();
    const proposed = await treasury().ledger.readInstruction(TENANT, id);
    if (proposed === null) throw new Error('nothing was proposed');
    const { value: _, ...unvalued } = proposed;
    const instruction = { ...unvalued, version: proposed.version + 1 };
    await put({ kind: 'replace-instruction', instruction });
    await treasury().putControls({ approvalTiers: { twoAbove: '100000000' } });
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toEqual([]);
  });
});
