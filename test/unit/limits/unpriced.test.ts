import { describe, expect, it } from 'vitest';
import type { UnknownBound } from '../../../treasury/facts/unknown-bound.ts';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import { limitsTo, totalFloor } from '../../../treasury/limits/outflow-bounds.ts';
import type { OutflowView } from '../../../treasury/limits/outflow-view.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import { ACCOUNT, controls } from '../../samples/policy.ts';
import { unitValuesOf } from '../../samples/values.ts';

/*
 * A limit by value counts what is open, and what was decided a moment before: without a price of one of them it is not known.
 */

const NOW = '2026-01-25T09:40:00.000Z';
const CONTROLS = controls({
  withdrawalLimits: { per24Hours: '100000' },
  liquidityFloor: { total: '10' },
});

function openIn(currency: string): Lane {
  const { id } = ACCOUNT;
  const held = {
    instructionId: 'o',
    ruleId: 'other',
    amount: '1',
    accountId: id,
    people: 1,
  } as const;
  return { ...newLane('main', currency, 'table-1'), open: { o: held } };
}

function viewOf(change: Partial<OutflowView>): OutflowView {
  return {
    ...{ balances: { BTC: { total: '9' } }, balancesReadAt: NOW, lanes: [], epoch: 'table-1' },
    ...{ now: NOW, usage: null, open: 'with-open', given: [] },
    prices: { values: unitValuesOf({ BTC: '50000' }), readAt: NOW },
    accounts: new Map([[accountKey(ACCOUNT.id), ACCOUNT]]),
    ...change,
  };
}

function unknownTo(change: Partial<OutflowView>): readonly (UnknownBound | undefined)[] {
  return limitsTo(viewOf(change), CONTROLS, ACCOUNT).map(({ unknown }) => unknown);
}

const unpriced = (currencies: readonly string[], more?: number) => ({
  ...{ code: 'open-unpriced', into: 'USD', currencies },
  ...(more !== undefined && { more }),
});

describe('a limit over several currencies', () => {
  it('says in which currency withdrawals are open without a price', () => {
    expect(unknownTo({ lanes: [openIn('BTC')] })).toEqual([undefined]);
    expect(unknownTo({ lanes: [openIn('BTC'), openIn('ETH')] })).toEqual([unpriced(['ETH'])]);
  });

  it('names each once, also of what was decided a moment before', () => {
    const given = ['SOL', 'ETH', 'BTC', 'SOL'].map((currency) => ({
      ...{ accountId: ACCOUNT.id, currency, amount: decimalOf('1') },
    }));
    const lanes = [openIn('ETH')];
    expect(unknownTo({ lanes, given })).toEqual([unpriced(['ETH', 'SOL'])]);
    expect(totalFloor(viewOf({ lanes, given }), CONTROLS, ACCOUNT)).toMatchObject([
      { seen: null, unknown: unpriced(['ETH', 'SOL']) },
    ]);
  });

  it('names the first few of many', () => {
    const lanes = Array.from({ length: 9 }, (_, n) => openIn(`C${n}`));
    expect(unknownTo({ lanes })).toEqual([unpriced(['C0', 'C1', 'C2', 'C3', 'C4'], 4)]);
  });
});
