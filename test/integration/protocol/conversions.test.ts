import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import type { SharedName } from '../../../treasury/counters/counter.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import type { TradeLimits } from '../../../treasury/policy/controls.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { MAX_READING_AGE_SECONDS } from '../../../treasury/sending/reading-age.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { countedOf } from '../../samples/counts.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { CONTROLS, RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { trades, send } = tradeSteps(treasury);

const { withdrawalAccountId: _, ...SURPLUS } = RULE;

/** With the sandbox's 3.25 BTC it sells 2.25. */
const CONVERSION: SweepRule = {
  ...SURPLUS,
  id: 'btc-to-usd',
  label: 'BTC into USD',
  kind: 'convert',
  into: 'USD',
};

const LIMITS: TradeLimits = { ...CONTROLS.trades };

async function put(change: Partial<SweepRule> = {}, limits: Partial<TradeLimits> = {}) {
  await treasury().putControls({ trades: { ...LIMITS, ...limits } });
  const off: SweepRule = { ...RULE, enabled: false, version: 2 };
  const rule = { ...CONVERSION, ...change };
  const { ok } = await treasury().ledger.commit(TENANT, [
    { kind: 'put-rule', rule: off },
    { kind: 'put-rule', rule },
  ]);
  expect(ok).toBe(true);
  return rule;
}

/** The conversion that one tick proposes. */
async function proposed(): Promise<Instruction> {
  const { proposed: found, decisions } = await treasury().tick();
  const [instruction] = found;
  if (instruction === undefined) throw new Error(JSON.stringify(decisions));
  return instruction;
}

const stored = (id: string) => treasury().ledger.readInstruction(TENANT, id);

const approve = (instruction: Instruction, by: string) =>
  decide(treasury().ports, {
    tenant: TENANT,
    instructionId: instruction.id,
    by,
    decision: 'approve',
    content: contentDigest(instruction),
    comment: 'as agreed',
    requestId: 'request-1',
  });

describe('a conversion', () => {
  it('is proposed by a run, sealed, and sent once by the guards of trades', async () => {
    await put();
    const instruction = await proposed();
    expect(instruction).toMatchObject({
      content: { kind: 'trade', instrument: 'BTC/USD', side: 'sell', amount: '2.25' },
      conversion: { currency: 'BTC', amount: '2.25', into: 'USD' },
      origin: { kind: 'sweep', ruleId: 'btc-to-usd' },
      status: { state: 'approved', by: { code: 'rule', ruleId: 'btc-to-usd' } },
    });
    const sent = await send(instruction.id);
    expect(sent).toMatchObject({
      result: 'concluded',
      instruction: { status: { state: 'confirmed' } },
    });
    expect(await send(instruction.id)).toMatchObject({ result: 'not-open' });
    expect(trades()).toHaveLength(1);
    const lane = await treasury().lane();
    expect(lane.usage['btc-to-usd']).toMatchObject({ failures: 0 });
    expect(Object.values(countedOf(lane, 'rule', 'btc-to-usd').hours)).toEqual(['2.25']);
    const usage = await treasury().ledger.readCounts(TENANT, 'trade-usage');
    expect(countedOf(usage, 'trader', 'rule btc-to-usd').hours).not.toEqual({});
  });

  it('is sent at a limit by the market of its claim, never worse than what was decided', async () => {
    await put();
    const instruction = await proposed();
    const { content } = instruction;
    await send(instruction.id);
    const after = await stored(instruction.id);
    if (content.kind !== 'trade' || after?.sentPrice === undefined) throw new Error('not sent');
    expect(decimalOf(after.sentPrice).greaterThanOrEqualTo(decimalOf(content.price))).toBe(true);
    const [post] = trades();
    expect(JSON.stringify(post)).toContain(after.sentPrice);
    expect(after.content).toEqual(content);
  });

  it('of the same snapshot is proposed once, however often that is delivered', async () => {
    await put();
    const taken = await treasury().snapshot();
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => runSweeps(treasury().ports, taken)),
    );
    expect(runs.flatMap((run) => run.proposed)).toHaveLength(1);
  });

  it('claimed by two senders at once leaves once', async () => {
    await put();
    const { id } = await proposed();
    const sent = await Promise.all([send(id), send(id), send(id)]);
    expect(sent.filter(({ result }) => result === 'concluded')).toHaveLength(1);
    expect(trades()).toHaveLength(1);
  });

  it('by a sender that stands still before its claim is dated and judged at one moment, and sends nothing late', async () => {
    await put();
    await treasury().putControls({ approvalTiers: { oneAbove: '10000000' } });
    const { id } = await proposed();
    const before = treasury().now();
    const { ledger } = treasury();
    // The last read before the claim: the process stands still, for longer than a request may be sent, and lives on.
    const frozen = {
      ...ledger,
      readCounts: async (tenant: string, name: SharedName) => {
        if (name === 'approval-usage') treasury().pass(MAX_READING_AGE_SECONDS - 1);
        return await ledger.readCounts(tenant, name);
      },
    };
    await send(id, { ledger: frozen });
    const after = await stored(id);
    expect(after?.status).toMatchObject({ state: 'not-sent', cause: 'past-send-by' });
    expect(after?.history.find(({ state }) => state === 'sending')?.at).toBe(before);
    expect(trades()).toHaveLength(0);
  });

  it('waits while the other currency is being sent or is in doubt', async () => {
    await put();
    const { id } = await proposed();
    const usd = await treasury().lane('USD');
    const btc = await treasury().lane();
    const claim = {
      instructionId: 'other',
      nonce: 'n',
      claimedAt: treasury().now(),
      sendBy: treasury().now(),
      quarantineUntil: treasury().now(),
      balanceBefore: '0',
    };
    await treasury().ledger.commit(TENANT, [
      {
        kind: 'replace-lane',
        lane: {
          ...usd,
          version: usd.version + 1,
          status: { state: 'unknown', claim, since: treasury().now() },
        },
        from: 'idle',
      },
    ]);
    expect(await send(id)).toMatchObject({ result: 'deferred', reason: 'uncertain' });
    expect(trades()).toHaveLength(0);
    expect(Object.keys((await treasury().lane()).open)).toEqual(Object.keys(btc.open));
  });

  it('holds both lanes while its outcome is not known', async () => {
    await put();
    const { id } = await proposed();
    const lost = await send(id, {
      service: {
        ...treasury().service,
        sendTrade: async () => ({ kind: 'unclear', cause: 'timeout', serviceAnswer: 'none' }),
      },
    });
    expect(lost).toMatchObject({ instruction: { status: { state: 'unknown' } } });
    for (const currency of ['BTC', 'USD']) {
      expect((await treasury().lane(currency)).status.state).toBe('unknown');
    }
  });

  it('ends where its rule, its controls or the market are no longer what it was decided on', async () => {
    const rule = await put();
    const first = await proposed();
    await treasury().ledger.commit(TENANT, [
      { kind: 'put-rule', rule: { ...rule, into: 'ETH', version: rule.version + 1 } },
    ]);
    expect(await send(first.id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'rule-changed' } },
    });
    expect(trades()).toHaveLength(0);
    expect((await treasury().lane()).open).toEqual({});
  });

  it('ends where the price has fallen below what was decided, with the reason', async () => {
    await put({}, { collarPercent: '5' });
    const { id } = await proposed();
    const { service } = treasury();
    const readPrices = async () => {
      const reading = await service.readPrices();
      if (!reading.ok) return reading;
      const { bid, ask } = reading.value.prices['BTC/USD'] ?? { bid: '1', ask: '1' };
      const fallen = (text: string) => decimalOf(text).times('0.9').toDecimalPlaces(0).toFixed();
      const prices = { ...reading.value.prices, 'BTC/USD': { bid: fallen(bid), ask: fallen(ask) } };
      return { ...reading, value: { ...reading.value, prices } };
    };
    expect(await send(id, { service: { ...service, readPrices } })).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'price-moved' } },
    });
    expect(trades()).toHaveLength(0);
  });

  it('above the limit of trades waits for a person, and by the tiers for two', async () => {
    await put({}, { approvalAbove: '1000' });
    await treasury().putControls({ approvalTiers: { twoAbove: '1000' } });
    const waiting = await proposed();
    expect(waiting.status).toMatchObject({ state: 'awaiting-approval', approvalsRequired: 2 });
    expect(await approve(waiting, 'ada')).toMatchObject({ result: 'decided' });
    expect(await send(waiting.id)).toMatchObject({ result: 'not-open' });
    const again = await stored(waiting.id);
    if (again === null) throw new Error('gone');
    expect(await approve(again, 'ben')).toMatchObject({ result: 'decided' });
    expect(await send(waiting.id)).toMatchObject({ result: 'concluded' });
  });

  it('is not sent where a program with write access changes what it is about', async () => {
    await put();
    const { id } = await proposed();
    const instruction = await stored(id);
    if (instruction?.content.kind !== 'trade') throw new Error('no trade');
    const forged = {
      ...instruction,
      content: { ...instruction.content, amount: '3' },
      version: instruction.version + 1,
    };
    await treasury().ledger.commit(TENANT, [{ kind: 'replace-instruction', instruction: forged }]);
    const sent = await send(id);
    expect(sent.result).not.toBe('concluded');
    expect(trades()).toHaveLength(0);
  });

  it('gives back every debit where nothing left', async () => {
    await put({ budgets: { per24Hours: '10' } }, { per24Hours: { total: '500000' } });
    await treasury().putControls({ approvalTiers: { oneAbove: '900000' } });
    const { id } = await proposed();
    const sendTrade = async () =>
      ({ kind: 'not-sent', cause: 'dns', serviceAnswer: 'no such host' }) as const;
    await send(id, { service: { ...treasury().service, sendTrade } });
    expect(await treasury().state(id)).toBe('not-sent');
    const lane = await treasury().lane();
    expect(countedOf(lane, 'rule', 'btc-to-usd').hours).toEqual({});
    const tiers = await treasury().ledger.readCounts(TENANT, 'approval-usage');
    expect(countedOf(tiers, 'approved-by', '0').hours).toEqual({});
    const traded = await treasury().ledger.readCounts(TENANT, 'trade-usage');
    expect(countedOf(traded, 'traded').hours).toEqual({});
  });
});
