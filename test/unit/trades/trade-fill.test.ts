import { expect, it } from 'vitest';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { tradeFillOf } from '../../../treasury/trades/trade-fill.ts';

const AT = '2026-01-05T09:00:00.000Z';

const SALE: Instruction = {
  id: 'convert-eth-to-usd-20260105T090000Z',
  tenant: 'main',
  origin: { kind: 'sweep', ruleId: 'eth-to-usd', ruleVersion: 1, occurrence: AT, snapshot: AT },
  content: { kind: 'trade', instrument: 'ETH/USD', side: 'sell', price: '1900', amount: '10' },
  conversion: { currency: 'ETH', amount: '10', into: 'USD', bid: '2000', ask: '2002' },
  sentPrice: '1910',
  createdAt: AT,
  status: {
    state: 'confirmed',
    at: AT,
    confirmation: {
      kind: 'trade',
      trade: {
        executed: { base: '10', quote: '19900' },
        fees: [{ currency: 'USD', amount: '19.9' }],
      },
      answer: '',
    },
    evidence: '',
  },
  history: [],
  version: 3,
};

it('compares the fill of a conversion with the market that it was decided at, and names the fees', () => {
  expect(tradeFillOf(SALE)).toEqual({
    price: '1990',
    decidedPrice: '2000',
    slippagePercent: '0.5',
    slippage: '100',
    fees: [{ currency: 'USD', amount: '19.9' }],
  });
});

it('compares a purchase with the ask, and a better price counts as less than nothing', () => {
  const bought: Instruction = {
    ...SALE,
    content: { kind: 'trade', instrument: 'ETH/USD', side: 'buy', price: '2100', amount: '10' },
  };
  expect(tradeFillOf(bought)).toMatchObject({ decidedPrice: '2002', slippage: '-120' });
});

it('compares a placed trade with the price that a person asked for', () => {
  const { conversion: _, sentPrice: __, ...placed } = SALE;
  expect(tradeFillOf(placed)).toMatchObject({ decidedPrice: '1900', slippage: '-900' });
});

it('says nothing where the fills do not say what was executed', () => {
  const silent: Instruction = {
    ...SALE,
    status: {
      state: 'confirmed',
      at: AT,
      confirmation: { kind: 'trade', trade: {}, answer: '' },
      evidence: '',
    },
  };
  expect(tradeFillOf(silent)).toBeNull();
});
