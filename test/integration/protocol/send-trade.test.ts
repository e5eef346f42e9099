import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import { filledAsAsked } from '../../../treasury/evidence/expected-change.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { formatDecimal } from '../../../treasury/money/decimal-text.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import type { RollingNotional, TradeLimits } from '../../../treasury/policy/controls.ts';
import type { DecidingPorts, SendingPorts } from '../../../treasury/sending/ports.ts';
import { settle } from '../../../treasury/settlement/settle.ts';
import { placeTrade } from '../../../treasury/trades/place-trade.ts';
import { sendTrade } from '../../../treasury/trades/send-trade.ts';
import { REDELIVER_AFTER_SECONDS } from '../../../treasury/watchdog/watch.ts';
import { belowBid } from '../market/below-bid.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { CLIENT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { watchOnce, ledgerWith } = sendingSteps(treasury);

const LIMITS: TradeLimits = {
  instruments: ['BTC/USD', 'ETH/USD'],
  maximumNotional: '1000000',
  approvalAbove: '100',
};

/** Of each treasury, so that what is asked for again is the same. */
const PRICES = new WeakMap<object, string>();

/** Sells a little below the bid, so that it is still the market's price when somebody has approved. */
function belowMarket(amount: string): TradeRequest {
  const price = PRICES.get(treasury()) ?? belowBid(treasury().sandbox);
  PRICES.set(treasury(), price);
  return { instrument: 'BTC/USD', side: 'sell', price, amount };
}

const trades = () => treasury().posts('/v1/trades');

function place(amount = '0.1', key = 'key-1', ports: Partial<DecidingPorts> = {}, by = 'tina') {
  const command = {
    client: CLIENT,
    requestedBy: by,
    idempotencyKey: key,
    request: belowMarket(amount),
  };
  return placeTrade({ ...treasury().ports, ...ports }, command);
}

/** A trade that waits for somebody. */
async function waiting(): Promise<Instruction> {
  await treasury().putControls({ trades: LIMITS });
  const placed = await place();
  if (placed.result !== 'awaiting-approval')
    throw new Error(`${placed.result}: it waits for nobody`);
  return placed.instruction;
}

const approve = (instruction: Instruction, by = 'anna') =>
  decide(treasury().ports, {
    client: CLIENT,
    instructionId: instruction.id,
    by,
    decision: 'approve',
    content: contentDigest(instruction),
    words: 'as agreed',
    requestId: 'request-2',
  });

async function approved(): Promise<string> {
  const instruction = await waiting();
  expect(await approve(instruction)).toMatchObject({ result: 'decided' });
  return instruction.id;
}

const send = (id: string, ports: Partial<SendingPorts> = {}) =>
  sendTrade({ ...treasury().ports, ...ports }, CLIENT, id);

describe('a trade above the limit', () => {
  it('waits for another person: nothing is claimed, debited or sent', async () => {
    const instruction = await waiting();
    expect(instruction.status).toMatchObject({ state: 'awaiting-approval', needed: 1 });
    expect(trades()).toHaveLength(0);
    const btc = await treasury().lane('BTC');
    expect(btc.latch.state).toBe('idle');
    expect(Object.values(btc.open)).toEqual([{ instructionId: instruction.id, amount: '0' }]);
    expect((await treasury().lane('USD')).open).toEqual({});
    expect(await treasury().ledger.readTradeUsage(CLIENT)).toBeNull();
    expect(await place()).toMatchObject({ result: 'awaiting-approval', replayed: true });
    expect(await approve(instruction, 'tina')).toMatchObject({
      refusal: { code: 'maker-is-checker' },
    });
    expect(await treasury().ledger.readAuditHead(CLIENT)).toMatchObject({ sequence: 1 });
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

  it('is refused before anybody is asked where a guard refuses it', async () => {
    await treasury().putControls({ trades: { ...LIMITS, per24Hours: { user: '150' } } });
    expect(await place()).toMatchObject({ refusal: { code: 'rolling-limit-too-small' } });
    expect((await treasury().lane('BTC')).open).toEqual({});
  });

  it('expires where nobody approves it, by the watchdog', async () => {
    const { id } = await waiting();
    treasury().pass(3_601);
    const { findings } = await watchOnce();
    expect(findings).toMatchObject([{ kind: 'expired', instructionId: id, currency: 'BTC' }]);
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
    expect([btc.latch.state, btc.open]).toEqual(['idle', {}]);
    const usage = await treasury().ledger.readTradeUsage(CLIENT);
    expect(usage?.users.map(({ user }) => user)).toEqual(['tina']);
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
      { trades: { ...LIMITS, per24Hours: { client: '1' } } },
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
        const prices = { ...reading.value.prices, 'BTC/USD': { bid: '900000', ask: '900001' } };
        return { ...reading, value: { ...reading.value, prices } };
      },
    };
    const sent = await send(id, { service: risen });
    expect(sent).toMatchObject({
      result: 'cancelled',
      instruction: {
        status: {
          reason: 'price-outside-collar',
          explanation: expect.stringContaining('bid of 900000'),
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
      readPrices: async () => ({ ok: false, code: 'timeout', reason: '-' }) as const,
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
      client: CLIENT,
      instructionId: id,
      by: 'theo',
      decision: 'cancel',
      words: 'the market turned',
      requestId: 'request-3',
    });
    expect(cancelled).toMatchObject({ result: 'decided' });
    expect(await send(id)).toEqual({ result: 'not-open', state: 'cancelled' });
    expect((await treasury().lane('BTC')).open).toEqual({});
  });
});

describe('the rolling limits on the real ledger', () => {
  const limited = (per24Hours: RollingNotional) =>
    treasury().putControls({
      trades: { instruments: ['BTC/USD'], maximumNotional: '1000000', per24Hours },
    });
  const traded = async () => (await treasury().ledger.readTradeUsage(CLIENT))?.hours ?? {};

  it('count what was sent, and let nothing beyond them pass', async () => {
    const bid = Number(treasury().sandbox.prices()['BTC/USD']?.bid);
    await limited({ user: `${bid * 0.25}` });
    expect(await place('0.1', 'key-1')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-2')).toMatchObject({ result: 'concluded' });
    expect(await place('0.1', 'key-3')).toMatchObject({
      refusal: { code: 'rolling-limit-reached', numbers: { scope: 'user' } },
    });
    expect(await place('0.1', 'key-4', {}, 'tom')).toMatchObject({ result: 'concluded' });
    expect(trades()).toHaveLength(3);
  });

  it('keep what may have been executed, and get back what is proven not to have left', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/trades',
      fault: { kind: 'hang-without-execution' },
    });
    const { service } = treasury();
    const closed = {
      ...service,
      sendTrade: async () =>
        ({
          kind: 'not-sent',
          cause: 'refused',
          serviceAnswer: 'the connection is refused',
        }) as const,
    };
    expect(await place('0.1', 'key-1', { service: closed })).toMatchObject({
      instruction: { status: { state: 'not-sent' } },
    });
    expect(await traded()).toEqual({});
    expect(await place('0.1', 'key-2')).toMatchObject({
      instruction: { status: { state: 'unknown' } },
    });
    expect(Object.values(await traded())).toHaveLength(1);
  });

  /** Longer than the quarantine of a request; then a reading of the balances, and the watchdog. */
  const quarantineOver = async () => {
    treasury().pass(300);
    await treasury().snapshot();
    return (await watchOnce()).findings;
  };

  it('get back what the service refused, once the balances prove that nothing was executed', async () => {
    const fault = { kind: 'status', status: 422 } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    expect(await place()).toMatchObject({ instruction: { status: { state: 'rejected' } } });
    expect(Object.values(await traded())).toHaveLength(1);
    expect(await quarantineOver()).toMatchObject([{ kind: 'lane-freed' }, { kind: 'lane-freed' }]);
    expect(await traded()).toEqual({});
    expect((await watchOnce()).findings).toEqual([]);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('know what two people say became of it: executed is %s', async (executed, hours) => {
    const kind = executed ? 'execute-then-hang' : 'hang-without-execution';
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault: { kind } });
    const placed = await place();
    const id = placed.result === 'concluded' ? placed.instruction.id : '';
    await quarantineOver();
    for (const by of ['ada', 'bob']) {
      const instruction = await treasury().ledger.readInstruction(CLIENT, id);
      const evidence = instruction?.evidence?.digest ?? '';
      const command = {
        client: CLIENT,
        instructionId: id,
        by,
        executed,
        ...(executed && instruction?.content.kind === 'trade'
          ? { fill: filledAsAsked(instruction.content) }
          : {}),
        words: 'looked up',
        evidence,
      };
      const said = await settle(treasury().ports, { ...command, requestId: 'request-4' });
      expect(said.result).toBe(by === 'ada' ? 'proposed' : 'settled');
    }
    expect(Object.values(await traded())).toHaveLength(hours);
  });

  it('keep the share of what was filled of a trade that people found cancelled', async () => {
    const fault = {
      kind: 'trade-left-open',
      filledPercent: 40,
      state: 'partially_filled',
    } as const;
    treasury().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    const placed = await place('0.1');
    const held = placed.result === 'concluded' ? placed.instruction : null;
    expect(held?.status).toMatchObject({ state: 'unknown', cause: 'state-open' });
    const whole = Object.values(await traded())[0] ?? '0';
    const content = held?.content.kind === 'trade' ? held.content : null;
    if (held === null || content === null) throw new Error('no trade was placed');
    const quote = new Decimal(content.price).times('0.04');
    const fill = { base: '0.04', quote: formatDecimal(quote) };
    const says = async (by: string) => {
      const now = await treasury().ledger.readInstruction(CLIENT, held.id);
      return await settle(treasury().ports, {
        ...{ client: CLIENT, instructionId: held.id, by, executed: true, fill },
        ...{ words: 'cancelled, as its list says', evidence: now?.evidence?.digest ?? '' },
        requestId: 'request-5',
      });
    };
    expect(await says('ada')).toMatchObject({ refusal: { code: 'in-quarantine' } });
    await quarantineOver();
    expect((await says('ada')).result).toBe('proposed');
    expect((await says('bob')).result).toBe('settled');
    const [kept = '0'] = Object.values(await traded());
    expect(kept).toBe(formatDecimal(new Decimal(whole).times('0.4')));
    const [base, quoteLane] = await Promise.all(['BTC', 'USD'].map((c) => treasury().lane(c)));
    expect(base?.latch.state).toBe('idle');
    expect(base?.recent?.at(-1)?.change).toBe('-0.04');
    expect(quoteLane?.recent?.at(-1)?.change).toBe(formatDecimal(quote));
  });
});
