import { describe, expect, it } from 'vitest';
import { type FlowValuing, flowRows } from '../../../reporting/analytics/rows.ts';
import { type Break, type BreakStatus, breakId } from '../../../treasury/ledger/break.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { CHF_RATE } from '../report-values/manual-samples.ts';

const AT = '2026-03-02T09:00:00.000Z';
const FLOW: Flow = {
  tenant: 'main',
  currency: 'BTC',
  snapshot: AT,
  readAt: AT,
  sinceSnapshot: '2026-03-02T08:55:00.000Z',
  sinceReadAt: '2026-03-02T08:55:00.000Z',
  opening: '3',
  closing: '2.5',
  movements: [],
  unexplained: '-0.5',
  price: '60000',
  reportingCurrency: 'USD',
  version: 1,
};
const EXPLANATION = { by: 'ann', at: AT, kind: 'fee', comment: 'of March' } as const;

const UNVALUED = { snapshot: null, rates: [] };

function rowOf(status: BreakStatus | null) {
  const { tenant, currency, snapshot, readAt, sinceSnapshot, sinceReadAt } = FLOW;
  const found: Break | null =
    status === null
      ? null
      : {
          ...{ tenant, currency, snapshot, readAt, sinceSnapshot, sinceReadAt, status },
          ...{
            id: breakId(FLOW),
            direction: 'outflow',
            amount: '-0.5',
            found: { code: 'unbooked', amount: '0.5', since: AT },
            mayBe: [],
          },
          ...{ openedAt: AT, history: [], version: 1 },
        };
  return flowRows(FLOW, found, UNVALUED)[0];
}

describe("a difference in the analyst's files", () => {
  it('is unexplained until a person has explained it', () => {
    const nobody = { kind: 'unexplained', asked_by: null, approved_by: null };
    const id = breakId(FLOW);
    expect(rowOf({ state: 'open', at: AT })).toMatchObject({
      ...nobody,
      ...{ break_id: id, break_state: 'open' },
    });
    expect(rowOf(null)).toMatchObject({ ...nobody, break_id: null, break_state: null });
  });

  it('is what people called it, with who named and who closed it, as in the statement', () => {
    const named = { kind: 'outflow', asked_by: 'ann', description: 'fee: of March' };
    const explained = { state: 'explained', at: AT, explanation: EXPLANATION } as const;
    expect(rowOf(explained)).toMatchObject({ ...named, approved_by: '', break_state: 'explained' });
    const people = { how: 'by-people', at: AT, by: 'ben', comment: 'agrees' } as const;
    const closed = { ...explained, ...people, state: 'closed' } as const;
    expect(rowOf(closed)).toMatchObject({ ...named, approved_by: 'ben', break_state: 'closed' });
  });
});

describe("a movement in the analyst's files", () => {
  const movement = {
    kind: 'withdrawal',
    instructionId: 'w-1',
    at: AT,
    amount: '-0.5',
    askedBy: 'ann',
    approvedBy: ['ben'],
    about: { code: 'withdrawal', accountLabel: 'to the vault' },
  } as const;

  it('has the reference of its request, and null where there was none', () => {
    const movements = [{ ...movement, reference: 'PO-4711' }, movement];
    const rows = flowRows({ ...FLOW, movements, unexplained: '0' }, null, UNVALUED);
    expect(rows.map(({ reference }) => reference)).toEqual(['PO-4711', null]);
  });
});

describe("the value of what moved, in the analyst's files", () => {
  const francs: Flow = { ...FLOW, currency: 'CHF', price: null };
  const snapshot = snapshotAt(AT, { CHF: { total: '2.5' } });
  const valued = (flow: Flow, valuing: Partial<FlowValuing> = {}) =>
    flowRows(flow, null, { snapshot, rates: [CHF_RATE], ...valuing })[0];

  it('is by a manual rate where the snapshot that shows it had no price, and names the rate', () => {
    expect(valued(francs)).toMatchObject({
      ...{ price: '1.13', value: '-0.565', manual_rate: 'manual rate chf-2026 version 2' },
      value_decimal: -565_000_000_000_000_000n,
    });
  });

  it('is by the price on record alone, where there was one', () => {
    const atRate = valued({ ...francs, price: '1.2' });
    expect(atRate).toMatchObject({ price: '1.2', value: '-0.6', manual_rate: null });
  });

  it.each([
    ['there is no rate', { rates: [] }],
    ['the snapshot is gone', { snapshot: null }],
    ['Sluice did not write the rate', { rates: [{ ...CHF_RATE, distrusted: 'invalid' }] }],
    [
      'only another price of today would give one',
      { snapshot: snapshotAt(AT, { CHF: { total: '1' } }, { 'CHF/USD': { bid: '1', ask: '1' } }) },
    ],
  ] as const)('is null where %s', (_, valuing) => {
    expect(valued(francs, valuing)).toMatchObject({ price: null, value: null, manual_rate: null });
  });
});
