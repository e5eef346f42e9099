import { describe, expect, it } from 'vitest';
import { decide } from '../../../treasury/approvals/decide.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import { REDELIVER_AFTER_SECONDS } from '../../../treasury/watchdog/watch.ts';
import { countedOf } from '../../samples/counts.ts';
import { NOT_READ } from '../../samples/not-read.ts';
import { sendingSteps } from './sending-steps.ts';
import { LIMITS, tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { watchOnce, ledgerWith } = sendingSteps(treasury);

const { trades, place, waiting, approve, approved, send } = tradeSteps(treasury);

describe('a trade above the limit', () => {
  it('waits for another person: nothing is claimed, debited or sent', async () => {
    const instruction = await waiting();
    expect(instruction.status).toMatchObject({ state: 'awaiting-approval', approvalsRequired: 1 });
    expect(trades()).toHaveLength(0);
    const btc = await treasury().lane('BTC');
    expect(btc.status.state).toBe('idle');
    expect(Object.values(btc.open)).toEqual([{ instructionId: instruction.id, amount: '0' }]);
    expect((await treasury().lane('USD')).open).toEqual({});
    expect(await treasury().ledger.readCounts(TENANT, 'trade-usage')).toBeNull();
    expect(await place()).toMatchObject({ result: 'awaiting-approval', replayed: true });
    expect(await approve(instruction, 'tina')).toMatchObject({
      refusal: { code: 'maker-is-checker' },
    });
    expect(await treasury().ledger.readAuditHead(TENANT)).toMatchObject({ sequence: 1 });
  });

  it('takes nothing away from the sweeps while it waits', async () => {
    await waiting();
    const { proposed } = await treasury().tick();
    expect(proposed).toMatchObject([{ content: { amount: '2.25' } }]);
  });

  it('at the limit is sent at once, and a little above it is not', async () => {
    const price = treasury().sandbox.prices()['BTC/USD'];
    const mid = (Number(price?.bid) + Number(price?.ask)) / 2;
    await treasury().putControls({ trades: { ...LIMITS, approvalAbove: `${mid + 1}` } });
    expect(await place('1', 'key-1')).toMatchObject({ result: 'concluded' });
    expect(await place('1.01', 'key-2')).toMatchObject({ result: 'awaiting-approval' });
  });

  it('is as much in pieces as at once: what one person traded without approval counts', async () => {
    const bid = Number(treasury().sandbox.prices()['BTC/USD']?.bid);
    const limits = { ...LIMITS, approvalAbove: `${Math.ceil(bid * 0.25)}` };
    await treasury().putControls({ trades: limits });
    expect(await place('0.1', 'key-1')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-2')).toMatchObject({ result: 'concluded' });
    const third = await place('0.1', 'key-3');
    expect(third).toMatchObject({ result: 'awaiting-approval' });
    expect(await place('0.1', 'key-4', {}, 'tom')).toMatchObject({ result: 'concluded' });
    expect(trades()).toHaveLength(3);
    treasury().pass(25 * 3_600);
    await treasury().snapshot();
    expect(await place('0.1', 'key-5')).toMatchObject({ result: 'concluded' });
  });

  it('counts nothing of what another person approved', async () => {
    await send(await approved());
    const worth = Number(treasury().sandbox.prices()['BTC/USD']?.ask) * 0.11;
    await treasury().putControls({ trades: { ...LIMITS, approvalAbove: `${Math.ceil(worth)}` } });
    expect(await place('0.1', 'key-2')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-3')).toMatchObject({ result: 'awaiting-approval' });
  });

  it('is refused before it waits for approval where a guard refuses it', async () => {
    await treasury().putControls({ trades: { ...LIMITS, per24Hours: { person: '150' } } });
    expect(await place()).toMatchObject({ refusal: { code: 'rolling-limit-too-small' } });
    expect((await treasury().lane('BTC')).open).toEqual({});
  });

  it('expires without an approval, by the watchdog', async () => {
    const { id } = await waiting();
    treasury().pass(3_601);
    const { actions } = await watchOnce();
    expect(actions).toMatchObject([{ kind: 'expired', instructionId: id, currency: 'BTC' }]);
    expect(await treasury().state(id)).toBe('expired');
    expect((await treasury().lane('BTC')).open).toEqual({});
    expect(await place()).toMatchObject({
      result: 'concluded',
      replayed: true,
      instruction: { status: { state: 'expired' } },
    });
  });
});

describe('an approved trade', () => {
  it('is sent once and recorded, however often it is delivered', async () => {
    const id = await approved();
    const sent = await Promise.all([send(id), send(id), send(id)]);
    expect(sent.filter(({ result }) => result === 'concluded')).toHaveLength(1);
    expect(await send(id)).toEqual({ result: 'not-open', state: 'confirmed' });
    expect(trades()).toHaveLength(1);
    const btc = await treasury().lane('BTC');
    expect([btc.status.state, btc.open]).toEqual(['idle', {}]);
    const usage = await treasury().ledger.readCounts(TENANT, 'trade-usage');
    expect(countedOf(usage, 'trader', 'tina').hours).not.toEqual({});
    expect(await place()).toMatchObject({ result: 'concluded', replayed: true });
  });

  it('is sent once where the answer to its claim is lost', async () => {
    const id = await approved();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 1) throw new Error('the answer was lost');
      return result;
    });
    expect(await send(id, { ledger })).toMatchObject({ result: 'concluded' });
    expect(trades()).toHaveLength(1);
  });

  it.each([
    ['the mode', { mode: 'halted' }, 'halted'],
    [
      'the limit of one trade',
      { trades: { ...LIMITS, maximumNotional: '10' } },
      'notional-above-limit',
    ],
    [
      'the rolling limit',
      { trades: { ...LIMITS, per24Hours: { total: '1' } } },
      'rolling-limit-too-small',
    ],
  ] as const)('is judged anew by %s, and cancelled with the reason', async (_, change, reason) => {
    const id = await approved();
    await treasury().putControls(change);
    const sent = await send(id);
    expect(sent).toMatchObject({ result: 'cancelled', instruction: { status: { reason } } });
    expect(trades()).toHaveLength(0);
    expect((await treasury().lane('BTC')).open).toEqual({});
  });

  it('is judged anew on the market of then, and cancelled with the numbers', async () => {
    const id = await approved();
    const { service } = treasury();
    const risen = {
      ...service,
      readPrices: async () => {
        const reading = await service.readPrices();
        if (!reading.ok) return reading;
        const prices = { ...reading.value.prices, 'BTC/USD': { bid: '75000', ask: '75001' } };
        return { ...reading, value: { ...reading.value, prices } };
      },
    };
    const sent = await send(id, { service: risen });
    expect(sent).toMatchObject({
      result: 'cancelled',
      instruction: {
        status: {
          reason: 'price-outside-collar',
          why: { code: 'outside-collar', market: '75000' },
        },
      },
    });
    expect(trades()).toHaveLength(0);
  });

  it('is held while the price has jumped since the last snapshot, until readings in a row agree', async () => {
    await treasury().snapshot();
    const id = await approved();
    const { sandbox } = treasury();
    const tenth = { kind: 'jumped-200', of: 'BTC/USD', factor: '0.1' } as const;
    const jumped = () => sandbox.queueFault({ on: 'GET /v1/prices', fault: tenth });
    const held = { result: 'deferred', reason: 'price-jumped' };
    jumped();
    // By the collar alone a sale far above the bid is a good one.
    expect(await send(id)).toMatchObject(held);
    for (const _ of ['first', 'second']) {
      jumped();
      await treasury().snapshot();
    }
    // Back where it was: the jump was a slip, twice.
    expect(trades()).toHaveLength(0);
    expect(await treasury().state(id)).toBe('approved');
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it('waits for a service that cannot be read, and is delivered again by the watchdog', async () => {
    const id = await approved();
    const { service } = treasury();
    const unreadable = {
      ...service,
      readPrices: async () => ({ ok: false, code: 'timeout', failed: NOT_READ }) as const,
    };
    expect(await send(id, { service: unreadable })).toMatchObject({
      result: 'deferred',
      reason: 'timeout',
    });
    expect(await treasury().state(id)).toBe('approved');
    treasury().pass(REDELIVER_AFTER_SECONDS);
    const { delivered } = await watchOnce();
    expect(delivered).toEqual([id]);
    expect(await send(id)).toMatchObject({ result: 'concluded' });
  });

  it('is not sent long after its approval', async () => {
    const id = await approved();
    treasury().pass(APPROVED_EXPIRY_SECONDS);
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'too-old' } },
    });
    expect(trades()).toHaveLength(0);
  });

  it('can be called off until it is claimed', async () => {
    const id = await approved();
    const cancelled = await decide(treasury().ports, {
      tenant: TENANT,
      instructionId: id,
      by: 'theo',
      decision: 'cancel',
      comment: 'the market turned',
      requestId: 'request-3',
    });
    expect(cancelled).toMatchObject({ result: 'decided' });
    expect(await send(id)).toEqual({ result: 'not-open', state: 'cancelled' });
    expect((await treasury().lane('BTC')).open).toEqual({});
  });
});
