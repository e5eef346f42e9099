import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { HOURS } from '../../../treasury/counters/windows.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);
const { approved, send: sendTrade } = tradeSteps(treasury);
const { read, put, change } = tableHand(() => treasury().table);

const LANE = ledgerKeys.lane(TENANT, 'BTC');
const WHY = { limit: 'lane', code: 'lane-unreadable', currency: 'BTC' };

/** A rule of another currency, beside that of BTC. */
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

const spoil = (item: RawItem): RawItem => ({ ...item, booking: 'of another form' });

/** The lane of BTC as another version of Sluice would write it; and how it looked before. */
async function spoiled(): Promise<RawItem> {
  const before = await read(LANE);
  await change(LANE, spoil);
  return before;
}

describe('a lane that cannot be read', () => {
  it('refuses its currency alone, and nothing writes over it', async () => {
    await withEther();
    const before = await spoiled();
    const { decisions, proposed } = await treasury().tick();
    expect(decisions).toMatchObject([
      { ruleId: RULE.id, outcome: 'no-sweep', reason: 'unreadable', why: WHY },
      { ruleId: 'eth', outcome: 'sweep' },
    ]);
    expect(await send(proposed[0]?.id ?? '')).toMatchObject({ result: 'concluded' });
    expect(treasury().posts()).toHaveLength(1);
    expect(await read(LANE)).toEqual(spoil(before));
  });

  it('is the same where only the item of its counts cannot be read', async () => {
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    await withEther();
    const counts = ledgerKeys.laneCounts(TENANT, 'BTC');
    await change(counts, (item) => ({ ...item, counts: 'many' }));
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([
      { ruleId: RULE.id, reason: 'unreadable', why: WHY },
      { ruleId: 'eth', outcome: 'sweep' },
    ]);
  });

  it('lets what was approved wait, to be sent once it can be read', async () => {
    const id = await proposedId();
    const before = await spoiled();
    expect(await send(id)).toEqual({ result: 'deferred', reason: 'unreadable' });
    expect(treasury().posts()).toEqual([]);
    await put(before);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it.each([
    { withdrawalLimits: { per24Hours: '100000000' } },
    { withdrawalLimits: { counterparties: [{ name: 'Vault', per30Days: '100000000' }] } },
  ] satisfies Partial<Controls>[])(
    'leaves no room that is known of a limit over several currencies: %o',
    async (controls) => {
      await withEther();
      const eth = { ...accountOf(SANDBOX_ACCOUNTS.ethWallet), counterparty: 'Vault', version: 2 };
      await treasury().ledger.commit(TENANT, [{ kind: 'put-account', account: eth }]);
      await treasury().putControls(controls);
      const before = await spoiled();
      const { decisions } = await treasury().tick();
      expect(decisions[1]).toMatchObject({
        ruleId: 'eth',
        reason: 'limit-unknown',
        why: { code: 'bound-unknown', why: { code: 'lane-unreadable', currency: 'BTC' } },
      });
      await put(before);
      const { decisions: then } = await treasury().tick();
      expect(then[1]).toMatchObject({ ruleId: 'eth', outcome: 'sweep' });
    },
  );

  it('is worth nothing under the floor of everything', async () => {
    await withEther();
    const { valuation } = await treasury().snapshot();
    // Without what is held in BTC too little is left.
    const total = String(Number(valuation.total) * 0.8);
    await treasury().putControls({ liquidityFloor: { total } });
    const before = await spoiled();
    const { decisions } = await treasury().tick();
    const without = decisions[1];
    await put(before);
    const { decisions: then } = await treasury().tick();
    expect(without).toMatchObject({ ruleId: 'eth', reason: 'liquidity-floor' });
    expect(then[1]).toMatchObject({ ruleId: 'eth', outcome: 'sweep' });
  });

  it('lets every tier ask for its people', async () => {
    await withEther();
    await treasury().putControls({ approvalTiers: { twoAbove: '100000000' } });
    await spoiled();
    const { proposed } = await treasury().tick();
    expect(proposed[0]?.status).toMatchObject({ state: 'awaiting-approval', approvalsRequired: 2 });
  });

  it('keeps a trade that it lists, which a later delivery ends', async () => {
    const id = await approved();
    const before = await spoiled();
    treasury().pass(APPROVED_EXPIRY_SECONDS);
    expect(await sendTrade(id)).toEqual({ result: 'deferred', reason: 'unreadable' });
    expect(await treasury().state(id)).toBe('approved');
    await put(before);
    expect(await sendTrade(id)).toMatchObject({ result: 'cancelled' });
    expect((await treasury().lane('BTC')).open).toEqual({});
  });

  it('keeps its claim, and the outcome waits for people', async () => {
    const id = await proposedId();
    const { service } = treasury();
    const before: RawItem[] = [];
    const spoiling = {
      ...service,
      sendWithdrawal: async (...asked: Parameters<typeof service.sendWithdrawal>) => {
        before.push(await spoiled());
        return await service.sendWithdrawal(...asked);
      },
    };
    await expect(send(id, { service: spoiling })).rejects.toThrow(
      'The record of BTC cannot be read',
    );
    expect(await treasury().state(id)).toBe('sending');
    await put(before[0] ?? {});
    treasury().pass(3_600);
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'given-up', instructionId: id }]);
  });

  it('is said by the watchdog, which looks after the others and compares their counts', async () => {
    await withEther();
    const { proposed } = await treasury().tick();
    await spoiled();
    treasury().pass(3_600);
    expect((await watchOnce()).actions).toMatchObject([
      { kind: 'too-old', currency: 'ETH', instructionId: proposed[1]?.id },
      { kind: 'lane-unreadable', currency: 'BTC' },
    ]);
    const counts = { ...treasury().ports, flows: treasury().flows };
    expect(await watchCounts(counts, TENANT, HOURS)).toMatchObject({ lowered: null });
  });
});
