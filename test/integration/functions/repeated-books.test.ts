import { describe, expect, it, vi } from 'vitest';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { MAX_SNAPSHOTS_PER_CALL } from '../../../treasury/reconciliation/repeat-books.ts';
import type { Repeated } from '../../../treasury/reconciliation/repeated.ts';
import { instantOf, plusMonths, plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps, seen } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);

/** Another tenant with the same balances at the same ticks, of which nothing is lost. */
const WHOLE = 'whole';
const EVERY_SECONDS = 300;
/** A hundred snapshots, reconciled one after the other, where every core is busy. */
const MANY_MS = 90_000;
const NOW = instantOf(Math.floor(Date.now() / 1_000) * 1_000);
/** Bitcoin in each snapshot: a deposit, a loss, and what stays. */
const BALANCES = ['3.25', '3.75', '2.5', '2.5', '4', '4'];
/** Changes of the balance, each without a movement. */
const BREAKS = 3;
const FROM = plusSeconds(NOW, -BALANCES.length * EVERY_SECONDS);
const tickAt = (index: number) => plusSeconds(FROM, index * EVERY_SECONDS);

/** A snapshot as it is stored, for a stream to hand it on. */
async function stored(tenant: string, index: number, total: string) {
  const snapshot = snapshotAt(tickAt(index), { BTC: { total } }, {}, { tenant });
  await deployed().snapshots.put(snapshot);
  return streamEvent(snapshotItem(snapshot, 13));
}

const askedFor = (of: object, tenant = TENANT) => ({
  tenant,
  repeat: { from: FROM, to: NOW, by: 'ops@example', ...of },
});

const repeat = async (of: object, tenant = TENANT): Promise<Repeated> =>
  (await deployed().invoke('update-books', askedFor(of, tenant))) as Repeated;

async function breaks(state: string) {
  const { body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/breaks',
    query: { state },
  });
  return body.items as readonly { readonly id: string; readonly version: number }[];
}

/** Flows, breaks and pending claims of a tenant, by their keys without it; nothing of when they were written. */
async function books(tenant: string) {
  const items = await deployed().ledgerItems();
  const own = items.filter(({ pk, entity }) => {
    const isOfBooks = ['flow', 'break', 'pending-claims'].includes(entity?.S ?? '');
    return isOfBooks && pk?.S?.startsWith(`${tenant}#`);
  });
  const named = own.map((item) => JSON.parse(JSON.stringify(item).replaceAll(tenant, 'TENANT')));
  return named.sort((one, other) => (one.sk.S < other.sk.S ? -1 : 1));
}

async function audit() {
  const items = await deployed().ledgerItems();
  return items.filter(
    ({ entity, pk }) => entity?.S === 'audit-entry' && pk?.S === `${TENANT}#AUDIT`,
  );
}

/** The ticks whose delivery came to nothing: the interval after the deposit, and the one with another. */
const LOST = [2, 4];

async function withLostDeliveries(): Promise<void> {
  for (const [index, total] of BALANCES.entries()) {
    await deployed().invoke('update-books', await stored(WHOLE, index, total));
    const delivery = await stored(TENANT, index, total);
    if (!LOST.includes(index)) await deployed().invoke('update-books', delivery);
  }
}

describe('an interval of the books that is repeated', () => {
  it('ends with the books of a tenant of whom nothing was lost, whoever asked is on record', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
    try {
      await withLostDeliveries();
      expect(await books(TENANT)).not.toEqual(await books(WHOLE));
      expect(await repeat({})).toEqual({
        result: 'repeated',
        snapshots: BALANCES.length,
        first: tickAt(0),
        last: tickAt(5),
        flows: 2,
        opened: 2,
        closed: 0,
        matched: 0,
        next: null,
      });
      expect(await books(TENANT)).toEqual(await books(WHOLE));
    } finally {
      vi.useRealTimers();
    }
    const entries = await audit();
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).toMatch(/(?=.*repeat-books)(?=.*ops@example)/);
  });

  it('is repeated again without any further write, and leaves closed what people closed', async () => {
    await withLostDeliveries();
    await repeat({});
    const open = await breaks('open');
    expect(open).toHaveLength(BREAKS);
    const [{ id = '', version = 0 } = {}] = open;
    const say = async (what: string, by: string, of: object, version: number) =>
      await deployed().call('manage-breaks', {
        routeKey: `POST /v1/breaks/{id}/${what}`,
        path: { id },
        groups: by === 'tom' ? '[treasurer]' : '[approver]',
        by,
        ...seen(version),
        body: { comment: 'the invoice of May', ...of },
      });
    expect(await say('explain', 'tom', { kind: 'deposit' }, version)).toMatchObject({
      status: 200,
    });
    expect(await say('close', 'ann', {}, version + 1)).toMatchObject({ status: 200 });
    const before = await books(TENANT);
    const published = [...deployed().events.published()];
    const nothing = { flows: 0, opened: 0, closed: 0, matched: 0, next: null };
    const again = { result: 'repeated', snapshots: BALANCES.length, ...nothing };
    expect(await repeat({})).toMatchObject(again);
    expect(await books(TENANT)).toEqual(before);
    expect(await breaks('open')).toHaveLength(BREAKS - 1);
    // Nor is any event of a snapshot told twice.
    expect(deployed().events.published()).toEqual(published);
  });

  it('explains a lost interval by the withdrawal that left in it', async () => {
    const from = instantOf(Date.now() - 60_000);
    const first = await steps.snapshot();
    await deployed().invoke('update-books', first);
    await steps.sweep(first);
    // Deliveries come to nothing from the snapshot on in which it shows.
    await steps.snapshot();
    await steps.snapshot();
    const [instruction] = await steps.instructions('confirmed');
    expect(await steps.items('flow')).toEqual([]);
    const to = instantOf(Date.now() + 60_000);
    expect(await repeat({ from, to })).toMatchObject({ snapshots: 3, flows: 1, opened: 0 });
    expect(JSON.stringify(await steps.items('flow'))).toContain(instruction?.id?.S);
    expect(await breaks('open')).toEqual([]);
  });

  it(
    'takes a bounded number of snapshots at once, and says where to go on',
    async () => {
      const many = MAX_SNAPSHOTS_PER_CALL + 2;
      const from = plusSeconds(NOW, -many * 60);
      const ticks = Array.from({ length: many }, (_, index) => plusSeconds(from, index * 60));
      await Promise.all(
        ticks.map((tick, index) =>
          deployed().snapshots.put(snapshotAt(tick, { BTC: { total: `${1 + (index % 2)}` } })),
        ),
      );
      const first = await repeat({ from });
      const next = plusSeconds(from, MAX_SNAPSHOTS_PER_CALL * 60);
      expect(first).toMatchObject({ snapshots: MAX_SNAPSHOTS_PER_CALL, next });
      const second = await repeat({ from: next });
      expect(second).toMatchObject({ snapshots: 2, next: null });
      // Each snapshot but the first has a flow: also the last of a call is compared with the one behind it.
      const flows = [first, second].map((each) => ('flows' in each ? each.flows : 0));
      expect(flows).toEqual([MAX_SNAPSHOTS_PER_CALL, 1]);
      expect(await audit()).toHaveLength(2);
      // With little time left a call ends early, but never without one.
      const left = await deployed().invoke('update-books', askedFor({ from }), 1_000);
      expect(left).toMatchObject({ snapshots: 1, next: plusSeconds(from, 60) });
    },
    MANY_MS,
  );

  it('is not begun where its snapshots may have expired, where there are none, or by what is no request', async () => {
    await stored(TENANT, 0, '1');
    const expired = await repeat({ from: plusSeconds(plusMonths(NOW, -13), 6 * 86_400) });
    expect(expired).toMatchObject({ result: 'expired', keptSince: expect.any(String) });
    expect(await repeat({}, 'another')).toEqual({ result: 'no-snapshots' });
    for (const wrong of [{ to: FROM }, { by: '' }, { from: 'yesterday' }, { of: 'all' }]) {
      await expect(repeat(wrong), JSON.stringify(wrong)).rejects.toThrow();
    }
    expect(await audit()).toEqual([]);
  });
});
