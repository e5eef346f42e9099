import { describe, expect, it } from 'vitest';
import type { Break, BreakStatus } from '../../../treasury/ledger/break.ts';
import { POLICY, rule } from '../../samples/policy.ts';
import { NOW } from '../rules/samples.ts';
import { flowsOf, forecastOf } from './present.ts';

const match = { ruleId: 'fees', version: 1, label: 'Network fees', kind: 'fee' } as const;
const MATCHED: BreakStatus = { state: 'matched', at: NOW, match };
const explanation = { by: 'tina', at: NOW, kind: 'deposit', comment: 'a client' } as const;
const EXPLAINED: BreakStatus = { state: 'explained', at: NOW, explanation };

function breakOn(day: string, amount: string, status: BreakStatus = EXPLAINED): Break {
  const snapshot = `${day}T12:00:00.000Z`;
  return {
    ...{ id: `${day}-BTC`, tenant: 'main', currency: 'BTC', snapshot, readAt: snapshot },
    ...{ sinceSnapshot: snapshot, sinceReadAt: snapshot, openedAt: snapshot, amount, status },
    direction: amount.startsWith('-') ? 'outflow' : 'inflow',
    ...{ found: { code: 'unbooked', amount, since: snapshot }, mayBe: [], history: [], version: 1 },
  };
}

describe('expected movements', () => {
  it('are the mean of all whole days, with the day of the least and of the most', async () => {
    const { from, to, days, complete, classes } = await flowsOf([
      breakOn('2026-01-01', '6'),
      breakOn('2026-01-02', '3'),
      breakOn('2026-01-03', '-0.9', MATCHED),
    ]);
    expect({ from, to, days, complete }).toEqual({
      ...{ from: '2025-10-07T00:00:00.000Z', to: '2026-01-05T00:00:00.000Z' },
      ...{ days: 90, complete: true },
    });
    expect(classes).toEqual([
      {
        ...{ currency: 'BTC', class: 'Network fees', kind: 'fee', matchingRule: 'fees' },
        ...{ movements: 1, total: '-0.9', meanPerDay: '-0.01' },
        ...{ leastPerDay: '-0.9', mostPerDay: '0' },
      },
      {
        ...{ currency: 'BTC', class: 'deposit', kind: 'deposit', movements: 2, total: '9' },
        ...{ meanPerDay: '0.1', leastPerDay: '0', mostPerDay: '6' },
      },
    ]);
  });

  it('leave out what is open, unbooked, or accounted for by later knowledge, and the present day', async () => {
    const { classes } = await flowsOf([
      breakOn('2026-01-01', '6', { state: 'open', at: NOW }),
      { ...breakOn('2026-01-02', '6'), direction: 'unbooked' },
      breakOn('2026-01-03', '6', {
        ...{ state: 'closed', how: 'settlement', at: NOW, comment: '', instructionIds: [] },
      }),
      breakOn('2026-01-05', '6'),
    ]);
    expect(classes).toEqual([]);
  });

  it('arrive at each midnight, so that what stands above the threshold by then leaves', async () => {
    const policy = { ...POLICY, rules: [rule({ threshold: '20', keep: '20', minimum: '0.1' })] };
    const breaks = [breakOn('2026-01-01', '45')];
    const none = await forecastOf({ policy, breaks }, { days: 3 });
    expect(none.rules[0]).toMatchObject({ sweeps: 0 });
    const mean = await forecastOf({ policy, breaks }, { days: 3, flows: 'mean' });
    expect(mean.days.map(({ expected, leaving }) => [expected, leaving[0]?.amount])).toEqual([
      [[], undefined],
      [[{ currency: 'BTC', amount: '0.5' }], '0.5'],
      [[{ currency: 'BTC', amount: '0.5' }], '0.5'],
      [[{ currency: 'BTC', amount: '0.5' }], '0.5'],
    ]);
    expect(mean.assumptions.at(-1)).toContain('no movement is certain');
  });

  it('take no more than is there', async () => {
    const breaks = [breakOn('2026-01-01', '-1800')];
    const { currencies } = await forecastOf({ breaks }, { days: 3, flows: 'mean' });
    expect(currencies.find(({ currency }) => currency === 'BTC')).toEqual({
      ...{ currency: 'BTC', before: '20', leaves: '15', expected: '-5', after: '0' },
    });
  });
});
