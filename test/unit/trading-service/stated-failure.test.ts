import { describe, expect, it } from 'vitest';
import {
  type AnswerKind,
  statedFailure,
} from '../../../adapters/trading-service/stated-failure.ts';
import { statedSentence } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import { withdrawal } from './answers.ts';

const KINDS: readonly AnswerKind[] = ['withdrawal', 'trade', 'balances', 'prices'];
const ofEach = (answer: unknown) => KINDS.map((of) => statedFailure(answer, of) !== null);
const ALL = KINDS.map(() => true);
const NONE = KINDS.map(() => false);

describe('an answer that states a failure', () => {
  it.each([
    { code: 40012, message: 'insufficient balance' },
    { code: '51008', msg: '...', data: [] },
    { errmsg: 'no', errno: 5 },
    { detail: 'Not enough funds' },
    { warning: 'not executed' },
    { id: 'insufficient_funds', message: 'Not enough' },
    { success: false, message: 'maintenance', code: 503 },
    { retCode: 10002, retMsg: '..', result: {}, time: 1 },
    { code: '50001', data: [] },
    { status: 'error', message: '..' },
    { status: 'error' },
    { status: 503 },
    { statusCode: 429 },
    { status: 'maintenance' },
    { data: [{ sCode: '51000', sMsg: '' }] },
    { code: -200 },
    { code: '-200' },
    { code: '2.00' },
    { code: 'INSUFFICIENT' },
    { code: ['51008'] },
    { code: { value: 1 } },
    { error_code: 7 },
    { ErrorCode: 'X' },
    { errorMessage: 'x' },
    { reason: 'limit' },
    { message: ['Not enough funds'] },
    { detail: [{ loc: ['body'], msg: 'field required' }] },
    { messages: [{ text: 'x' }] },
    { warnings: ['stale'] },
    { warning: true },
    { ok: false },
    { ok: 'False' },
    { success: 0 },
    { success: 'no' },
    { isSuccess: false },
    { accepted: false },
    { error: 'x' },
    { errors: ['x'] },
    { data: { result: { order: { message: 'x' } } } },
    [{ id: 1 }, { message: 'x' }],
    { status: { code: 50001 } },
    { status: { code: 'FAILED' } },
    { ｃｏｄｅ: 5 },
  ])('is seen in every kind of answer: %j', (answer) => {
    expect(ofEach(answer)).toEqual(ALL);
  });

  it.each([
    {},
    [],
    null,
    'text',
    { code: 0 },
    { code: '0' },
    { code: '00000' },
    { code: '000000' },
    { code: 200 },
    { code: 'OK' },
    { code: null, message: null, error: null },
    { code: '', msg: '', errors: [], error: {} },
    { retCode: 0, retMsg: 'OK' },
    { errno: 0, errmsg: 'success' },
    { sCode: '0', sMsg: ' ' },
    { success: true, message: 'Success' },
    { ok: true },
    { status: 200 },
    { status: 'success' },
    { status: { code: 'FILLED' } },
    { warnings: [] },
    { account: { code: '17', message: 'ours' } },
    { network: { code: 'ERC20' }, currency: { code: 'BTC' } },
    { fee: { currency: 'BTC', code: 'BTC' } },
  ])('is not seen where there is none: %j', (answer) => {
    expect(ofEach(answer)).toEqual(NONE);
  });

  it('names the field and what it holds, bounded and in one line', () => {
    const said = (answer: unknown) => {
      const failure = statedFailure(answer, 'trade');
      return failure === null ? '' : asText(statedSentence(failure, 'en'));
    };
    expect(said({ code: 40012 })).toBe('that holds "code": "40012"');
    expect(said({ ok: false })).toBe('that denies its success');
    const long = said({ message: `a\n${'x'.repeat(900)}` });
    expect(long.length).toBeLessThan(120);
    expect(long).not.toContain('\n');
  });

  it('is not seen in a text or a code that the stage lists, without case', () => {
    const accepted = { code: 'Accepted', message: 'Order received' };
    const listed = ['order RECEIVED', 'ACCEPTED'];
    expect(statedFailure(accepted, 'trade', listed)).toBeNull();
    expect(statedFailure({ ...accepted, message: 'No' }, 'trade', listed)).not.toBeNull();
  });

  it('is not listed away where it is more than a text', () => {
    expect(statedFailure({ success: false, error: 'x' }, 'trade', ['x', 'false'])).not.toBeNull();
  });
});

describe('data that only looks like a failure', () => {
  it.each([
    { BTC: { code: 'BTC', total: '1' } },
    { 'USDT-TRC20': { code: 'USDT-TRC20', total: '1' } },
    [{ currency: 'BTC', code: 'btc', total: '1' }],
    { DETAIL: '5', CODE: '17', OK: '0', ERROR: { total: '1' } },
  ])('is a currency by its place in balances: %j', (answer) => {
    expect(statedFailure(answer, 'balances')).toBeNull();
  });

  it.each([
    [{ code: 'INSUFFICIENT', total: '0' }],
    { BTC: { code: 'STALE', total: '1' } },
    { CODE: '50001', MSG: 'busy' },
    { code: '17', BTC: '1' },
    { BTC: { total: '1', error: 'unavailable' } },
  ])('is a failure by its place all the same: %j', (answer) => {
    expect(statedFailure(answer, 'balances')).not.toBeNull();
  });

  it.each([
    { details: { message: 'invoice 5', reason: 'payroll' } },
    { details: { code: '021000021', reference: 'invoice 5' } },
    { details: { code: 'BTC' } },
    { details: { transfer: { msg: 'hello' } } },
    { label: 'failed once' },
    { withdrawalAccount: { details: { code: 7, message: 'x' } } },
  ])('is the payment of a withdrawal: %j', (changes) => {
    expect(statedFailure([withdrawal(changes)], 'withdrawal')).toBeNull();
  });

  it.each([
    { details: { code: 51008, message: 'rejected' } },
    { details: { warning: 'held' } },
    { details: { errorCode: 5 } },
    { details: { success: false } },
    { message: 'held for review' },
    { code: '51008' },
  ])('is a failure of a withdrawal all the same: %j', (changes) => {
    expect(statedFailure([withdrawal(changes)], 'withdrawal')).not.toBeNull();
  });

  it('is one of an entry of prices, which is asked for alone', () => {
    const entry = { bid: '1', ask: '2', message: 'stale' };
    expect(statedFailure({ 'BTC/USD': entry }, 'prices')).toBeNull();
    expect(statedFailure(entry, 'prices')).not.toBeNull();
  });
});
