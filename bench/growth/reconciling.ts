import { createHash } from 'node:crypto';
import { createFlows } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Flow, FlowMovement } from '../../treasury/ledger/flow.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import type { Measure } from './measure.ts';

const FROM: Instant = '2026-01-05T08:00:00.000Z';
const EVERY_SECONDS = 60;
/** The smallest amounts that a currency has: dust, as exchanges credit it. */
const DUST = 1e-8;
const DUST_DIGITS = 8;
const HELD = 100;
/** Flows of one commit, as many as the store takes. */
const MOST_PUTS = 100;
/** Swept from each currency before the first tick. */
const SWEPT = '12.5';

export interface Unexplained {
  readonly tenant: string;
  readonly currencies: number;
  /** Ticks before, at which every balance moved and nothing explained it. */
  readonly history: number;
  /** Ticks at which the same happens, and is reconciled; the first is 1. */
  readonly ticks: number;
  /** Sweeps of each currency in the hours before: what takes back has something to look for. */
  readonly swept: number;
  /** Which way the balances move: falls look like a booking that shows once more. */
  readonly moves: 'up' | 'down';
}

export interface ReconcilingTables {
  readonly ledger: StoreTable;
  readonly snapshots: StoreTable;
}

/** Read units of each tick's reconciliation. The first tick has nothing before it, and is left out. */
export async function unitsOfReconciling(
  tables: ReconcilingTables,
  measure: Measure,
  { tenant, currencies, history, ticks, swept, moves }: Unexplained,
): Promise<readonly number[]> {
  const names = Array.from({ length: currencies }, (_, index) => currencyAt(index));
  const store = createSnapshots(tables.snapshots);
  const ledger = createLedger(tables.ledger);
  let now = FROM;
  const ports = {
    now: () => now,
    readings: createReadings(tables.snapshots),
    flows: createFlows(tables.ledger),
    ledger,
  };
  const past = (tick: number) => plusSeconds(FROM, (tick - history - swept) * EVERY_SECONDS);
  const change = moves === 'up' ? DUST : -DUST;
  const flows = names.flatMap((currency) => [
    ...Array.from({ length: swept }, (_, index) => sweptFlow(tenant, currency, past(index), index)),
    ...Array.from({ length: history }, (_, index) =>
      dustFlow(tenant, currency, past(swept + index), change),
    ),
  ]);
  for (let start = 0; start < flows.length; start += MOST_PUTS) {
    const some = flows.slice(start, start + MOST_PUTS);
    const written = await ledger.commit(
      tenant,
      some.map((flow) => ({ kind: 'put-flow', flow })),
    );
    if (!written.ok) throw new Error('the history was not written');
  }
  const units: number[] = [];
  for (let tick = 0; tick <= ticks; tick++) {
    now = plusSeconds(FROM, tick * EVERY_SECONDS);
    const snapshot = snapshotOf(tenant, now, names, HELD + change * tick);
    if (!(await store.put(snapshot))) throw new Error('a snapshot was not written');
    const reads = await measure(async () => {
      const { opened } = await reconcile(ports, snapshot, {});
      const expected = tick === 0 ? 0 : currencies;
      if (opened.length !== expected) throw new Error(`${opened.length} breaks at tick ${tick}`);
    });
    if (tick > 0) units.push(reads);
  }
  return units;
}

function currencyAt(index: number): string {
  return `C${String(index).padStart(3, '0')}`;
}

function snapshotOf(
  tenant: string,
  tick: Instant,
  names: readonly string[],
  held: number,
): SnapshotTaken {
  const total = held.toFixed(DUST_DIGITS);
  const balances = Object.fromEntries(names.map((name) => [name, { total, available: total }]));
  const takenAt = plusSeconds(tick, 1);
  const rawBalances = JSON.stringify({ balances });
  return {
    ...{ kind: 'taken', tenant, scheduledFor: tick, takenAt, balances, prices: {} },
    valuation: valueBalances(balances, {}, 'USD'),
    rawBalances,
    rawBalancesDigest: createHash('sha256').update(rawBalances).digest('hex'),
  };
}

function sweptFlow(tenant: string, currency: string, snapshot: Instant, sweep: number): Flow {
  const movement: FlowMovement = {
    kind: 'withdrawal',
    instructionId: `sweep-${currency}-${sweep}`,
    ...{ at: snapshot, amount: `-${SWEPT}`, askedBy: 'rule:to-cold', approvedBy: [] },
    about: { code: 'withdrawal', accountLabel: 'a sweep to cold storage' },
  };
  return { ...flowAt(tenant, currency, snapshot), movements: [movement], unexplained: '0' };
}

function dustFlow(tenant: string, currency: string, snapshot: Instant, change: number): Flow {
  const unexplained = change.toFixed(DUST_DIGITS);
  return { ...flowAt(tenant, currency, snapshot), movements: [], unexplained };
}

function flowAt(tenant: string, currency: string, snapshot: Instant) {
  const sinceSnapshot = plusSeconds(snapshot, -EVERY_SECONDS);
  return {
    ...{ tenant, currency, snapshot, readAt: plusSeconds(snapshot, 1) },
    ...{ sinceSnapshot, sinceReadAt: plusSeconds(sinceSnapshot, 1) },
    ...{ opening: '112.5', closing: '100', price: null, reportingCurrency: 'USD', version: 1 },
  };
}
