import { describe, expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { answered, outcomeOfTrade, TRADE_REQUEST, TRUSTED } from './answers.ts';

/* A sale of 0.25 BTC for USD at 60,000 or better, and what a service may answer to it. */

const judge = (body: unknown) => outcomeOfTrade(TRADE_REQUEST, answered(200, body), new Set());
const REPEATED = { instrument: 'BTC/USD', side: 'Sell', amount: '0.25' };
const ID = 'b0000000-0000-4000-8000-000000000001';

describe('an answer that states a failure, or acknowledges', () => {
  it.each([
    { code: 40012, message: 'insufficient balance' },
    { code: '51008', msg: '...', data: [] },
    { errmsg: 'no', errno: 5 },
    { detail: 'Not enough funds' },
    { warning: 'not executed' },
    { ok: true },
    { accepted: true, orderId: 'x' },
    { id: 'insufficient_funds', message: '...' },
    { id: 'insufficient_funds' },
    { id: ID },
    { orderId: ID },
    REPEATED,
    { ...REPEATED, orderId: ID },
    { instrument: 'BTC/USD', id: ID },
    { instrument: 'BTC/USD', side: 'Sell', id: ID },
    { instrument: 'BTC/USD', amount: '0.25', id: ID },
    { ...REPEATED, side: 'ask', id: ID },
    { state: 'filled' },
    { state: 'filled', id: 'insufficient_funds' },
    { status: 'ok', id: ID },
    { status: 'success', data: { id: ID } },
    { success: true, data: { id: ID } },
    { result: 'ok' },
    { filled: 0.25, id: ID },
    { executed: true, id: ID },
    { price: '60500' },
    { id: ID, createdAt: '2026-01-31T09:00:00.000Z' },
  ])('is never confirmed: %j', (body) => {
    expect(judge(body).state).toBe('unknown');
  });

  it.each([
    { id: ID, state: 'filled', message: 'insufficient balance' },
    { ...REPEATED, id: ID, code: 51008 },
    { ...REPEATED, id: ID, fills: [{ price: '60000', amount: '0.25' }], warning: 'reversed' },
  ])('is not confirmed by a record that would be beside it: %j', (body) => {
    expect(judge(body)).toMatchObject({ state: 'unknown', cause: 'state-failed' });
  });
});

describe('a trade is confirmed by what is said', () => {
  it.each([
    ['a: done, and the instrument', { state: 'filled', instrument: 'BTC/USD' }],
    ['a: done, and an id', { state: 'filled', id: ID }],
    ['a: filled, and the instrument', { filledAmount: '0.25', instrument: 'btc/usd' }],
    [
      'a: filled by its fills, and an id',
      { id: ID, fills: [{ amount: '0.1' }, { amount: '0.15' }] },
    ],
    ['b: repeated, with an id', { ...REPEATED, id: ID }],
    ['b: within wrappers', { code: '0', msg: '', data: [{ ...REPEATED, id: 17 }] }],
  ])('%s', (_name, body) => {
    expect(judge(body).state).toBe('confirmed');
  });

  const settings = { tradeFields: { idAt: 'data.orderId' }, harmlessTexts: [] };
  const byId = (orderId: string | number, idForms: readonly string[], idAt?: string) => {
    const named = idAt === undefined ? settings : { ...settings, tradeFields: { idAt } };
    return outcomeOfTrade(TRADE_REQUEST, answered(200, { data: { orderId } }), new Set(), {
      settings: named,
      trusted: { ...TRUSTED, idForms },
    });
  };

  it('c: by an id at the named place, of a form that two people have confirmed', () => {
    expect(byId(ID, ['uuid'])).toMatchObject({
      state: 'confirmed',
      confirmation: { trade: { id: ID } },
    });
    expect(byId('ord-123456789', ['uuid', 'ord-<9-digits>']).state).toBe('confirmed');
    expect(byId(123456789, ['<9-digits>']).state).toBe('confirmed');
  });

  it.each([
    ['of another form', 'ord-12345678', ['ord-<9-digits>'], undefined],
    ['of no form', 'insufficient_funds', ['uuid'], undefined],
    ['where no form is confirmed', ID, [], undefined],
    ['at another place', ID, ['uuid'], 'orderId'],
  ] as const)('but not by an id %s', (_name, id, forms, at) => {
    expect(byId(id, forms, at).state).toBe('unknown');
  });

  it('but not by an id of such a form at a place that no stage names', () => {
    const trusted = { ...TRUSTED, idForms: ['uuid'] };
    const seen = outcomeOfTrade(TRADE_REQUEST, answered(200, { id: ID }), new Set(), { trusted });
    expect(seen).toMatchObject({ state: 'unknown', cause: 'not-stated' });
  });

  it('with the names that the stage gives to the fields', () => {
    const tradeFields = {
      instrumentAt: 'data.symbol',
      sideAt: 'data.dir',
      amountAt: 'data.qty',
      idAt: 'data.ref',
    };
    const named = { settings: { tradeFields, harmlessTexts: ['Order received'] } };
    const judged = (data: object, more = {}) => {
      const seen = answered(200, { message: 'order received', data, ...more });
      return outcomeOfTrade(TRADE_REQUEST, seen, new Set(), named);
    };
    const data = { symbol: 'BTC/USD', dir: 'sell', qty: '0.25', ref: ID };
    expect(judged(data)).toMatchObject({ state: 'confirmed', confirmation: { trade: { id: ID } } });
    expect(judged({ ...data, qty: '0.26' })).toMatchObject({ state: 'anomaly' });
    expect(judged({ ...data, dir: 'buy' })).toMatchObject({ state: 'anomaly' });
    expect(judged({ ...data, symbol: 'ETH/USD' })).toMatchObject({ state: 'anomaly' });
    expect(judged({ ...data, qty: 0.25 })).toMatchObject({ cause: 'invalid-answer' });
    expect(judged({ ...data, ref: undefined, id: ID })).toMatchObject({ cause: 'not-stated' });
    expect(judged(data, { message: 'no' })).toMatchObject({ cause: 'state-failed' });
  });
});

describe('an unknown trade proposes how such answers would be read', () => {
  it('names the fields and the form of the id, for the stage and for two people', () => {
    const body = {
      data: { symbol: 'BTC/USD', side: 'SELL', qty: '0.250', orderId: 'ord-123456789' },
    };
    const outcome = judge(body);
    expect(outcome).toMatchObject({ state: 'unknown', cause: 'not-stated' });
    expect(saySeen(outcome)).toContain(
      'tradeFields: {"instrumentAt":"data.symbol","sideAt":"data.side","amountAt":"data.qty","idAt":"data.orderId"}',
    );
    expect(saySeen(outcome)).toContain('trades.idForms: ["ord-<9-digits>"]');
  });

  it('and nothing where the answer names nothing', () => {
    expect(saySeen(judge({ ok: true }))).not.toContain('proposed');
  });
});

describe('an instrument', () => {
  it.each(['BTCUSD.SPOT', 'BTCUSD', 'BTC-USD', 'XBT/USD', 'tBTCUSD', 'BTC/USDX', 'bitcoin'])(
    'in another spelling is unknown, and halts nothing: %s',
    (instrument) => {
      const done = { instrument, state: 'filled', id: ID, side: 'Sell', amount: '0.25' };
      expect(judge(done)).toMatchObject({ state: 'unknown', cause: 'other-spelling' });
    },
  );

  it.each(['ETH/USD', 'eth-usd', 'USD/BTC', 'BTC/EUR', 'ETH_EUR'])(
    'whose base and quote are understood and differ is an anomaly: %s',
    (instrument) => {
      expect(judge({ instrument, state: 'filled', id: ID })).toMatchObject({
        state: 'anomaly',
        cause: 'other-trade',
      });
    },
  );
});

describe('fills', () => {
  const filledAt = (fills: unknown, more = {}) =>
    judge({ id: ID, state: 'filled', fills, ...more });

  it.each([
    [[{ amount: '0.25', price: '0' }]],
    [[{ amount: '0.25', price: '-60000' }]],
    [[{ amount: '-0.25', price: '60000' }]],
    [
      [
        { amount: '0', price: '60000' },
        { amount: '0.25', price: '60000' },
      ],
    ],
    [
      [
        { amount: '0.5', price: '60000' },
        { amount: '-0.25', price: '60000' },
      ],
    ],
    [[{ amount: 0.25, price: '60000' }]],
    [[{ amount: '0.25', price: 60000 }]],
    [[{ amount: '0.25', price: 'market' }]],
    [[{ qty: '0.25' }]],
    [['0.25']],
    [[null]],
  ])('of zero or less, or that cannot be read, are unknown: %j', (fills) => {
    expect(filledAt(fills)).toMatchObject({ state: 'unknown', cause: 'fills-unreadable' });
  });

  it.each([
    { executedQty: '-1' },
    { filled: 'all' },
    { filled: {} },
    { remaining: 'some' },
    { remaining: '-1' },
  ])('stated as no amount are unknown: %j', (more) => {
    expect(judge({ id: ID, state: 'filled', ...more })).toMatchObject({
      state: 'unknown',
      cause: 'fills-unreadable',
    });
  });

  it('for less than the limit are an anomaly when selling, and for the limit or more are none', () => {
    const sold = (price: string) => filledAt([{ amount: '0.25', price }]);
    expect(sold('30000')).toMatchObject({ state: 'anomaly', cause: 'worse-price' });
    expect(sold('59999.99')).toMatchObject({ state: 'anomaly', cause: 'worse-price' });
    expect(sold('60000').state).toBe('confirmed');
    expect(sold('60001').state).toBe('confirmed');
  });

  it('for more than the limit are an anomaly when buying', () => {
    const buy = { ...TRADE_REQUEST, side: 'buy' } as const;
    const bought = (price: string) =>
      outcomeOfTrade(
        buy,
        answered(200, { id: ID, state: 'filled', fills: [{ amount: '0.25', price }] }),
        new Set(),
      );
    expect(bought('60000.01')).toMatchObject({ state: 'anomaly', cause: 'worse-price' });
    expect(bought('59000').state).toBe('confirmed');
  });

  it('are held against the limit together, and in part', () => {
    const part = (amount: string, price: string) => ({ amount, price });
    expect(filledAt([part('0.1', '59000'), part('0.15', '61000')]).state).toBe('confirmed');
    expect(filledAt([part('0.15', '59000'), part('0.1', '61000')]).state).toBe('anomaly');
    expect(filledAt([part('0.1', '30000')])).toMatchObject({ cause: 'worse-price' });
  });

  it.each(['averagePrice', 'avgPx', 'executed_price'])('as a whole at a worse %s too', (name) => {
    expect(judge({ id: ID, state: 'filled', [name]: '30000' })).toMatchObject({
      state: 'anomaly',
      cause: 'worse-price',
    });
    expect(judge({ id: ID, state: 'filled', [name]: '60000' }).state).toBe('confirmed');
  });
});
