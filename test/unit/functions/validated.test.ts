import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf } from '../../../functions/http/idempotency-key.ts';
import { type Problem, ProblemError } from '../../../functions/http/problem.ts';
import { validatedBody } from '../../../functions/http/validated.ts';
import { tradeBody } from '../../../functions/place-trade/schema.ts';

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
    ['amount', 0.1, 'a number, which has been through floating point'],
    ['amount', '0', 'zero'],
    ['amount', '-1', 'a negative amount'],
    ['amount', '1e3', 'an exponent'],
    ['amount', '1,000', 'a separator'],
    ['amount', ` 1`, 'white space'],
    ['amount', `1${'0'.repeat(30)}`, 'too many digits'],
    ['price', '', 'no text'],
    ['price', null, 'null'],
    ['side', 'short', 'another side'],
    ['instrument', 'BTC', 'one currency'],
    ['instrument', 'BTC/BTC', 'the same currency twice'],
    ['instrument', '__proto__/x', 'nonsense'],
  ] as const)('names the field where %s is %j: %s', (field, value, _what) => {
    const problem = problemOf({ ...TRADE, [field]: value });
    expect(problem).toMatchObject({ status: 422, code: 'invalid-body' });
    expect(problem.fields?.map((each) => each.field)).toContain(field);
    expect(problem.fields?.[0]?.seen).toBe(JSON.stringify(value).slice(0, 80));
    expect(problem.fields?.[0]?.accepted).toMatch(/expected/);
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

  it.each([undefined, '', ' ', 'two words', 'ü', 'a\n', 'a'.repeat(256)])(
    'may not be %j',
    (key) => {
      expect(keyIn(key)).toThrow(ProblemError);
    },
  );
});
