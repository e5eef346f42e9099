import { describe, expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { answered, outcomeOfTrade, TRADE_REQUEST } from './answers.ts';

const judge = (body: unknown) => outcomeOfTrade(TRADE_REQUEST, answered(200, body), new Set());

/** A record that is confirmed, with what a test changes. */
const record = (changes: Record<string, unknown> = {}) => ({
  id: 't-1',
  state: 'filled',
  ...changes,
});

describe('a trade is confirmed', () => {
  it('with id, state and fills where they exist, and the answer as it came', () => {
    const whole = { id: 't-1', state: 'Filled', fills: [{ price: '60001', amount: '0.25' }] };
    expect(judge(whole)).toMatchObject({
      state: 'confirmed',
      confirmation: { trade: whole, answer: JSON.stringify(whole) },
    });
  });

  it.each([
    ['that repeats the request and has an id', { id: 't-1', ...TRADE_REQUEST }],
    ['with the side in another casing', record({ side: 'Sell' })],
    ['with a side in words of its own', record({ side: 'ask' })],
    ['with the amount written otherwise', record({ amount: '0.250' })],
    ['at a better price', record({ price: '60500' })],
    ['that is the one in a list', [record()]],
    ['within a wrapper', { trade: record({ amount: '0.25' }) }],
    ['with unknown fields', record({ reference: 7, extra: { deep: [null] } })],
    ['with an empty list of errors', record({ errors: [] })],
    ['with an HTTP status repeated', record({ status: 200 })],
  ])('by an object %s', (_name, body) => {
    expect(judge(body).state).toBe('confirmed');
  });

  it('and keeps a bounded part of an enormous answer', () => {
    const notes = Array.from({ length: 5_000 }, () => ({ a: '1' }));
    const outcome = judge(record({ fills: [{ amount: '0.25', notes }] }));
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
    ['an error', { error: 'insufficient funds' }, 'state-failed'],
    ['a denial', { success: false }, 'state-failed'],
    ['a state of failure', { id: 't-1', state: 'Rejected' }, 'state-failed'],
    ['a status of failure', { id: 't-1', status: 'cancelled' }, 'state-failed'],
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

/** A word of this length that says "filled". */
function filled(characters: number): string {
  return 'filled'.padEnd(characters, '_');
}

describe('what is kept of a confirmed trade', () => {
  const kept = (body: unknown) => {
    const outcome = judge(body);
    return outcome.state === 'confirmed' ? outcome.confirmation : outcome;
  };

  it('is nothing of a field that the answer does not have', () => {
    const done = { instrument: 'BTC/USD', state: 'filled' };
    expect(kept({ ...done, price: '60500' })).toEqual({
      trade: { state: 'filled' },
      answer: JSON.stringify({ ...done, price: '60500' }),
    });
    const empty = { ...done, id: null, fills: null, side: null, amount: null };
    expect(kept(empty)).toEqual({ trade: { state: 'filled' }, answer: JSON.stringify(empty) });
  });

  it('is an id that is a number as text', () => {
    expect(kept(record({ id: 17 }))).toMatchObject({ trade: { id: '17' } });
  });

  it.each([
    ['the state', { state: 'Filled', status: 'ok' }, { state: 'Filled' }],
    ['what is called status where there is no state', { status: 'filled' }, { state: 'filled' }],
    ['no number that repeats the HTTP status', { status: 200, cumQty: '0.25' }, {}],
    ['a status as long as a word may be', { status: filled(200) }, { state: filled(200) }],
    ['no status that is longer', { status: filled(201) }, {}],
    [
      'an id as long as a word may be',
      { state: 'filled', id: `1${'i'.repeat(199)}` },
      { id: `1${'i'.repeat(199)}`, state: 'filled' },
    ],
  ])('is %s', (_name, body, trade) => {
    const shown = kept({ instrument: 'BTC/USD', ...body });
    expect(shown).toMatchObject({ trade });
    expect(Object.keys((shown as { trade: object }).trade)).toEqual(Object.keys(trade));
  });

  it('is a list of fills up to a size, and beyond it the beginning of the answer', () => {
    const fills = (characters: number) => {
      const note = 'x'.repeat(characters - '[{"amount":"0.25","note":""}]'.length);
      return [{ amount: '0.25', note }];
    };
    expect(kept(record({ fills: fills(16_000) }))).toMatchObject({
      trade: { fills: fills(16_000) },
    });
    expect(kept(record({ fills: fills(16_001) }))).toEqual({
      trade: { id: 't-1', state: 'filled' },
      answer: expect.stringMatching(/x+ … \(16039 characters in all\)$/),
    });
  });
});

describe('the words of a judgement on a trade', () => {
  it.each([
    ['[]', 'the answer is not a JSON object'],
    ['{}', 'the answer is an empty object'],
    [{ trade: {} }, 'the answer is an empty object'],
    [{ side: 1 }, 'of an unexpected type: side'],
    [{ id: 1.5 }, 'of an unexpected type: id'],
    [{ id: 'i'.repeat(201) }, 'of an unexpected type: id'],
    [{ state: 's'.repeat(201) }, 'of an unexpected type: state'],
    [{ instrument: 'i'.repeat(201) }, 'of an unexpected type: instrument'],
    [{ amount: 0.25 }, 'of an unexpected type: amount'],
    [{ amount: 0.25, fills: 'all' }, 'of an unexpected type: fills, amount'],
    [{ fills: 'all' }, 'of an unexpected type: fills'],
    [{ error: 'insufficient funds' }, 'a 200 that holds "error": "insufficient funds"'],
    [{ error: true }, 'a 200 that holds "error"'],
    [{ errors: ['insufficient funds'] }, 'a 200 that holds "errors"'],
    [{ success: false }, 'a 200 that denies its success'],
    [{ ok: false }, 'a 200 that denies its success'],
    [{ state: 'Rejected' }, 'a 200 with the state "Rejected"'],
    [{ state: 'done', status: 'ERROR' }, 'a 200 with the state "ERROR"'],
    [{ amount: 'a quarter' }, 'amount is not decimal text: "a quarter"'],
    [{ instrument: 'ETH/USD' }, 'asked for instrument BTC/USD, answered ETH/USD'],
    [{ side: 'Buy' }, 'asked for side sell, answered Buy'],
    [{ amount: '2.5' }, 'asked for amount 0.25, answered 2.5'],
  ])('on %j say: %s', (body, message) => {
    expect(saySeen(judge(body)).startsWith(`${message}; answered 200 application/json: `)).toBe(
      true,
    );
  });
});

describe('a wrapper', () => {
  it.each(['trade', 'data', 'result'])('called %s is looked into', (name) => {
    expect(judge({ [name]: { id: 't-1', amount: '0.26' } }).state).toBe('anomaly');
    expect(judge({ [name]: 'text', amount: '0.26' }).state).toBe('anomaly');
  });

  it.each([
    { success: false, data: { message: 'insufficient funds' } },
    { ok: false, result: { id: 't-1' } },
    { error: { code: 7 }, trade: { id: 't-1' } },
    { status: 'fail', data: { amount: '0.25' } },
    [{ state: 'failed', data: { id: 't-1' } }],
  ])('that denies what it holds is believed: %j', (body) => {
    expect(judge(body)).toMatchObject({ state: 'unknown', cause: 'state-failed' });
  });
});

describe('a state that says that the trade did not happen', () => {
  it.each([
    'rejected',
    'refused',
    'declined',
    'fail',
    'failed',
    'error',
    'cancelled',
    'canceled',
    'expired',
  ])('is "%s"', (state) => {
    expect(judge({ id: 't-1', state })).toMatchObject({ state: 'unknown' });
  });
});

describe('what does not contradict a trade', () => {
  it.each([
    ['nothing said about an error', { error: null, errors: [] }],
    ['an error that is false', { error: false }],
    ['an error that is empty text', { error: '' }],
    ['a success', { success: true, ok: true }],
    ['an instrument in another casing', { instrument: ' btc/usd ' }],
  ])('is %s', (_name, body) => {
    expect(judge(record(body)).state).toBe('confirmed');
  });

  it('is the side of a purchase, whose opposite is a sale', () => {
    const buy = { ...TRADE_REQUEST, side: 'buy' } as const;
    const bought = (side: string) =>
      outcomeOfTrade(buy, answered(200, record({ side })), new Set()).state;
    expect(bought('Buy')).toBe('confirmed');
    expect(bought(' Sell ')).toBe('anomaly');
  });

  it('is no amount that was asked for and is none itself', () => {
    const odd = { ...TRADE_REQUEST, amount: 'some' };
    expect(outcomeOfTrade(odd, answered(200, { amount: '1' }), new Set()).state).toBe('anomaly');
  });
});
