import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ProblemError } from '../../../../api/problems/problem.ts';
import { validatedBody } from '../../../../api/requests/validate.ts';
import { matchingBacktestBody } from '../../../../api/routes/preview.ts';
import { moment } from '../../../../api/routes/query-fields.ts';

function refused(schema: z.ZodMiniType, body: object) {
  try {
    const headers = { 'content-type': 'application/json' };
    validatedBody(schema, { headers, body: JSON.stringify(body), isBase64Encoded: false });
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('it was accepted');
}

const throws = (): never => {
  throw new TypeError('a token, perhaps');
};

describe('a schema that throws', () => {
  it('names the field that another check refuses: the moments of a backtest', () => {
    const rules = [
      { id: 'fees', label: 'Fees', kind: 'fee', currency: 'BTC', direction: 'outflow' },
    ];
    for (const from of ['yesterday', '2026-13-45T00:00:00Z', '', 7, null]) {
      const { status, code, fields } = refused(matchingBacktestBody, {
        ...{ rules, scope: 'alone' },
        ...{ from, to: '2026-01-31T00:00:00Z' },
      });
      expect([status, code]).toEqual([422, 'invalid-body']);
      expect(fields?.map(({ field }) => field)).toContain('from');
    }
  });

  it.each([
    ['in a refinement', z.strictObject({ a: z.string() }).check(z.refine(throws))],
    ['in a transformation', z.strictObject({ a: z.pipe(z.string(), z.transform(throws)) })],
    ['in a list', z.strictObject({ a: z.array(z.string().check(z.refine(throws))) })],
    ['of no object', z.pipe(z.unknown(), z.transform(throws))],
    ['beside a field that is wrong', z.strictObject({ a: moment }).check(z.refine(throws))],
  ])("is the caller's 422, and says nothing of what was thrown: %s", (_where, schema) => {
    for (const body of [{ a: 'x' }, { a: ['x'] }, {}]) {
      const problem = refused(schema, body);
      expect([problem.status, problem.code]).toEqual([422, 'invalid-body']);
      expect(problem.fields?.length).toBeGreaterThan(0);
      expect(JSON.stringify(problem)).not.toContain('perhaps');
    }
  });
});
