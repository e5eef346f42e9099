import { expect } from 'vitest';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import { sendTrade } from '../../../treasury/outgoing/kinds/trade.ts';
import type { TradeLimits } from '../../../treasury/policy/controls.ts';
import type { DecidingPorts, SendingPorts } from '../../../treasury/sending/ports.ts';
import { placeTrade } from '../../../treasury/trades/place-trade.ts';
import { belowBid } from '../market/below-bid.ts';
import { TENANT, type TreasuryOverStore } from './treasury-under-test.ts';

export const LIMITS: TradeLimits = {
  instruments: ['BTC/USD', 'ETH/USD'],
  maximumNotional: '1000000',
  approvalAbove: '100',
};

/** Of each treasury, so that what is asked for again is the same. */
const PRICES = new WeakMap<object, string>();

/** The steps of a trade as tests take them, on the treasury of the test that is running. */
export function tradeSteps(treasury: () => TreasuryOverStore) {
  /** Sells a little below the bid, so that it is still the market's price when a person has approved. */
  function belowMarket(amount = '0.1'): TradeRequest {
    const price = PRICES.get(treasury()) ?? belowBid(treasury().sandbox);
    PRICES.set(treasury(), price);
    return { instrument: 'BTC/USD', side: 'sell', price, amount };
  }

  const trades = () => treasury().posts('/v1/trades');

  function placeRequest(
    request: TradeRequest,
    idempotencyKey = 'key-1',
    ports: Partial<DecidingPorts> = {},
    requestedBy = 'tina',
  ) {
    const command = { tenant: TENANT, requestedBy, idempotencyKey, request };
    return placeTrade({ ...treasury().ports, ...ports }, command);
  }

  const place = (amount = '0.1', key = 'key-1', ports: Partial<DecidingPorts> = {}, by = 'tina') =>
    placeRequest(belowMarket(amount), key, ports, by);

  /** A trade that waits for an approval. */
  async function waiting(): Promise<Instruction> {
    await treasury().putControls({ trades: LIMITS });
    const placed = await place();
    if (placed.result !== 'awaiting-approval')
      throw new Error(`${placed.result}: it waits for no approval`);
    return placed.instruction;
  }

  const approve = (instruction: Instruction, by = 'anna') =>
    decide(treasury().ports, {
      tenant: TENANT,
      instructionId: instruction.id,
      by,
      decision: 'approve',
      content: contentDigest(instruction),
      comment: 'as agreed',
      requestId: 'request-2',
    });

  async function approved(): Promise<string> {
    const instruction = await waiting();
    expect(await approve(instruction)).toMatchObject({ result: 'decided' });
    return instruction.id;
  }

  const send = (id: string, ports: Partial<SendingPorts> = {}) =>
    sendTrade({ ...treasury().ports, ...ports }, TENANT, id);
  return { belowMarket, trades, place, placeRequest, waiting, approve, approved, send };
}
