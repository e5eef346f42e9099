import fc from 'fast-check';
import { createFlows } from '../../../adapters/store/flows.ts';
import { createReadings } from '../../../adapters/store/readings.ts';
import { createSeries } from '../../../adapters/store/series.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import {
  type ChangeStatus,
  changeId,
  type PolicyChange,
} from '../../../treasury/ledger/policy-change.ts';
import type { ManualRate } from '../../../treasury/policy/manual-rate.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { rebuildSeries } from '../../../treasury/series/rebuild-series.ts';
import type { SnapshotMissed, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { hmacSeals, readingSeals } from '../../seals/hmac-seals.ts';
import { someSnapshots } from '../../unit/series/samples.ts';
import { type Deployed, TENANT } from '../functions/deployed-functions.ts';
import { RULE } from '../protocol/treasury-under-test.ts';

export const FIRST_DAY = '2026-03-27';
/** Behind the last one. */
export const DAY_AFTER = '2026-03-31';
const FROM = `${FIRST_DAY}T00:00:00.000Z`;
const MINUTES = 4 * 24 * 60;

/** Fixed, so that what is compared is the same every time. */
const SEED = 7;
const SNAPSHOTS = 20;

/** More digits than any decimal of SQL has room for. */
export const WIDE = `${'9'.repeat(30)}.${'1234567890'.repeat(3)}`;
const FINE = '0.000000000000000000000000000001';

/**
 * Four days of a treasury as the functions record them: snapshots at odd ticks with currencies and prices
 * that come and go, misses, series, decisions on two rules, and flows, most of them unexplained.
 */
export async function recordHistory(deployed: Deployed, seriesTable: StoreTable): Promise<void> {
  const { snapshots, ledger, snapshotsTable, ledgerTable } = deployed;
  const taken = takenSnapshots();
  for (const snapshot of taken) await snapshots.put(snapshot);
  for (const missed of missedSnapshots(taken)) await snapshots.put(missed);

  const ports = { snapshots, series: createSeries(seriesTable) };
  await rebuildSeries(ports, { tenant: TENANT });
  const eth = { ...RULE, id: 'eth-cold', currency: 'ETH', threshold: '3' };
  const prepared: LedgerWrite[] = [
    { kind: 'put-rule', rule: eth },
    { kind: 'create-lane', lane: newLane(TENANT, 'ETH', await ledger.epoch()) },
  ];
  await committed(deployed, prepared);
  const readings = createReadings(snapshotsTable);
  const flows = createFlows(ledgerTable);
  for (const snapshot of taken) {
    const now = () => plusSeconds(snapshot.takenAt, 5);
    await runSweeps({ ledger, now, seals: hmacSeals, reader: readingSeals }, snapshot);
    await reconcile({ ledger, readings, flows, now }, snapshot, {});
  }
  await committed(
    deployed,
    CHANGES.map((change) => ({ kind: 'put-change', change })),
  );
  await committed(
    deployed,
    RATES.map((rate) => ({ kind: 'put-manual-rate', rate })),
  );
  await committed(
    deployed,
    namedFlows().map((flow) => ({ kind: 'put-flow', flow })),
  );
}

/** Decided after 1 to 5 minutes, in every way that there is; one was never decided. */
export const CHANGES: readonly PolicyChange[] = (
  [
    'approved',
    'approved',
    'approved',
    'approved',
    'declined',
    'withdrawn',
    'superseded',
    null,
  ] as const
).map((state, index): PolicyChange => {
  const madeAt = plusSeconds(FROM, 3_600 * (index * 10 + 1));
  const at = plusSeconds(madeAt, 60 * (index % 5) + 61);
  const by = state === 'superseded' ? 'sluice' : 'anna';
  const rate = {
    id: `chf-${index}`,
    label: `CHF ${index}`,
    currency: 'CHF',
    in: 'USD',
    rate: '1.1',
  };
  return {
    ...{ tenant: TENANT, id: changeId(madeAt, `0000000${index}`), kind: 'manual-rate' },
    ...{ before: null, baseVersion: 0, version: 1, madeBy: index % 2 === 0 ? 'tess' : 'tom' },
    after: { ...rate, from: '2026-03-01', until: '2026-04-01', source: 'a "bank", in Bern' },
    ...{ madeAt, expiresAt: plusSeconds(madeAt, 86_400), comment: `for ${rate.label}` },
    status: statusOf(state, at, by),
  };
});

function takenSnapshots(): readonly SnapshotTaken[] {
  const window = someSnapshots(FROM, MINUTES, SNAPSHOTS, SNAPSHOTS);
  const [drawn = []] = fc.sample(window, { seed: SEED, numRuns: 1 });
  return [...drawn]
    .sort((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1))
    .map((snapshot, index) => ({
      ...snapshotAt(
        snapshot.scheduledFor,
        { ...snapshot.balances, ...wideAt(index) },
        snapshot.prices,
      ),
      ...(snapshot.pricesMissing === undefined ? {} : { pricesMissing: snapshot.pricesMissing }),
    }));
}

/** Worth more than is believed, so no total is known with it; and not held at every third snapshot. */
function wideAt(index: number) {
  return index % 3 === 2 ? {} : { 'X.WIDE': { total: index % 2 === 0 ? WIDE : FINE } };
}

const REFUSED = {
  code: 'status' as const,
  ...{ asked: 'GET /v1/balances', status: 404 },
  quoted: 'no such path, "tried" 3 times',
};

function missedSnapshots(taken: readonly SnapshotTaken[]): readonly SnapshotMissed[] {
  return taken
    .filter((_, index) => index % 9 === 4)
    .map(({ scheduledFor }) => ({
      kind: 'missed',
      tenant: TENANT,
      scheduledFor: plusSeconds(scheduledFor, 30),
      missedAt: plusSeconds(scheduledFor, 45),
      code: 'refused',
      why: { code: 'not-read', failed: { why: REFUSED } },
    }));
}

/** Of a currency of their own, so that nothing else is said about it: explained, and in part. */
function namedFlows(): readonly Flow[] {
  return [1, 2, 3].map((day): Flow => {
    const snapshot = plusSeconds(FROM, day * 86_400 - 1);
    return {
      tenant: TENANT,
      currency: 'SOL',
      snapshot,
      readAt: plusSeconds(snapshot, 1),
      sinceSnapshot: plusSeconds(snapshot, -300),
      sinceReadAt: plusSeconds(snapshot, -299),
      opening: '100.5',
      closing: '97.25',
      movements: [
        {
          kind: 'withdrawal',
          instructionId: `sweep-sol-${day}`,
          at: plusSeconds(snapshot, -60),
          amount: '-3',
          askedBy: { code: 'rule', ruleId: 'sol-cold' },
          approvedBy: ['alex', 'toni'],
          about: { code: 'withdrawal', accountLabel: 'Sweep of 3 SOL' },
          ...(day === 1 ? { reference: 'PO-4711' } : {}),
        },
        {
          kind: 'trade',
          instructionId: `trade-sol-${day}`,
          at: plusSeconds(snapshot, -30),
          amount: '0.75',
          askedBy: 'tina',
          approvedBy: [],
          about: {
            code: 'trade',
            side: 'buy',
            amount: '0.75',
            instrument: 'SOL/USD',
            price: '142',
          },
          ...(day === 3 ? { inFlight: true } : {}),
        },
      ],
      unexplained: day === 2 ? '0' : '-1',
      price: day === 3 ? null : '142.123456789012345678',
      reportingCurrency: 'USD',
      version: 1,
    };
  });
}

/** Of what has no price at some of the snapshots: one in the reporting currency, one that takes a price of the snapshot. */
export const RATES: readonly ManualRate[] = [
  { id: 'eth-q1', currency: 'ETH', in: 'USD', rate: '2123.45' },
  { id: 'sol-q1', currency: 'SOL', in: 'BTC', rate: '0.0023' },
].map((rate) => ({
  ...{ ...rate, label: rate.id, from: '2026-03-28', until: '2026-04-01', source: 'a broker' },
  ...{ version: 1, activeSince: FROM },
}));

async function committed({ ledger }: Deployed, changes: readonly LedgerWrite[]): Promise<void> {
  const written = await ledger.commit(TENANT, changes);
  if (!written.ok) throw new Error(`not recorded: ${written.conflicts.join(', ')}`);
}

function statusOf(state: ChangeStatus['state'] | null, at: Instant, by: string): ChangeStatus {
  if (state === null || state === 'proposed') return { state: 'proposed' };
  if (state !== 'superseded') return { state, at, by, comment: 'seen; agreed' };
  return { state, at, by, why: { code: 'other-version', baseVersion: 0, stands: 1 } };
}
