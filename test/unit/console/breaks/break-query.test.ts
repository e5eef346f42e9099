import { describe, expect, it } from 'vitest';
import {
  FILTERS,
  queryOfFilters,
  setOfFilters,
} from '../../../../console/screens/breaks/break-query.ts';
import { totalsOf, whyNotClosed } from '../../../../console/screens/breaks/deciding.ts';
import { listStateOf } from '../../../../console/tables/url-state.ts';

const stateOf = (search: string) => listStateOf(new URLSearchParams(search), FILTERS);

describe('the filters of breaks', () => {
  it('ask for what waits for a person where the address names no state', () => {
    expect(queryOfFilters(stateOf(''))).toEqual({ state: ['open', 'explained'] });
  });

  it('leave out what the API refuses: an unknown state, a text of one letter', () => {
    expect(queryOfFilters(stateOf('state=lost&state=closed&text=x&currency=BTC'))).toEqual({
      state: ['closed'],
      currency: 'BTC',
    });
  });

  it('are a set to decide about with one open state and no dates', () => {
    expect(setOfFilters(stateOf('state=matched&text=fee'))).toEqual({
      state: 'matched',
      text: 'fee',
    });
    expect(setOfFilters(stateOf(''))).toBeNull();
    expect(setOfFilters(stateOf('state=closed'))).toBeNull();
    expect(setOfFilters(stateOf('state=matched&class=network-fees'))).toBeNull();
    expect(queryOfFilters(stateOf('class=network-fees'))).toMatchObject({ class: 'network-fees' });
    expect(setOfFilters(stateOf('state=open&from=2026-01-01'))).toBeNull();
  });
});

describe('closing a break', () => {
  const at = '2026-01-05T10:00:00.000Z';
  const explanation = { by: 'tina', at, kind: 'fee', comment: 'advice' } as const;
  const explained = { state: 'explained', at, explanation } as const;

  it('of what went out takes another person than the one who explained it', () => {
    expect(whyNotClosed({ direction: 'outflow', status: explained }, 'tina')).toMatch(/another/);
    expect(whyNotClosed({ direction: 'outflow', status: explained }, 'anna')).toBeNull();
    expect(whyNotClosed({ direction: 'inflow', status: explained }, 'tina')).toBeNull();
  });

  it('takes the explanation of a person first', () => {
    expect(whyNotClosed({ direction: 'inflow', status: { state: 'open', at } }, 'tina')).toMatch(
      /explain/,
    );
  });

  it('of a set says what it comes to, exactly, by currency', () => {
    const set = [
      { currency: 'ETH', amount: '0.1' },
      { currency: 'BTC', amount: '0.10000000000000000001' },
      { currency: 'ETH', amount: '-0.3' },
    ];
    expect(totalsOf(set)).toEqual([
      { currency: 'BTC', count: 1, amount: '0.10000000000000000001' },
      { currency: 'ETH', count: 2, amount: '-0.2' },
    ]);
  });
});
