import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../api/problems/problem.ts';
import { withMoments } from '../../../../api/requests/range-dates.ts';
import { validatedQuery } from '../../../../api/requests/validate.ts';
import type { Declaration } from '../../../../api/routes/declare.ts';
import { QUERY_LEDGER } from '../../../../api/routes/declared/query-ledger.ts';
import { QUERY_REPORTS } from '../../../../api/routes/declared/query-reports.ts';

const ROUTES = { ...QUERY_LEDGER.routes, ...QUERY_REPORTS.routes };

type Parameters = Readonly<Record<string, string>>;

function parsed(route: keyof typeof ROUTES, parameters: Parameters, timeZone = 'UTC'): unknown {
  const event = withMoments({ queryStringParameters: parameters }, timeZone);
  const { query }: Declaration = ROUTES[route];
  if (query === undefined) throw new Error(`${route} takes no parameters`);
  return validatedQuery(query, event.queryStringParameters);
}

function refused(route: keyof typeof ROUTES, parameters: Parameters) {
  try {
    parsed(route, parameters);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.fields ?? [];
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a query', () => {
  it('refuses a range that ends before it begins, and takes an empty one', () => {
    const [from, to] = ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'];
    for (const route of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
      const bounds = route.endsWith('/flows') || route.endsWith('/instructions');
      if (!bounds) continue;
      expect(refused(route, { from, to })).toMatchObject([{ field: 'from' }]);
      expect(parsed(route, { from, to: from })).toMatchObject({ from: '2026-02-01T00:00:00.000Z' });
    }
    expect(refused('GET /v1/instructions', { from, to })).toMatchObject([
      { accepted: 'a time that is not later than `to`, 2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('takes RFC 3339 in lower case', () => {
    const lower = { from: '2026-01-01t09:00:00z', to: '2026-01-01t11:30:00.5+01:00' };
    expect(parsed('GET /v1/instructions', lower)).toMatchObject({
      from: '2026-01-01T09:00:00.000Z',
      to: '2026-01-01T10:30:00.500Z',
    });
  });

  it('takes several states, in any case, however they are joined', () => {
    expect(parsed('GET /v1/withdrawals', { state: 'Unknown,SENDING,unknown' })).toMatchObject({
      state: ['unknown', 'sending'],
    });
    for (const state of ['unknown,', '', 'unknown,paid', 'unknown sending']) {
      const [field] = refused('GET /v1/withdrawals', { state });
      expect(field).toMatchObject({ field: 'state', accepted: expect.stringContaining('unknown') });
    }
  });

  it('reads codes in any case', () => {
    expect(parsed('GET /v1/withdrawals', { currency: 'btc' })).toMatchObject({ currency: 'BTC' });
    expect(parsed('GET /v1/trades', { instrument: 'btc/Usd' })).toMatchObject({
      instrument: 'BTC/USD',
    });
    expect(parsed('GET /v1/decisions', { reason: 'In-Flight' })).toMatchObject({
      reason: 'in-flight',
    });
    expect(parsed('GET /v1/snapshots', { format: 'CSV', sort: 'OLDEST' })).toMatchObject({
      format: 'csv',
      sort: 'oldest',
    });
  });

  it('is newest first unless it says otherwise, and refuses an order that no index has', () => {
    expect(parsed('GET /v1/audit', {})).toMatchObject({ sort: 'newest' });
    expect(refused('GET /v1/withdrawals', { sort: 'amount' })).toMatchObject([
      { field: 'sort', seen: '"amount"', accepted: 'expected one of newest, oldest' },
    ]);
    expect(refused('GET /v1/reports/totals', { from: '2026-01-01', sort: 'newest' })).toMatchObject(
      [{ field: 'sort', accepted: expect.stringContaining('no such parameter') }],
    );
  });

  it.each([
    ['GET /v1/withdrawals', 'stat', 'state?'],
    ['GET /v1/withdrawals', 'curency', 'currency?'],
    ['GET /v1/decisions', 'ruel', 'rule?'],
    ['GET /v1/lanes', 'tennant', 'tenant?'],
    ['GET /v1/controls', 'colour', 'this route has none'],
    ['GET /v1/webhooks', 'colour', 'known: text, limit, cursor'],
  ] as const)('of %s refuses %s, and names what is near', (route, name, named) => {
    expect(refused(route, { [name]: 'x' })).toMatchObject([
      { field: name, seen: 'present', accepted: expect.stringContaining(named) },
    ]);
  });

  it('reads a date as its first moment in the reporting zone, or in the one it names', () => {
    const range = { from: '2026-03-29', to: '2026-03-30' };
    const zurich = parsed('GET /v1/withdrawals', range, 'Europe/Zurich');
    // Clocks go forward on that day: it has 23 hours.
    expect(zurich).toMatchObject({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    const own = { ...range, timeZone: 'Asia/Tokyo' };
    expect(parsed('GET /v1/reports/totals', own, 'Europe/Zurich')).toMatchObject({
      from: '2026-03-28T15:00:00.000Z',
      to: '2026-03-29T15:00:00.000Z',
    });
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026', '20260101', '2026-01-01T10:00'])(
    'refuses %s as a bound, naming both forms',
    (from) => {
      const accepted = expect.stringMatching(/a date such as .* RFC 3339 time/);
      expect(refused('GET /v1/withdrawals', { from })).toMatchObject([{ field: 'from', accepted }]);
    },
  );
});
