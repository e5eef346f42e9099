import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ProblemError } from '../../../../api/problems/problem.ts';
import { validatedBody } from '../../../../api/requests/validate.ts';
import { ROUTES } from '../../../../api/routes/routes.ts';

/*
 * Every body with a range: found by its own schema, so that one of a new route is tried as well. What a schema refuses of
 * the rest does not matter: the range is refused beside it, or by itself.
 */

const [LATER, EARLIER] = ['2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];

type Path = readonly string[];

/** Where objects within a schema have `from` and `to` as moments. */
function rangesIn(schema: z.core.$ZodType, path: Path = []): readonly Path[] {
  const { def } = schema._zod;
  if (def.type === 'object') {
    const { shape } = def as unknown as {
      readonly shape: Readonly<Record<string, z.core.$ZodType>>;
    };
    const isRange = [shape.from, shape.to].every(
      (each) => each !== undefined && z.safeParse(each, LATER).success,
    );
    const within = Object.entries(shape).flatMap(([name, each]) => rangesIn(each, [...path, name]));
    return isRange ? [path, ...within] : within;
  }
  const { innerType } = def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? [] : rangesIn(innerType, path);
}

const RANGES = ROUTES.flatMap(({ key: route, declaration: { body } }) =>
  body === undefined ? [] : rangesIn(body).map((path) => ({ route, body, path })),
);

function refused(body: z.ZodMiniType, value: object) {
  try {
    validatedBody(body, {
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
      isBase64Encoded: false,
    });
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return null;
}

const nested = (path: Path, value: object): object =>
  path.reduceRight<object>((inner, name) => ({ [name]: inner }), value);

/** What each body has to have beside its range. */
const BESIDE: Readonly<Record<string, object>> = {
  'POST /v1/sweep-rules/backtest': { rules: [], calendars: [] },
  'POST /v1/matching-rules/backtest': {
    rules: [{ id: 'fees', label: 'Fees', kind: 'fee', direction: 'outflow', maximum: '10' }],
  },
  'POST /v1/breaks/explain': { kind: 'deposit', comment: 'seen' },
  'POST /v1/breaks/close': { comment: 'seen' },
};

describe('a range in a body', () => {
  it('is looked for in every route: these have one', () => {
    expect(RANGES.map(({ route, path }) => [route, path.join('.')]).sort()).toEqual([
      ['POST /v1/breaks/close', 'filter'],
      ['POST /v1/breaks/explain', 'filter'],
      ['POST /v1/breaks/select', 'filter'],
      ['POST /v1/matching-rules/backtest', ''],
      ['POST /v1/sweep-rules/backtest', ''],
      ['POST /v1/webhooks/{id}/redeliver', ''],
    ]);
  });

  it.each(RANGES)(
    'of $route is refused where it ends before it begins',
    ({ route, body, path }) => {
      const turned = nested(path, { from: LATER, to: EARLIER });
      const problem = refused(body, { ...BESIDE[route], ...turned });
      expect(problem?.code).toBe('invalid-body');
      const named = problem?.fields?.filter(({ field }) => /(^|\.)(from|to)$/.test(field)) ?? [];
      expect(named).toMatchObject([
        {
          seen: expect.stringMatching(/^"2026-0[12]-01T/),
          accepted: expect.stringContaining('time'),
        },
      ]);
      expect(named[0]?.pointer).toBe(`/${[...path, named[0]?.field.split('.').at(-1)].join('/')}`);
    },
  );

  it('is compared by its moments, not by its text, and may be empty', () => {
    const redelivery = RANGES.find(({ route }) => route.includes('redeliver'))?.body;
    if (redelivery === undefined) throw new Error('there is none');
    const [from, to] = ['2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z'];
    expect(refused(redelivery, { from, to })).toBeNull();
    expect(refused(redelivery, { from: to, to: from })?.fields).toMatchObject([
      { field: 'from', pointer: '/from', seen: `"${to.replace('Z', '.000Z')}"` },
    ]);
    expect(refused(redelivery, { from, to: from })).toBeNull();
  });
});
