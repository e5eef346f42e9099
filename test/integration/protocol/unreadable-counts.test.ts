import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import type { SharedName } from '../../../treasury/counters/counter.ts';
import { HOURS } from '../../../treasury/counters/windows.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, halted, watchOnce } = sendingSteps(treasury);
const { place, send: sendTrade, trades } = tradeSteps(treasury);
const { read, put } = tableHand(() => treasury().table);

const keyOf = (name: SharedName) => ledgerKeys.sharedCounts(TENANT, name);

/** As a writer to the table would leave it: not to be read, whatever version it says. */
const garbage = (name: SharedName, version: unknown = 'none'): RawItem => ({
  ...keyOf(name),
  entity: name,
  counts: 'nothing',
  version,
});

const spoil = async (name: SharedName) => await put(garbage(name));

const isSpoiled = async (name: SharedName) =>
  expect(await read(keyOf(name))).toEqual(garbage(name));

const OUTFLOW: Partial<Controls> = { withdrawalLimits: { per24Hours: '100000000' } };
const UNREAD = (counts: SharedName) => ({ code: 'counts-unreadable', counts });

/** A rule of another currency, whose account has a limit of its own or none. */
async function withEther(): Promise<void> {
  const eth = accountOf(SANDBOX_ACCOUNTS.ethWallet);
  const own = { id: 'eth', label: 'ETH', currency: 'ETH', withdrawalAccountId: eth.id };
  const rule = { ...RULE, ...own, threshold: '0', keep: '0', maximum: '1' };
  const changes = [
    { kind: 'put-account', account: eth },
    { kind: 'put-rule', rule },
  ] as const;
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
}

/** BTC alone has a limit that is counted over several currencies. */
async function limitedAccount(): Promise<void> {
  const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
  const limits = { per24Hours: '100' };
  const written = [{ kind: 'put-account', account: { ...account, limits, version: 2 } }] as const;
  expect(await treasury().ledger.commit(TENANT, written)).toEqual({ ok: true });
}

const approve = (instruction: Instruction, by: string) =>
  decide(treasury().ports, {
    tenant: TENANT,
    instructionId: instruction.id,
    by,
    decision: 'approve',
    content: contentDigest(instruction),
    comment: 'as agreed',
    requestId: `request-${by}`,
  });

async function only(id: string | undefined): Promise<Instruction> {
  const found = await treasury().ledger.readInstruction(TENANT, id ?? '');
  if (found === null) throw new Error('no instruction');
  return found;
}

describe('the counts of what leaves that cannot be read', () => {
  it('refuse what counts there, by name, while everything else goes', async () => {
    await withEther();
    await limitedAccount();
    await spoil('outflow-usage');
    const { decisions, proposed } = await treasury().tick();
    expect(decisions).toMatchObject([
      {
        ruleId: RULE.id,
        reason: 'limit-unknown',
        why: { code: 'bound-unknown', why: UNREAD('outflow-usage') },
      },
      { ruleId: 'eth', outcome: 'sweep' },
    ]);
    expect(await send(proposed[0]?.id ?? '')).toMatchObject({ result: 'concluded' });
    await halted();
    expect((await treasury().tick()).decisions).toMatchObject([
      { reason: 'halted' },
      { reason: 'halted' },
    ]);
    await isSpoiled('outflow-usage');
  });

  it('let what was approved wait, and go once they can be read', async () => {
    await treasury().putControls(OUTFLOW);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    const before = await read(keyOf('outflow-usage'));
    await treasury().tick();
    treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
    await treasury().tick();
    treasury().pass(1_200);
    const id = await proposedId();
    await spoil('outflow-usage');
    expect(await send(id)).toEqual({ result: 'deferred', reason: 'unreadable' });
    expect(treasury().posts()).toHaveLength(1);
    await isSpoiled('outflow-usage');
    await put(before);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it('are no older state that was put back, and one that is put back afterwards is found', async () => {
    await treasury().putControls(OUTFLOW);
    await withEther();
    const rule = { ...RULE, threshold: '0', keep: '0', maximum: '1', version: 2 };
    await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
    const [one, other] = (await treasury().tick()).proposed;
    await send(one?.id ?? '');
    const older = await read(keyOf('outflow-usage'));
    await send(other?.id ?? '');
    const id = await proposedId();
    await spoil('outflow-usage');
    await send(id);
    expect((await treasury().ledger.readPolicy(TENANT)).halt.mode).toBe('live');
    await put(older);
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'seal-invalid' } },
    });
    expect((await treasury().ledger.readPolicy(TENANT)).halt.mode).toBe('halted');
  });

  it('are not written over by a claim that read them before', async () => {
    await treasury().putControls(OUTFLOW);
    const id = await proposedId();
    const { ledger } = treasury();
    const late = {
      ...ledger,
      commit: async (...asked: Parameters<typeof ledger.commit>) => {
        await spoil('outflow-usage');
        return await ledger.commit(...asked);
      },
    };
    expect(await send(id, { ledger: late })).toMatchObject({ result: 'deferred' });
    expect(treasury().posts()).toEqual([]);
    await isSpoiled('outflow-usage');
  });

  it('keep what a failed request took, and its outcome is recorded', async () => {
    await treasury().putControls({ ...OUTFLOW, approvalTiers: { twoAbove: '100000000' } });
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury();
    const id = await proposedId();
    const spoiling = {
      ...service,
      sendWithdrawal: async (...asked: Parameters<typeof service.sendWithdrawal>) => {
        await spoil('outflow-usage');
        return await closed.sendWithdrawal(...asked);
      },
    };
    await send(id, { service: spoiling });
    expect(await treasury().state(id)).toBe('not-sent');
    expect((await treasury().lane()).status.state).toBe('idle');
    await isSpoiled('outflow-usage');
    const tiers = await treasury().ledger.readCounts(TENANT, 'approval-usage');
    expect(tiers).toMatchObject({ counts: [{ hours: {} }], version: 2 });
  });

  it('are named by the watchdog, which compares the others', async () => {
    await treasury().putControls({ ...OUTFLOW, approvalTiers: { twoAbove: '100000000' } });
    await send(await proposedId());
    await spoil('outflow-usage');
    const ports = { ...treasury().ports, flows: treasury().flows };
    expect(await watchCounts(ports, TENANT, HOURS)).toEqual({
      lowered: null,
      left: 'nothing',
      unreadable: ['outflow-usage'],
    });
    await put({
      ...keyOf('approval-usage'),
      entity: 'approval-usage',
      tenant: TENANT,
      counts: [],
      version: 1,
    });
    expect((await watchCounts(ports, TENANT, HOURS)).lowered).toContain('approval-usage');
    expect((await watchOnce()).actions).toEqual([]);
  });
});

describe('the counts of approvals that cannot be read', () => {
  const TIERS: readonly Partial<Controls>[] = [
    { approvalTiers: { oneAbove: '100000000' } },
    { approvalTiers: { twoAbove: '100000000' } },
    { approvalTiers: { oneAbove: '100000000', twoAbove: '200000000' } },
  ];

  it.each(TIERS)('have two people approve, who count there nowhere: %o', async (controls) => {
    await treasury().putControls(controls);
    await spoil('approval-usage');
    const [proposed] = (await treasury().tick()).proposed;
    expect(proposed?.status).toMatchObject({ state: 'awaiting-approval', approvalsRequired: 2 });
    await approve(await only(proposed?.id), 'ada');
    expect(await send(proposed?.id ?? '')).toMatchObject({ result: 'not-open' });
    await approve(await only(proposed?.id), 'bob');
    expect(await send(proposed?.id ?? '')).toMatchObject({ result: 'concluded' });
    expect(treasury().posts()).toHaveLength(1);
    await isSpoiled('approval-usage');
  });

  it.each(TIERS)('let wait what fewer have approved before: %o', async (controls) => {
    await treasury().putControls(controls);
    const id = await proposedId();
    await spoil('approval-usage');
    expect(await send(id)).toEqual({ result: 'deferred', reason: 'unreadable' });
    expect(treasury().posts()).toEqual([]);
    await isSpoiled('approval-usage');
  });
});

describe('the counts of trades that cannot be read', () => {
  const { withdrawalAccountId: _, ...SURPLUS } = RULE;
  const CONVERSION: SweepRule = {
    ...SURPLUS,
    id: 'sell',
    label: 'Sell',
    kind: 'convert',
    into: 'USD',
  };

  it('refuse a trade with a time, and go on with withdrawals', async () => {
    await spoil('trade-usage');
    expect(await place()).toMatchObject({
      result: 'refused',
      refusal: { code: 'unreadable', why: UNREAD('trade-usage'), retryAfterSeconds: 300 },
    });
    expect(trades()).toEqual([]);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    await isSpoiled('trade-usage');
  });

  it('refuse a conversion, decided or claimed, and no other rule', async () => {
    await withEther();
    const off: SweepRule = { ...RULE, enabled: false, version: 2 };
    const changes = [
      { kind: 'put-rule', rule: off },
      { kind: 'put-rule', rule: CONVERSION },
    ] as const;
    expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
    const { proposed } = await treasury().tick();
    const sale = proposed.find(({ content }) => content.kind === 'trade');
    await spoil('trade-usage');
    expect(await sendTrade(sale?.id ?? '')).toEqual({ result: 'deferred', reason: 'unreadable' });
    expect(trades()).toEqual([]);
    treasury().pass(3_600);
    await watchOnce();
    const taken = await treasury().snapshot();
    const { decisions } = await runSweeps(treasury().ports, taken);
    expect(decisions).toMatchObject([
      { ruleId: RULE.id },
      { ruleId: 'sell', reason: 'unreadable', why: UNREAD('trade-usage') },
      { ruleId: 'eth', outcome: 'sweep' },
    ]);
    await isSpoiled('trade-usage');
  });
});
