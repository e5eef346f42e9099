import { describe, expect, it, vi } from 'vitest';
import { createOpenRequests } from '../../../adapters/store/open-requests.ts';
import { counted, type OpenKind, type OpenRequests } from '../../../api/callers/open-requests.ts';
import { effects } from '../../../runtime/effects.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { counting } from '../store/counted-table.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { codeOf } from './deployment-steps.ts';

/* What one caller has open at the same time, over two environments: this process, and the deployed function. */

const { deployed } = deployedForEachTest({}, 'agreed');

const MOST_COMPUTATIONS = 3;
const MOST_EXPORTS = 4;

const vera = { tenant: TENANT, caller: 'vera' };
const elsewhere = (): OpenRequests => ({
  ...effects,
  ...createOpenRequests(deployed().ledgerTable),
});
const forecast = (by = 'vera') =>
  deployed().call('preview-policy', { routeKey: 'GET /v1/forecast', by, groups: '[viewer]' });
const file = (query: ApiCall['query'] = {}) =>
  deployed().call('query-reports', {
    routeKey: 'GET /v1/snapshots',
    query: { whole: 'true', format: 'csv', ...query },
    by: 'vera',
    groups: '[viewer]',
  });

/** So many requests of vera's that another environment works at, until they are let go. */
async function open(kind: OpenKind, times: number) {
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const began = Array.from({ length: times }, () => Promise.withResolvers<void>());
  const ended = began.map(({ resolve }) =>
    counted(elsewhere(), vera, kind, async () => {
      resolve();
      await goOn;
    }),
  );
  await Promise.all(began.map(({ promise }) => promise));
  return async () => {
    letGo();
    await Promise.all(ended);
  };
}

describe('one caller with as many open requests as one caller may have', () => {
  it('is told to wait by every environment, while others are answered; and not any more once one has ended', async () => {
    const end = await open('computation', MOST_COMPUTATIONS);
    const refused = await forecast();
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
      ...[429, 'throttled', '2'],
    ]);
    expect((await forecast('victor')).status).toBe(200);
    // What they may have of files is another number.
    expect((await file()).status).toBe(200);
    await end();
    expect((await forecast()).status).toBe(200);
    // And the function has given back what it took.
    await (await open('computation', MOST_COMPUTATIONS))();
  });

  it('gets the very last slot once, however many environments are asked at the same moment', async () => {
    const both = [elsewhere(), elsewhere()];
    const now = effects.now();
    const taken = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        both[index % 2]?.take({
          ...{ ...vera, kind: 'computation', most: MOST_COMPUTATIONS, now },
          ...{ until: plusSeconds(now, 30), nonce: effects.nonce() },
        }),
      ),
    );
    const slots = taken.flatMap((lease) => (lease == null ? [] : [lease.slot]));
    expect(slots.toSorted()).toEqual([1, 2, 3]);
  });

  it('is free again after half a minute where an environment died with a request', async () => {
    const died = instantOf(Date.now() - 31_000);
    const dead = { ...elsewhere(), now: () => died, giveBack: async () => undefined };
    for (let slot = 1; slot <= MOST_COMPUTATIONS; slot++) {
      await counted(dead, vera, 'computation', async () => undefined);
    }
    expect((await forecast()).status).toBe(200);
  });

  it('is answered where the store is slow or fails, and keeps nothing that came late', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const own = elsewhere();
    const gave = vi.fn(own.giveBack);
    const slow: OpenRequests = {
      ...own,
      giveBack: gave,
      take: async (wanted) => {
        await answered;
        return await own.take(wanted);
      },
    };
    const failing = { ...own, take: () => Promise.reject(new Error('the table is gone')) };
    for (const store of [slow, failing]) {
      const begun = performance.now();
      expect(await counted(store, vera, 'computation', async () => 'answered')).toBe('answered');
      expect(performance.now() - begun).toBeLessThan(2_000);
    }
    answer();
    await expect.poll(() => gave.mock.results.length).toBe(1);
    await gave.mock.results[0]?.value;
    await (await open('computation', MOST_COMPUTATIONS))();
  });

  it('costs two writes of one unit for each request', async () => {
    const ledger = counting(deployed().ledgerTable);
    const counting_ = { ...effects, ...createOpenRequests(ledger.table) };
    await counted(counting_, vera, 'computation', async () => undefined);
    expect(ledger.sent).toEqual([
      { name: 'UpdateItemCommand', units: 1 },
      { name: 'UpdateItemCommand', units: 1 },
    ]);
  });
});

describe('exports that one caller waits for', () => {
  it('are counted from the request until they are written', async () => {
    const budgets = '../../../reporting/exports/budgets.ts';
    vi.doMock(budgets, async (load) => ({ ...(await load<object>()), ANSWER_BYTES: 0 }));
    try {
      const prices = { 'BTC/USD': { bid: '99', ask: '101' } };
      await deployed().snapshots.put(snapshotAt(effects.now(), { BTC: { total: '1' } }, prices));
      const asked = [];
      for (let times = 0; times < MOST_EXPORTS; times++) asked.push(await file());
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 202));
      expect(codeOf(await file())).toBe('throttled');
      await deployed().invoke('write-export', { tenant: TENANT, id: String(asked[0]?.body.id) });
      expect((await file()).status).toBe(202);
      expect(codeOf(await file())).toBe('throttled');
    } finally {
      vi.doUnmock(budgets);
    }
  });
});
