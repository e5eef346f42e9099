import { describe, expect, it } from 'vitest';
import { tradeBody } from '../../../contract/trades.ts';
import { idempotencyKeyOf } from '../../../functions/http/idempotency-key.ts';
import { type Problem, ProblemError } from '../../../functions/http/problem.ts';
import { validatedBody } from '../../../functions/http/validated.ts';

const TRADE = { instrument: 'BTC/USD', side: 'Sell', price: '50000', amount: '0.1' };

function parsed(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return validatedBody(tradeBody, { body: text, isBase64Encoded: false });
}

function problemOf(body: unknown): Problem {
  try {
    parsed(body);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('the body was accepted');
}

describe('the body of a trade', () => {
  it('is accepted as the reference writes it, with the side in any casing', () => {
    expect(parsed(TRADE)).toEqual({ ...TRADE, side: 'sell' });
    expect(parsed({ ...TRADE, side: 'BUY' }).side).toBe('buy');
  });

  it('is accepted in base64, as API Gateway sends what it takes for binary', () => {
    const body = Buffer.from(JSON.stringify(TRADE)).toString('base64');
    expect(validatedBody(tradeBody, { body, isBase64Encoded: true }).amount).toBe('0.1');
  });

  it.each([
    ['amount', 0.1, 'invalid-body', 'a number, which has been through floating point'],
    ['amount', '0', 'not-positive', 'zero'],
    ['amount', '0.000', 'not-positive', 'zero with digits'],
    ['amount', '-1', 'not-positive', 'a negative amount'],
    ['amount', '1e3', 'decimal-syntax', 'an exponent'],
    ['amount', '1,000', 'decimal-syntax', 'a separator'],
    ['amount', ' 1', 'decimal-syntax', 'white space'],
    ['amount', '01', 'decimal-syntax', 'a leading zero'],
    ['amount', '1\n', 'decimal-syntax', 'a line break'],
    ['amount', `1${'0'.repeat(30)}`, 'too-many-digits', 'too large a number'],
    ['amount', `0.${'1'.repeat(31)}`, 'too-many-digits', 'too fine a number'],
    ['price', '', 'decimal-syntax', 'no text'],
    ['price', null, 'invalid-body', 'null'],
    ['price', '-0.5', 'not-positive', 'a negative price'],
    ['side', 'short', 'side-unknown', 'another side'],
    ['side', '__proto__', 'side-unknown', 'nonsense'],
    ['instrument', 'BTC', 'instrument-invalid', 'one currency'],
    ['instrument', 'BTC/USD/EUR', 'instrument-invalid', 'three currencies'],
    ['instrument', 'BTC/BTC', 'instrument-invalid', 'the same currency twice'],
    ['instrument', '__proto__/x', 'instrument-invalid', 'nonsense'],
  ] as const)('names field and problem where %s is %j: %s, %s', (field, value, code, _what) => {
    const problem = problemOf({ ...TRADE, [field]: value });
    expect(problem).toMatchObject({ status: 422, code });
    expect(problem.fields?.map((each) => each.field)).toEqual([field]);
    expect(problem.fields?.[0]?.seen).toBe(JSON.stringify(value).slice(0, 80));
    expect(problem.fields?.[0]?.accepted).toMatch(/expected/);
  });

  it('is of no type of its own where several things are wrong with it, each named', () => {
    const problem = problemOf({ ...TRADE, amount: '0', price: '1e3' });
    expect(problem.code).toBe('invalid-body');
    expect(problem.fields?.map(({ code }) => code)).toEqual(['decimal-syntax', 'not-positive']);
    expect(problemOf({ ...TRADE, amount: '0', price: '-1' }).code).toBe('not-positive');
    expect(problemOf({ ...TRADE, amount: '0', leverage: '1' }).code).toBe('invalid-body');
  });

  it('names a field that is missing', () => {
    const { amount: _, ...rest } = TRADE;
    expect(problemOf(rest).fields).toMatchObject([{ field: 'amount', seen: 'nothing' }]);
  });

  it('refuses a field that it does not know, by name', () => {
    const problem = problemOf({ ...TRADE, leverage: '10' });
    expect(problem.fields).toEqual([
      { field: 'leverage', seen: 'present', accepted: 'absent: there is no such field' },
    ]);
  });

  it('refuses what is not JSON, and says what was seen', () => {
    expect(problemOf('')).toMatchObject({ status: 400, detail: expect.stringMatching(/nothing/) });
    expect(problemOf('amount=1')).toMatchObject({ status: 400, code: 'not-json' });
  });

  it('refuses more than it could need', () => {
    expect(problemOf({ ...TRADE, amount: '1'.repeat(20_000) })).toMatchObject({ status: 413 });
  });
});

describe('an Idempotency-Key', () => {
  const keyIn = (key: string | undefined) => () =>
    idempotencyKeyOf({ headers: key === undefined ? {} : { 'Idempotency-Key': key } });

  it.each(['a', 'order-2026-11-21', '!', '~'.repeat(255)])('may be %s', (key) => {
    expect(keyIn(key)()).toBe(key);
  });

  it.each([
    [{ 'idempotency-key': 'key-1,key-2' }],
    [{ 'idempotency-key': 'key-1, key-2' }],
    [{ 'idempotency-key': 'key-1,key-1' }],
    [{ 'idempotency-key': 'key-1', 'Idempotency-Key': 'key-2' }],
    [{ 'idempotency-key': 'key-1', 'IDEMPOTENCY-KEY': 'key-1' }],
  ])('comes once: %j is refused', (headers) => {
    expect(() => idempotencyKeyOf({ headers } as never)).toThrow(ProblemError);
  });

  it('comes once also where a gateway hands on each header as a list', () => {
    const headers = { 'idempotency-key': 'key-2' };
    const listed = (keys: readonly string[]) => () =>
      idempotencyKeyOf({ headers, multiValueHeaders: { 'Idempotency-Key': keys } } as never);
    expect(listed(['key-2'])()).toBe('key-2');
    expect(listed(['key-1', 'key-2'])).toThrow(ProblemError);
  });

  it.each([undefined, '', ' ', 'two words', 'ü', 'a\n', 'a'.repeat(256)])(
    'may not be %j',
    (key) => {
      expect(keyIn(key)).toThrow(ProblemError);
    },
  );
});
