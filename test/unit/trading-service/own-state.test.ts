import { describe, expect, it } from 'vitest';
import { classifyTrade } from '../../../adapters/trading-service/classify-trade.ts';
import { ownState } from '../../../adapters/trading-service/own-state.ts';
import { STATE_TERMS } from '../../../adapters/trading-service/state-terms.ts';
import { tradeIdsIn } from '../../../treasury/outcomes/reply.ts';
import {
  answered,
  outcomeOfTrade,
  outcomeOfWithdrawal,
  TRADE_REQUEST,
  WITHDRAWAL_REQUEST,
  withdrawal,
} from './answers.ts';

const judgeWithdrawal = (changes: Record<string, unknown>) =>
  outcomeOfWithdrawal(WITHDRAWAL_REQUEST, answered(200, [withdrawal(changes)]), new Set());
const judgeTrade = (body: unknown) => outcomeOfTrade(TRADE_REQUEST, answered(200, body), new Set());

describe('a 200 whose own state says that the withdrawal failed', () => {
  it.each([
    { state: 'failed' },
    { status: 'REJECTED' },
    { Status: 'Cancelled' },
    { withdrawalStatus: 'canceled' },
    { state: 'declined', status: 'ok' },
    { status: 'timed out' },
    { details: { status: 'failed' } },
    { details: { transfer: { state: 'FAILED' } } },
    { status: { code: 'FAILED', at: '2026-01-31T09:00:00.000Z' } },
    { error: 'insufficient funds' },
    { failureReason: 'limit' },
    { rejectedAt: '2026-01-31T09:00:00.000Z' },
    { cancelled: true },
    { success: false },
    { code: 51008 },
    { sCode: '51008', sMsg: '' },
    { message: 'insufficient balance' },
    { warning: 'not sent' },
    { reason: 'limit' },
    { details: { code: 51008, message: 'rejected' } },
  ])('is unknown, never confirmed: %j', (changes) => {
    expect(judgeWithdrawal(changes)).toMatchObject({ state: 'unknown', cause: 'state-failed' });
  });

  it('is unknown where one of several parts says so', () => {
    const parts = [
      withdrawal({ amount: '1' }),
      withdrawal({ id: 'a0000000-0000-4000-8000-000000000002', amount: '0.5', state: 'failed' }),
    ];
    const seen = outcomeOfWithdrawal(WITHDRAWAL_REQUEST, answered(200, parts), new Set());
    expect(seen).toMatchObject({ state: 'unknown', cause: 'state-failed' });
  });

  it('is an anomaly all the same where it contradicts the request', () => {
    expect(judgeWithdrawal({ state: 'failed', currency: 'ETH' }).state).toBe('anomaly');
  });
});

describe('a 200 whose own state says that the withdrawal is on its way', () => {
  it.each(['pending', 'Processing', 'QUEUED', 'in_progress', 'In Progress', 'submitted'])(
    'is confirmed, and booked later: %s',
    (state) => {
      expect(judgeWithdrawal({ state }).state).toBe('confirmed');
    },
  );

  it.each([
    ['no state', {}],
    ['an HTTP status repeated', { status: 200 }],
    ['the state of the account', { withdrawalAccount: { id: ACCOUNT_ID, status: 'odd' } }],
    ['the state in which a person lives', { details: { beneficiary: { state: 'NY' } } }],
    ['errors that are none', { error: null, errors: [], failureReason: '' }],
    ['a code and a text of success', { code: 0, msg: 'OK' }],
    ['the message of the payment', { details: { message: 'invoice 5' } }],
  ])('and so is one with %s', (_name, changes) => {
    expect(judgeWithdrawal(changes).state).toBe('confirmed');
  });
});

const ACCOUNT_ID = WITHDRAWAL_REQUEST.withdrawalAccountId;

describe('a word in neither list', () => {
  it.each([
    { state: 'frozen-by-compliance' },
    { status: 'COMPLETED_WITH_ISSUES' },
    { status: 7 },
    { status: '' },
    { status: {} },
    { details: { status: 'under review' } },
  ])('holds a withdrawal: %j', (changes) => {
    expect(judgeWithdrawal(changes)).toMatchObject({
      state: 'unknown',
      cause: 'state-unrecognised',
    });
  });

  it.each([
    { id: 't-1', state: 'closed' },
    { id: 't-1', status: 'done' },
    { id: 't-1', state: 'half-way' },
  ])('holds a trade: %j', (body) => {
    expect(judgeTrade(body)).toMatchObject({ state: 'unknown', cause: 'state-unrecognised' });
  });
});

describe('a trade that is not filled in full', () => {
  it.each([
    { id: 't-1', state: 'pending' },
    { id: 't-1', state: 'Open' },
    { id: 't-1', status: 'NEW' },
    { id: 't-1', status: 'PARTIALLY_FILLED' },
    { id: 't-1', state: 'partly filled', amount: '0.1' },
    { trade: { id: 't-1', orderStatus: 'accepted' } },
    { data: { order: { id: 't-1', state: 'working' } } },
    { id: 't-1', filled: false },
    { id: 't-1', state: 'filled', remaining: '0.05' },
    { id: 't-1', filledAmount: '0.1' },
    { id: 't-1', state: 'filled', fills: [{ price: '60000', amount: '0.1' }] },
    { id: 't-1', fills: [] },
  ])('holds both lanes, with a cause of its own: %j', (body) => {
    expect(judgeTrade(body)).toMatchObject({ state: 'unknown', cause: 'state-open' });
  });

  it('is an anomaly where more was filled than was asked for', () => {
    const more = { id: 't-1', fills: [{ price: '60000', amount: '0.26' }] };
    expect(judgeTrade(more)).toMatchObject({ state: 'anomaly', cause: 'other-trade' });
    expect(judgeTrade({ id: 't-1', state: 'partial', amount: '0.3' }).state).toBe('anomaly');
  });
});

describe('the table of words', () => {
  const rows = STATE_TERMS.flatMap(({ terms, withdrawal: w, trade }) =>
    terms.map((word) => ({ word, withdrawal: w, trade })),
  );

  it('says of each word once what it means for either kind, and why', () => {
    expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length);
    for (const { why } of STATE_TERMS) expect(why.length).toBeGreaterThan(20);
  });

  it.each(rows)('$word: $withdrawal and $trade', ({ word, withdrawal: w, trade }) => {
    expect(ownState({ state: word.toUpperCase() }, 'withdrawal').stated).toBe(w);
    expect(ownState({ status: ` ${word} ` }, 'trade').stated).toBe(trade);
  });

  it('of an acknowledgement says nothing of a trade', () => {
    for (const status of ['ok', 'Success', 'succeeded', 'successful']) {
      expect(ownState({ status }, 'trade').stated).toBe('silent');
      expect(ownState({ status }, 'withdrawal').stated).toBe('done');
    }
  });

  it('lets the worst word decide, wherever it stands', () => {
    expect(ownState({ status: 'success', data: { state: 'odd' } }, 'trade').stated).toBe(
      'unrecognised',
    );
    expect(ownState({ state: 'odd', error: 'x' }, 'trade').stated).toBe('failed');
    expect(ownState({ state: 'open', status: 'filled' }, 'trade').stated).toBe('open');
  });

  it('reads no deeper than an answer is nested', () => {
    expect(ownState({ a: { b: { c: { state: 'failed' } } } }, 'trade').stated).toBe('failed');
  });

  it('is not deceived by letters that only look like others', () => {
    expect(ownState({ state: 'ｆａｉｌｅｄ' }, 'withdrawal').stated).toBe('failed');
    expect(ownState({ state: 'fai\u200bled' }, 'withdrawal').stated).toBe('failed');
  });
});

describe('what a filled trade says of its execution', () => {
  const fills = [
    { price: '60001', amount: '0.1', fee: '0.5', feeCurrency: 'USD' },
    { price: '60002', amount: '0.15', fee: '0.75', feeCurrency: 'USD' },
  ];
  const kept = (body: Record<string, unknown>) => {
    const outcome = judgeTrade({ id: 't-1', state: 'filled', ...body });
    return outcome.state === 'confirmed' ? outcome.confirmation.trade : outcome;
  };

  it('is what its fills add up to, with the fees of all of them', () => {
    expect(kept({ fills })).toMatchObject({
      executed: { base: '0.25', quote: '15000.4' },
      fees: [{ currency: 'USD', amount: '1.25' }],
    });
  });

  it('has the fee of the trade where the trade says it, and none twice', () => {
    const fee = { amount: '1.2', currency: 'USD' };
    expect(kept({ fills, fee })).toMatchObject({ fees: [{ currency: 'USD', amount: '1.2' }] });
  });

  it.each([
    ['a price is missing', { fills: [{ amount: '0.25' }] }, 'executed'],
    [
      'a fee has no currency',
      { fills: [{ ...fills[0], amount: '0.25', feeCurrency: null }] },
      'fees',
    ],
    ['a fee is a number', { fills: [{ price: '60000', amount: '0.25', fee: 1 }] }, 'fees'],
    ['nothing is said', {}, 'executed'],
    ['a currency is none', { fee: '1', feeCurrency: '<b>' }, 'fees'],
  ])('is not known where %s', (_name, body, field) => {
    expect(kept(body)).not.toHaveProperty(field);
    expect(kept(body)).toHaveProperty('id');
  });
});

describe('a trade id that was answered before', () => {
  const known = new Set(['t-1', 'a0000000-0000-4000-8000-000000000001']);

  it.each([
    { id: 't-1', state: 'filled' },
    { id: ' t-1 ' },
    { id: 't-1', state: 'pending' },
    { id: 't-1', state: 'failed' },
    { trade: { id: 'A0000000-0000-4000-8000-000000000001' } },
  ])('is an anomaly, whatever else is said: %j', (body) => {
    expect(outcomeOfTrade(TRADE_REQUEST, answered(200, body), known)).toMatchObject({
      state: 'anomaly',
      cause: 'known-trade',
    });
  });

  it('is looked up by the id of the answer, where it has one', () => {
    expect(tradeIdsIn(classifyTrade(answered(200, { trade: { id: 17 } })))).toEqual(['17']);
    expect(tradeIdsIn(classifyTrade(answered(200, { id: '' })))).toEqual([]);
    expect(tradeIdsIn(classifyTrade(answered(200, '{"id"')))).toEqual([]);
    expect(tradeIdsIn(classifyTrade(answered(422, { id: 't-1' })))).toEqual([]);
    expect(tradeIdsIn(classifyTrade(answered(200, [])))).toEqual([]);
  });

  it('goes with an outcome that is held, so that it is recorded', () => {
    expect(judgeTrade({ id: 't-9', state: 'open' })).toMatchObject({ tradeId: 't-9' });
    expect(judgeTrade({ id: 't-9', side: 'Buy' })).toMatchObject({ tradeId: 't-9' });
    expect(judgeTrade({ state: 'open' })).not.toHaveProperty('tradeId');
  });
});

describe('a success that is denied', () => {
  it.each([false, 'false', ' FALSE '])('by %j is a failure, or not there yet', (denied) => {
    expect(ownState({ success: denied }, 'trade').stated).toBe('failed');
    expect(ownState({ filled: denied }, 'trade').stated).toBe('open');
  });

  it.each([true, 'true', 'yes', 1, null])('is none with %j', (said) => {
    expect(ownState({ success: said, filled: said }, 'trade').stated).toBe('silent');
  });
});

describe('a trade within wrappers', () => {
  const within = (wrappers: number) =>
    Array.from({ length: wrappers }).reduce<object>((inner) => ({ data: inner }), { id: 't-1' });

  it('is found in three of them, and in no more', () => {
    expect(tradeIdsIn(classifyTrade(answered(200, within(3))))).toEqual(['t-1']);
    expect(tradeIdsIn(classifyTrade(answered(200, within(4))))).toEqual([]);
  });
});

describe('a field that may be a word or a record', () => {
  it('says a state as a word, and none as a record', () => {
    expect(ownState({ outcome: 'failed' }, 'trade').stated).toBe('failed');
    expect(ownState({ result: { at: 'FAILED' } }, 'trade').stated).toBe('silent');
  });

  it('that is not there yet is named', () => {
    const said = { code: 'not-yet', name: 'filled' };
    expect(ownState({ filled: false }, 'trade')).toEqual({ stated: 'open', said });
  });
});
