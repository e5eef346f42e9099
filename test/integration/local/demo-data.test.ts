import { beforeAll, describe, expect, it } from 'vitest';
import { createFlows } from '../../../adapters/store/flows.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createReadings } from '../../../adapters/store/readings.ts';
import { createSeries } from '../../../adapters/store/series.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { createStatements } from '../../../adapters/store/statements.ts';
import { beginHistory, type FillOptions, fillWithDemoData } from '../../../local/demo-data/fill.ts';
import { madeUpItems } from '../../../local/demo-data/made-up-items.ts';
import { writingByClient } from '../../../local/demo-data/write-items.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { applyStartingPolicy } from '../../../local/policy/starting-policy.ts';
import { DAYS, EVER, HOURS } from '../../../treasury/counters/windows.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { rebuildSeries } from '../../../treasury/series/rebuild-series.ts';
import { updateSeries } from '../../../treasury/series/update-series.ts';
import { judgeReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { type RolledMonth, rollForward } from '../../../treasury/statements/roll-forward.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { hmacSeals, readingSeals } from '../../seals/hmac-seals.ts';
import { engineForTests } from '../store/engine-for-tests.ts';

const TENANT = 'main';
const NOW = Date.parse('2026-11-21T15:24:56.000Z');
const REAL_TICK = '2026-11-21T16:00:00.000Z';

const sandbox = {
  balances: () => ({
    BTC: { total: '3.25', available: '3.25' },
    USDC: { total: '250000', available: '250000' },
    EUR: { total: '120000.00', available: '120000.00' },
    USD: { total: '80000.00', available: '80000.00' },
  }),
  prices: () => ({
    'BTC/USD': { bid: '64983.75', ask: '65016.25' },
    'BTC/EUR': { bid: '59889.86', ask: '59925.81' },
    'USDC/USD': { bid: '0.99995', ask: '1.00005' },
    'EUR/USD': { bid: '1.08491', ask: '1.08509' },
  }),
};

const engine = engineForTests();
let options: FillOptions;
let passedOver = 0;

beforeAll(async () => {
  options = await emptyStore();
});

async function emptyStore(): Promise<FillOptions> {
  const [ledgerTable, snapshotsTable, seriesTable] = await Promise.all([
    engine().table(),
    engine().table(),
    engine().table(),
  ]);
  const ledger = createLedger(ledgerTable);
  return {
    tenant: TENANT,
    tables: { ledger, ledgerTable, snapshotsTable, seriesTable },
    ...{ reportingCurrency: 'USD', reportingTimeZone: 'Europe/Zurich', statementGraceHours: 24 },
    sandbox,
    make: madeUpItems,
    write: writingByClient(ledgerTable.client),
    readings: readingSeals,
    now: NOW,
    passOver: async () => {
      passedOver += 1;
    },
  };
}

function notAsked(): never {
  throw new Error('a second history was asked for');
}

/** What the functions work with. */
function ports(now: string) {
  const { ledgerTable, snapshotsTable, seriesTable } = options.tables;
  const ledger = createLedger(ledgerTable);
  const readings = createReadings(snapshotsTable);
  const flows = createFlows(ledgerTable);
  return {
    now: () => now,
    readings,
    flows,
    books: { readings, flows },
    ledger,
    snapshots: createSnapshots(snapshotsTable),
    series: createSeries(seriesTable),
    ...createStatements(ledgerTable),
  };
}

describe('demo data in a store', () => {
  it('is finished by the next start where the first was stopped half way, as it was begun', async () => {
    const { tables } = options;
    const gone = { ...tables.snapshotsTable, tableName: 'gone' };
    const stopped = { ...options, tables: { ...tables, snapshotsTable: gone } };
    await expect(fillWithDemoData(stopped)).rejects.toThrow();
    expect(passedOver).toBe(0);
    const dayLater = { ...options, now: NOW + 86_400_000 };
    // A history that was begun before the store was looked at is not the one that it holds a part of.
    const marker = await fillWithDemoData({ ...dayLater, begunEarly: beginHistory(dayLater) });
    expect(marker).toMatchObject({ last: '2026-11-21T15:00:07.000Z', isComplete: true });
    expect(passedOver).toBe(1);
  });

  it('is not made up a second time', async () => {
    const again = await fillWithDemoData({ ...options, now: NOW + 2 * 86_400_000 });
    expect(again?.last).toBe('2026-11-21T15:00:07.000Z');
    expect(passedOver).toBe(1);
  });

  it('is the history that was begun before the tables were there', async () => {
    const store = await emptyStore();
    const begunEarly = beginHistory(store);
    const dayLater = { ...store, now: NOW + 86_400_000, make: notAsked };
    const marker = await fillWithDemoData({ ...dayLater, begunEarly });
    expect(marker).toEqual({ ...begunEarly.marker, isComplete: true });
    const latest = await createSnapshots(store.tables.snapshotsTable).latest(TENANT);
    expect(latest?.scheduledFor).toBe('2026-11-21T15:00:07.000Z');
    // The sandbox's own prices: the next snapshot carries on from them, and from nothing that was made up before.
    if (latest === null) throw new Error('no snapshot');
    expect(await judgeReading(readingSeals, TENANT, latest)).toBe('valid');
    const all = await createSnapshots(store.tables.snapshotsTable).takenSince(
      TENANT,
      latest.takenAt.slice(0, 10),
      100,
    );
    const sealed = all.filter(({ seal }) => seal !== undefined);
    expect(all.length).toBeGreaterThan(10);
    expect(sealed.map(({ scheduledFor }) => scheduledFor)).toEqual([latest.scheduledFor]);
  });

  it('counts in no limit, and the watchdog misses nothing of it, at midnight either', async () => {
    const store = await emptyStore();
    await fillWithDemoData(store);
    const ledger = createLedger(store.tables.ledgerTable);
    const epoch = await ledger.epoch();
    const lanes = ['BTC', 'ETH', 'EUR', 'USD', 'USDC'].map((currency) => ({
      kind: 'create-lane' as const,
      lane: newLane(TENANT, currency, epoch),
    }));
    expect(await ledger.commit(TENANT, lanes)).toEqual({ ok: true });
    const watched = { ledger, flows: createFlows(store.tables.ledgerTable), now: () => REAL_TICK };
    for (const buckets of [HOURS, DAYS, EVER]) {
      expect(await watchCounts(watched, TENANT, buckets)).toMatchObject({ lowered: null });
    }
  });

  it('is nothing that a store with a policy gets', async () => {
    const used = await emptyStore();
    const policy = readPolicyInput(null, 300);
    const start = { tenant: TENANT, policy, isSandbox: true, live: false, seals: hmacSeals };
    await applyStartingPolicy(used.tables.ledgerTable, start);
    expect(await fillWithDemoData(used)).toBeNull();
    expect(await createSnapshots(used.tables.snapshotsTable).latest(TENANT)).toBeNull();
  });

  it('is what the functions would have made of it: reconciled again, nothing changes', async () => {
    const at = ports(REAL_TICK);
    const settled = await at.flows.breaksBetween(TENANT, '2026-10-01', '2026-11-01');
    const looked = settled.find(
      ({ status }) => status.state === 'closed' && status.how === 'settlement',
    );
    for (const scheduledFor of [looked?.snapshot ?? '', '2026-09-08T03:00:07.000Z']) {
      const found = await reconcile(at, { tenant: TENANT, scheduledFor }, {});
      expect(found).toEqual({ opened: [], closed: [], matched: [], unmatched: [], flows: 0 });
    }
  });

  it('has the hours and days that the snapshots give', async () => {
    const { snapshots, series } = ports(REAL_TICK);
    const [from, to] = ['2026-11-18', '2026-11-20'];
    const seen = async () => ({
      hours: await series.points(TENANT, 'USDC', { from: `${from}T00`, to: `${to}T00` }),
      totals: await series.days(TENANT, '*', { from, to }),
    });
    const before = await seen();
    expect(before.totals.size).toBe(2);
    const range = { from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` };
    const rebuilt = await rebuildSeries({ snapshots, series }, { tenant: TENANT, ...range });
    expect(rebuilt).toMatchObject({ result: 'rebuilt' });
    expect(await seen()).toEqual(before);
  });

  it('has its months frozen, and nothing is known better today', async () => {
    const at = ports(REAL_TICK);
    const rules = { graceSeconds: 86_400, frozenTimeZones: ['Europe/Zurich', 'UTC'] };
    for (const timeZone of rules.frozenTimeZones) {
      for (const month of ['2026-09', '2026-10']) {
        const found = await statementOfMonth(at, { tenant: TENANT, month, timeZone }, rules);
        expect(found).toMatchObject({ state: 'frozen', later: [] });
        expect(found?.statement.totals.unvalued).toEqual([]);
      }
    }
  });

  it('opens each month with what the one before closed with', async () => {
    const at = ports(REAL_TICK);
    for (const timeZone of ['Europe/Zurich', 'UTC']) {
      const rules = { graceSeconds: 86_400, frozenTimeZones: ['Europe/Zurich', 'UTC'] };
      const months: RolledMonth[] = [];
      for (const month of ['2026-08', '2026-09', '2026-10', '2026-11']) {
        const found = await statementOfMonth(at, { tenant: TENANT, month, timeZone }, rules);
        months.push({ month, found });
      }
      const totals = months.flatMap(({ found }) => found?.statement.totals ?? []);
      expect(totals).toHaveLength(4);
      expect(totals.slice(1).map(({ opening }) => opening)).toEqual(
        totals.slice(0, -1).map(({ closing }) => closing),
      );
      expect(rollForward(months).filter(({ line }) => line === 'restated')).toEqual([]);
    }
  });

  it('is followed by the first real snapshot without a break', async () => {
    const at = ports(REAL_TICK);
    const latest = await at.snapshots.latest(TENANT);
    const real: SnapshotTaken = {
      ...(latest as SnapshotTaken),
      scheduledFor: REAL_TICK,
      takenAt: '2026-11-21T16:00:01.000Z',
      balances: sandbox.balances(),
    };
    await at.snapshots.put(real);
    const reconciled = await reconcile(at, real, {});
    expect(reconciled).toEqual({ opened: [], closed: [], matched: [], unmatched: [], flows: 0 });
    expect(await updateSeries(at, TENANT, REAL_TICK)).toEqual({ hours: 1, days: [] });
    const flows = await at.flows.flowsBetween(TENANT, REAL_TICK, REAL_TICK);
    expect(flows).toEqual([]);
  });
});
