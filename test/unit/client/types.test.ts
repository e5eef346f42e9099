import { createSluiceClient, isProblem } from '@sluice/client';
import { expect, expectTypeOf, it } from 'vitest';

const sluice = createSluiceClient({ baseUrl: 'http://127.0.0.1:1', token: () => 'none' });

it('states in types what a route takes, and what it answers by status', () => {
  const approve = () =>
    sluice.post('/v1/withdrawals/{id}/approve', {
      path: { id: 'withdrawal-1' },
      ifMatch: { etag: '"5f2b"' },
      body: { comment: 'as agreed on Monday' },
    });
  expectTypeOf<Awaited<ReturnType<typeof approve>>['data']['id']>().toEqualTypeOf<string>();
  // @ts-expect-error: an approval names what was seen.
  const blind = () => sluice.post('/v1/withdrawals/{id}/approve', { path: { id: 'withdrawal-1' } });
  // @ts-expect-error: an account is no parameter of prices.
  const unknown = () => sluice.get('/v1/prices', { query: { account: 'x' } });
  const trade = () =>
    sluice.post('/v1/trades', {
      body: { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '0.01' },
    });
  expectTypeOf<Awaited<ReturnType<typeof trade>>['status']>().toEqualTypeOf<201 | 202>();
  const listed = () => sluice.items('/v1/lanes');
  expectTypeOf<ReturnType<typeof listed>>().toMatchTypeOf<AsyncIterable<{ currency: string }>>();
  expect([approve, blind, unknown, trade, listed]).toHaveLength(5);
});

it('knows the codes of problems, and no others', () => {
  const thrown: unknown = new Error('something else');
  expect(isProblem(thrown, 'stale', 'not-found')).toBe(false);
  // @ts-expect-error: no problem has this code.
  expect(isProblem(thrown, 'not-a-code')).toBe(false);
});
