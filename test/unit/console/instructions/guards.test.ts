import type { components } from '@sluice/client';
import { describe, expect, it } from 'vitest';
import { amountFault, freeOf, modeGuard } from '../../../../console/instructions/guard.ts';
import {
  collarLimit,
  needsApproval,
  notionalOf,
  type Prices,
  paidBy,
  tradeGuards,
} from '../../../../console/screens/trades/trade-guards.ts';
import {
  approversText,
  withdrawalGuards,
  worthOf,
} from '../../../../console/screens/withdrawals/withdrawal-guards.ts';

type Schemas = components['schemas'];

const AT = '2026-01-05T09:00:00.000Z';
const NOW = new Date(AT);
const lane = (changed: Partial<Schemas['LaneView']> = {}) =>
  ({
    ...{ currency: 'BTC', state: 'idle', open: [], usage: {} },
    ...changed,
  }) as Schemas['LaneView'];
const balances: Schemas['Balances'] = {
  ...{ readAt: AT, pricesReadAt: AT, reportingCurrency: 'USD', total: null, unvalued: [] },
  ...{ unvaluedBecause: {}, manualRates: [], refusedRates: [] },
  balances: {
    BTC: {
      total: '3',
      available: '2',
      price: '60000',
      path: 'direct',
      instruments: [],
      value: '1',
    },
    USD: {
      total: '1000',
      available: '1000',
      price: '1',
      path: 'same',
      instruments: [],
      value: '1',
    },
  },
};
const overview = {
  mode: 'live',
  halt: { currencies: {} },
  currencies: [{ currency: 'BTC', mode: 'live' }],
} as unknown as Schemas['Overview'];
const account: Schemas['RegisteredAccount'] = {
  ...{ id: 'a', label: 'Cold storage', network: 'bitcoin', currency: 'BTC', details: {} },
  ...{ status: 'active', version: 1 },
};
const controls = {
  reportingCurrency: 'USD',
  trades: {
    instruments: ['BTC/USD'],
    maximumNotional: '25000',
    collarPercent: '5',
    per24Hours: { person: '20000' },
    approvalAbove: '10000',
  },
} as unknown as Schemas['CurrentControls'];
const prices: Prices = {
  ...{ readAt: AT, reportingCurrency: 'USD', unvalued: [] },
  prices: { 'BTC/USD': { bid: '60000', ask: '60010', mid: '60005' } },
  values: {
    BTC: { price: '60005', path: 'direct', instruments: ['BTC/USD'] },
    USD: { price: '1', path: 'same', instruments: [] },
  },
};

describe('a withdrawal before it is sent', () => {
  const verdicts = (changed: object) =>
    Object.fromEntries(
      withdrawalGuards({
        ...{ account, amount: '0.5', overview, lanes: [lane()], balances, now: NOW },
        ...changed,
      }).map(({ name, verdict }) => [name, verdict]),
    );

  it('passes every guard where nothing is in its way', () => {
    expect(new Set(Object.values(verdicts({})))).toEqual(new Set(['passes']));
  });

  it('is refused before an account has rested, and while it is inactive', () => {
    const resting = { ...account, usableFrom: '2026-01-05T09:00:01.000Z' };
    expect(verdicts({ account: resting })).toMatchObject({ 'Cooling-off': 'refuses' });
    const inactive = { ...account, status: 'inactive' };
    expect(verdicts({ account: inactive })).toMatchObject({ Account: 'refuses' });
  });

  it('is refused beyond what is free of promises and of what no balance shows yet', () => {
    const unbooked = {
      ...{ amount: '0.5', since: AT, ageSeconds: 1, overdue: null },
      parts: [],
      why: '',
      next: '',
    };
    const lanes = [lane({ open: [{ instructionId: 'x', amount: '1.2' }], unbooked })];
    expect(freeOf('BTC', balances, lanes)).toBe('0.3');
    expect(verdicts({ lanes })).toMatchObject({ Balance: 'refuses' });
    expect(verdicts({ lanes, amount: '0.3' })).toMatchObject({ Balance: 'passes' });
  });

  it('waits while its lane is taken, and is not called refused where nothing could be read', () => {
    expect(verdicts({ lanes: [lane({ state: 'sending' })] })).toMatchObject({
      'Lane of BTC': 'waits',
    });
    const unread = verdicts({ lanes: undefined, balances: undefined, overview: undefined });
    expect(unread).toMatchObject({ Mode: 'unknown', Balance: 'unknown', 'Lane of BTC': 'unknown' });
  });

  it('is refused by a halt of its currency alone', () => {
    const halted = { ...overview, halt: { currencies: { BTC: {} } } } as unknown as typeof overview;
    expect(modeGuard(['BTC'], halted).verdict).toBe('refuses');
    expect(modeGuard(['ETH'], halted).verdict).toBe('passes');
  });

  it('takes two people above the tier, and where it has no price', () => {
    const tiers = { ...controls, approvalTiers: { twoAbove: '30000' } };
    expect(worthOf('BTC', '0.5', balances)).toBe('30000');
    expect(approversText('30000', tiers)).toMatch(/^One other person/);
    expect(approversText('30000.01', tiers)).toMatch(/^Two other people/);
    expect(approversText(null, tiers)).toMatch(/^Two other people/);
  });

  it('takes an amount as the API does, and says what is wrong with another', () => {
    expect(amountFault('0.25')).toBeNull();
    for (const text of ['', '0', '1,5', '1e5', '.5', '-1', '1 000']) {
      expect(amountFault(text), text).not.toBeNull();
    }
  });
});

describe('a trade before it is sent', () => {
  const ticket = { instrument: 'BTC/USD', side: 'buy', amount: '0.1', price: '60010' } as const;
  const market = {
    ...{ overview, controls, prices, balances },
    lanes: [lane(), lane({ currency: 'USD' })],
  };
  const verdicts = (changed: object) =>
    Object.fromEntries(
      tradeGuards({ ...ticket, ...changed }, market).map(({ name, verdict }) => [name, verdict]),
    );

  it('costs its limit at most, and is worth the larger of amount and cost', () => {
    expect(paidBy(ticket)).toEqual({ currency: 'USD', amount: '6001' });
    expect(notionalOf({ ...ticket, price: '50000' }, prices)).toBe('6000.5');
    expect(notionalOf({ ...ticket, price: '70000' }, prices)).toBe('7000');
    expect(notionalOf({ ...ticket, side: 'sell', price: '70000' }, prices)).toBe('6000.5');
  });

  it('stays within the collar of the losing side, bound included', () => {
    expect(collarLimit(ticket, prices, controls)).toBe('63010.5');
    expect(collarLimit({ ...ticket, side: 'sell' }, prices, controls)).toBe('57000');
    expect(verdicts({ price: '63010.5' })).toMatchObject({ Collar: 'passes' });
    expect(verdicts({ price: '63010.51' })).toMatchObject({ Collar: 'refuses' });
  });

  it('is refused above the largest trade, the limits of a day and the balance', () => {
    expect(verdicts({ amount: '0.5' })).toMatchObject({
      ...{ 'Largest trade': 'refuses', 'Limits of 24 hours': 'refuses', Balance: 'refuses' },
    });
    expect(verdicts({})).toMatchObject({ 'Limits of 24 hours': 'unknown' });
  });

  it('waits for another person above the limit, and where it has no value', () => {
    expect(needsApproval('10000', controls)).toBe(false);
    expect(needsApproval('10000.01', controls)).toBe(true);
    expect(needsApproval(null, controls)).toBe(true);
    expect(verdicts({ side: 'sell', amount: '0.3', price: '60000' })).toMatchObject({
      Approval: 'waits',
    });
  });

  it('is refused while one of its lanes is taken', () => {
    const busy = { ...market, lanes: [lane({ state: 'unknown' }), lane({ currency: 'USD' })] };
    const found = tradeGuards(ticket, busy).find(({ name }) => name === 'Lane of BTC');
    expect(found?.verdict).toBe('refuses');
  });
});
