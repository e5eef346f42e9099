import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { type Problem, ProblemError } from '../../../api/problems/problem.ts';
import { idempotencyKeyOf } from '../../../api/requests/idempotency-key.ts';
import { validatedBody } from '../../../api/requests/validate.ts';
import { withdrawalBody } from '../../../api/routes/instructions.ts';
import { controlsBody } from '../../../api/routes/policy.ts';
import { previewBody } from '../../../api/routes/preview.ts';
import { rearmingBody } from '../../../api/routes/rearming.ts';
import { settlementBody } from '../../../api/routes/settlement.ts';
import { sweepRuleBody } from '../../../api/routes/sweep-rule.ts';
import { tradeBody } from '../../../api/routes/trades.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const TRADE = { instrument: 'BTC/USD', side: 'Sell', price: '50000', amount: '0.1' };

function parsed(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return validatedBody(tradeBody, { body: text, headers: JSON_TYPE, isBase64Encoded: false });
}

function problemOf(body: unknown): Problem {
  return refusalOf(() => parsed(body));
}

describe('the body of a trade', () => {
  it('is accepted as the reference writes it, with the side in any casing', () => {
    expect(parsed(TRADE)).toEqual({ ...TRADE, side: 'sell' });
    expect(parsed({ ...TRADE, side: 'BUY' }).side).toBe('buy');
  });

  it('is accepted in base64, as API Gateway sends what it takes for binary', () => {
    const body = Buffer.from(JSON.stringify(TRADE)).toString('base64');
    const event = { body, headers: JSON_TYPE, isBase64Encoded: true };
    expect(validatedBody(tradeBody, event).amount).toBe('0.1');
  });

  it.each([
    ['amount', 0.1, 'decimal-syntax', 'a number, which has been through floating point'],
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
    ['price', null, 'decimal-syntax', 'null'],
    ['price', '-0.5', 'not-positive', 'a negative price'],
  ] as const)('is an invalid amount where %s is %j: %s, %s', (field, value, reason, _what) => {
    const problem = problemOf({ ...TRADE, [field]: value });
    expect(problem).toMatchObject({ status: 422, code: 'amount-invalid' });
    expect(problem.fields).toMatchObject([
      { field, pointer: `/${field}`, seen: JSON.stringify(value).slice(0, 80), code: reason },
    ]);
    expect(problem.fields?.[0]?.accepted).toMatch(/expected/);
  });

  it.each([
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

  it('is of no type of its own where different things are wrong with it, each named', () => {
    const problem = problemOf({ ...TRADE, amount: '0', price: '1e3' });
    expect(problem.code).toBe('amount-invalid');
    expect(problem.fields?.map(({ code }) => code)).toEqual(['decimal-syntax', 'not-positive']);
    const other = problemOf({ ...TRADE, amount: '0', side: 'short' });
    expect(other.code).toBe('invalid-body');
    expect(other.fields?.map(({ code }) => code)).toEqual(['side-unknown', 'not-positive']);
    expect(problemOf({ ...TRADE, amount: '0', leverage: '1' }).code).toBe('invalid-body');
  });

  it('names a field that is missing', () => {
    const { amount: _, ...rest } = TRADE;
    expect(problemOf(rest)).toMatchObject({
      code: 'invalid-body',
      fields: [{ field: 'amount', pointer: '/amount', seen: 'nothing' }],
    });
  });

  it('refuses a field that it does not know, by name', () => {
    const problem = problemOf({ ...TRADE, leverage: '10' });
    expect(problem.fields).toEqual([
      {
        field: 'leverage',
        pointer: '/leverage',
        seen: 'present',
        accepted: 'absent: there is no such field',
      },
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

describe('a bad amount', () => {
  const ACCOUNT = '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01';
  const RULE = {
    id: 'btc-cold',
    label: 'BTC',
    currency: 'BTC',
    withdrawalAccountId: ACCOUNT,
    threshold: '2',
    keep: '1',
    step: '0.01',
  };
  const comment = 'as agreed on Monday';
  const bodies: readonly (readonly [string, z.ZodMiniType, (bad: unknown) => unknown, string])[] = [
    ['a trade', tradeBody, (bad) => ({ ...TRADE, amount: bad }), '/amount'],
    ['a price', tradeBody, (bad) => ({ ...TRADE, price: bad }), '/price'],
    [
      'a withdrawal',
      withdrawalBody,
      (bad) => ({ withdrawalAccountId: ACCOUNT, amount: bad, comment }),
      '/amount',
    ],
    [
      'a settlement',
      settlementBody,
      (bad) => ({ executed: true, fill: { base: bad, quote: '1' }, comment }),
      '/fill/base',
    ],
    ['a rearming', rearmingBody, (bad) => ({ unbooked: { BTC: bad }, comment }), '/unbooked/BTC'],
    ['a rule', sweepRuleBody, (bad) => ({ ...RULE, keep: bad }), '/keep'],
    [
      'a budget',
      sweepRuleBody,
      (bad) => ({ ...RULE, budgets: { per24Hours: bad } }),
      '/budgets/per24Hours',
    ],
    ['a draft', previewBody, (bad) => ({ rules: [{ ...RULE, step: bad }] }), '/rules/0/step'],
    [
      'the controls',
      controlsBody,
      (bad) => ({
        mode: 'live',
        reportingCurrency: 'USD',
        trades: { maximumNotional: bad },
      }),
      '/trades/maximumNotional',
    ],
  ];

  it.each(bodies)('is called the same in %s', (_, schema, bodyOf, pointer) => {
    for (const bad of ['1e3', '-1', '05', '+5', ' 5', 5, null, `1${'0'.repeat(30)}`]) {
      const body = JSON.stringify(bodyOf(bad));
      const event = { body, headers: JSON_TYPE, isBase64Encoded: false };
      const refusal = refusalOf(() => validatedBody(schema, event, 100_000));
      expect(refusal, body).toMatchObject({ status: 422, code: 'amount-invalid' });
      expect(refusal.fields?.map((field) => field.pointer)).toEqual([pointer]);
    }
  });
});

describe('the pointer of a field', () => {
  it('escapes what a JSON Pointer has a meaning for, and tells dots in names from steps', () => {
    const body = JSON.stringify({ ...TRADE, 'a/b~c.d': 1 });
    const event = { body, headers: JSON_TYPE, isBase64Encoded: false };
    const { fields } = refusalOf(() => validatedBody(tradeBody, event));
    expect(fields).toMatchObject([{ field: 'a/b~c.d', pointer: '/a~1b~0c.d' }]);
  });
});

describe('the Content-Type of a body', () => {
  const sent = (headers: Record<string, string>, body = JSON.stringify(TRADE)) =>
    validatedBody(tradeBody, { body, headers, isBase64Encoded: false });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('may be %s', (type) => {
    expect(sent({ 'Content-Type': type }).amount).toBe('0.1');
  });

  it.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/jsonp',
    'application/problem+json',
  ])('is refused as unsupported where it is %j', (type) => {
    expect(refusalOf(() => sent({ 'content-type': type }))).toMatchObject({
      status: 415,
      code: 'content-type-unsupported',
      fields: [{ field: 'Content-Type' }],
    });
  });

  it('is asked for where there is a body, and not where there is none', () => {
    expect(refusalOf(() => sent({}))).toMatchObject({ status: 415 });
    expect(refusalOf(() => sent({}, ''))).toMatchObject({ status: 400, code: 'not-json' });
  });
});

function refusalOf(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('it was accepted');
}

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
