import { describe, expect, it } from 'vitest';
import { MAX_RESPONSE_BYTES } from '../../../api/router/answer-bound.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

/** A busy machine reads such a month for seconds. */
const TEST_TIMEOUT_MS = 180_000;
/** Sweeps of each of two currencies in a month, in flows of so many: the statement has some 6 MB as JSON. */
const SWEEPS = 3_500;
const SWEEPS_OF_A_FLOW = 100;
/** What came in between two snapshots is a line of its own. */
const LINES = SWEEPS + SWEEPS / SWEEPS_OF_A_FLOW;
const MONTH = { month: '2026-03', timeZone: 'UTC' };
const FIRST = '2026-03-01T00:00:00.000Z';
const LAST = '2026-03-31T23:55:00.000Z';
const CURRENCIES = ['BTC', 'ETH'];

const get = (path: string, query: ApiCall['query'] = {}) =>
  deployed().call('query-reports', { routeKey: `GET ${path}`, query, groups: '[viewer]' });

/** Sweeps between two snapshots, and as much that came in. */
function flowNumber(index: number, currency: string): Flow {
  const snapshot = plusSeconds(FIRST, (1 + index) * 300);
  const since = plusSeconds(snapshot, -300);
  const movements = Array.from({ length: SWEEPS_OF_A_FLOW }, (_, place) => ({
    kind: 'withdrawal' as const,
    instructionId: `sweep-rule-of-the-main-desk-${index}-${place}`,
    ...{
      at: snapshot,
      amount: '-12.3456789',
      askedBy: { code: 'rule', ruleId: 'rule-of-the-main-desk' } as const,
    },
    approvedBy: ['7f3b8f0e-5a55-4c1c-9d1e-3f0a5c1b2d4e', '1c9d3f0a-1b2d-4e5a-8f0e-5a551c9d3f0a'],
    about: {
      code: 'withdrawal' as const,
      accountLabel: 'Cold storage of the treasury, held by the custodian in the second vault',
    },
    withdrawalAccountId: '0d8c6a0e-7c3a-4f57-9a43-0f1f2f6f7a11',
    reference: `payment order ${index}/${place} of the main desk, asked for by the month's plan`,
  }));
  return {
    ...{ tenant: TENANT, currency, snapshot, readAt: snapshot, movements },
    ...{ sinceSnapshot: since, sinceReadAt: since, opening: '1000.5', closing: '1000.5' },
    ...{ unexplained: '1234.56789', price: '61234.56', reportingCurrency: 'USD', version: 1 },
  };
}

async function busyMonth(): Promise<void> {
  const balances = Object.fromEntries(CURRENCIES.map((each) => [each, { total: '1000.5' }]));
  for (const at of [FIRST, LAST]) {
    await deployed().snapshots.put(snapshotAt(at, balances));
  }
  for (let index = 0; index < SWEEPS / SWEEPS_OF_A_FLOW; index++) {
    const writes = CURRENCIES.map(
      (currency) => ({ kind: 'put-flow', flow: flowNumber(index, currency) }) as const,
    );
    const { ok } = await deployed().ledger.commit(TENANT, writes);
    if (!ok) throw new Error('the flows were not written');
  }
}

describe(`the statement of a month with ${SWEEPS * CURRENCIES.length} sweeps`, () => {
  it(
    'is a summary, pages of lines and a file: no answer is beyond its bound',
    async () => {
      await busyMonth();
      const summary = await get('/v1/reports/statement', MONTH);
      expect(summary.body.statement).toMatchObject({
        currencies: CURRENCIES.map((currency) => ({
          ...{ currency, movements: { count: LINES, amount: '0' }, closing: { amount: '1000.5' } },
        })),
      });
      const query = { ...MONTH, currency: 'ETH', limit: '1000' };
      const first = await get('/v1/reports/statement/lines', query);
      expect(first.body.items).toHaveLength(1_000);
      const cursor = first.body.next as string;
      const csv = await get('/v1/reports/statement/lines', { ...query, cursor, format: 'csv' });
      const [head, ...rows] = csv.text.trimEnd().split('\r\n');
      expect([head?.split(',')[0], rows.length]).toEqual(['currency', 1_000]);
      expect(csv.headers['x-next-cursor']).not.toBe(cursor);
      const file = await get('/v1/reports/statement', { ...MONTH, whole: 'true' });
      expect([200, 202]).toContain(file.status);
      const answers = [summary, first, csv, file];
      for (const { text } of answers)
        expect(Buffer.byteLength(text)).toBeLessThan(MAX_RESPONSE_BYTES);
    },
    TEST_TIMEOUT_MS,
  );
});
