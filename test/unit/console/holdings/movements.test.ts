import type { components } from '@sluice/client';
import { describe, expect, it } from 'vitest';
import { countsOf, marksOf, movementsOf } from '../../../../console/screens/holdings/movements.ts';

type Flow = components['schemas']['Flow'];
type Movement = Flow['movements'][number];

const FLOW: Flow = {
  ...{ currency: 'BTC', snapshot: '2026-11-22T09:00:00.000Z', readAt: '2026-11-22T09:00:01.000Z' },
  ...{ sinceSnapshot: '2026-11-22T08:00:00.000Z', sinceReadAt: '2026-11-22T08:00:01.000Z' },
  ...{ opening: '5', closing: '4', movements: [], unexplained: '0', price: '65000' },
  reportingCurrency: 'USD',
};

const SENT: Omit<Movement, 'instructionId'> = {
  kind: 'withdrawal',
  ...{ at: '2026-11-22T08:30:00.000Z', amount: '-1.25', askedBy: 'rule' },
  ...{ approvedBy: [], description: 'Cold storage' },
};

describe('what moved a balance', () => {
  it('is a sweep or a withdrawal by hand, by the id of the instruction', () => {
    const ids = ['sweep-btc-1', 'demo-sweep-btc-1', 'withdrawal-1'];
    const movements = ids.map((instructionId) => ({ ...SENT, instructionId }));
    expect(movementsOf([{ ...FLOW, movements }]).map(({ kind, to }) => [kind, to])).toEqual([
      ['sweep', 'withdrawals/sweep-btc-1'],
      ['sweep', 'withdrawals/demo-sweep-btc-1'],
      ['withdrawal', 'withdrawals/withdrawal-1'],
    ]);
  });

  it('is a break until it is explained, and a deposit or an outflow then', () => {
    const difference = { breakId: 'B', state: 'open' } as const;
    const kindOf = (flow: Partial<Flow>) => movementsOf([{ ...FLOW, ...flow }])[0]?.kind;
    expect(kindOf({ unexplained: '1' })).toBe('break');
    expect(kindOf({ unexplained: '1', difference })).toBe('break');
    expect(kindOf({ unexplained: '1', difference: { ...difference, state: 'matched' } })).toBe(
      'deposit',
    );
    expect(kindOf({ unexplained: '-1', difference: { ...difference, state: 'closed' } })).toBe(
      'outflow',
    );
    expect(kindOf({ unexplained: '0' })).toBeUndefined();
  });

  it('stands newest first, with a letter of its own in the chart', () => {
    const trade: Movement = { ...SENT, kind: 'trade', instructionId: 'trade-1', at: FLOW.readAt };
    const sweep = { ...SENT, instructionId: 'sweep-btc-1' };
    const movements = movementsOf([{ ...FLOW, movements: [sweep, trade] }]);
    expect(marksOf(movements).map(({ letter }) => letter)).toEqual(['T', 'S']);
    expect(countsOf(movements)).toEqual([
      { kind: 'sweep', count: 1 },
      { kind: 'trade', count: 1 },
    ]);
  });
});
