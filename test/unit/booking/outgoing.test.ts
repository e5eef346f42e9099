import { describe, expect, it } from 'vitest';
import { outgoingOf, takenByTrade } from '../../../treasury/booking/outgoing.ts';
import type { TradeRequest } from '../../../treasury/outcomes/outcome.ts';
import { CONTROLS } from '../../samples/policy.ts';

const SALE: TradeRequest = { instrument: 'BTC/USD', side: 'sell', price: '60000', amount: '2' };
const PURCHASE: TradeRequest = { ...SALE, side: 'buy' };
const FEES = { ...CONTROLS, feeBound: { absolute: { USD: '5' }, percent: '0.1' } };

describe('what a trade takes out of a currency', () => {
  it.each([
    ['the base of a sale', SALE, 'BTC', '2.002'],
    ['nothing of the quote of a sale', SALE, 'USD', null],
    ['the quote of a purchase at its limit price', PURCHASE, 'USD', '120125'],
    ['nothing of the base of a purchase', PURCHASE, 'BTC', null],
  ])('is %s, with the largest fee', (_what, request, currency, outgoing) => {
    expect(outgoingOf(request, FEES, currency)).toBe(outgoing);
  });

  it('is what was filled, with its fees, once that is known', () => {
    const executed = { base: '2', quote: '119000' };
    const fees = [
      { currency: 'USD', amount: '7.5' },
      { currency: 'BTC', amount: '0.1' },
    ];
    expect(takenByTrade(PURCHASE, 'USD', '120125', { executed, fees })).toBe('119007.5');
    expect(takenByTrade(PURCHASE, 'BTC', undefined, { executed, fees })).toBeUndefined();
  });

  it('keeps what was set aside for a fee where none is named', () => {
    const executed = { base: '2', quote: '119000' };
    expect(takenByTrade(PURCHASE, 'USD', '120125', { executed })).toBe('119125');
  });
});
