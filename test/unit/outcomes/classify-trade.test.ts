import { describe, expect, it } from 'vitest';
import { classifyTrade } from '../../../treasury/outcomes/classify-trade.ts';
import { answered, TRADE_REQUEST } from './answers.ts';

const judge = (body: unknown) => classifyTrade(TRADE_REQUEST, answered(200, body));

describe('a trade is confirmed', () => {
  it('with id, state and fills where they exist, and the answer as it came', () => {
    const record = { id: 't-1', state: 'Filled', fills: [{ price: '60001', amount: '0.25' }] };
    expect(judge(record)).toMatchObject({
      state: 'confirmed',
      confirmation: { trade: record, answer: JSON.stringify(record) },
    });
  });

  it.each([
    ['that repeats the request', { ...TRADE_REQUEST }],
    ['with the side in another casing', { side: 'Sell' }],
    ['with a side in words of its own', { side: 'ask' }],
    ['with the amount written otherwise', { amount: '0.250' }],
    ['at a better price', { price: '60500' }],
    ['that is the one in a list', [{ id: 't-1' }]],
    ['within a wrapper', { trade: { id: 't-1', amount: '0.25' } }],
    ['with fields nobody knows', { reference: 7, extra: { deep: [null] } }],
    ['with an empty list of errors', { id: 't-1', errors: [] }],
    ['with an HTTP status repeated', { id: 't-1', status: 200 }],
  ])('by an object %s', (_name, body) => {
    expect(judge(body).state).toBe('confirmed');
  });

  it('and keeps a bounded part of an enormous answer', () => {
    const outcome = judge({ id: 't-1', fills: Array.from({ length: 5_000 }, () => ({ a: '1' })) });
    expect(outcome.state).toBe('confirmed');
    expect(JSON.stringify(outcome).length).toBeLessThan(40_000);
  });
});

describe('an echo that contradicts the request is an anomaly', () => {
  it.each([
    ['instrument', { instrument: 'ETH/USD' }],
    ['side', { side: 'Buy' }],
    ['amount', { amount: '2.5' }],
    ['amount within a wrapper', { data: { id: 't-1', amount: '0.26' } }],
  ])('%s', (_name, body) => {
    expect(judge(body)).toMatchObject({ state: 'anomaly', cause: 'other-trade' });
  });
});

describe('a 200 that does not say that the trade was made is unknown', () => {
  it.each([
    ['an empty object', {}, 'empty-answer'],
    ['a list', [], 'invalid-answer'],
    ['several records', [{ id: 'a' }, { id: 'b' }], 'invalid-answer'],
    ['text', '"ok"', 'invalid-answer'],
    ['an error', { error: 'insufficient funds' }, 'invalid-answer'],
    ['a denial', { success: false }, 'invalid-answer'],
    ['a state of failure', { id: 't-1', state: 'Rejected' }, 'invalid-answer'],
    ['a status of failure', { id: 't-1', status: 'cancelled' }, 'invalid-answer'],
    ['an amount that is a number', { amount: 0.25 }, 'invalid-answer'],
    ['an amount that is no decimal text', { amount: 'a quarter' }, 'invalid-answer'],
    ['a side that is a number', { side: 1 }, 'invalid-answer'],
    [
      'fills nested absurdly',
      `{"fills":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      'invalid-answer',
    ],
    ['fills that are no list', { fills: 'all' }, 'invalid-answer'],
  ])('%s', (_name, body, cause) => {
    expect(judge(body)).toMatchObject({ state: 'unknown', cause });
  });
});
