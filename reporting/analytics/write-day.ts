import type { AnalyticsBucket } from '../../adapters/analytics/analytics-bucket.ts';
import { ParquetFile, type Row } from '../../adapters/analytics/parquet-file.ts';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { createFlows, listBreaks, listFlows } from '../../adapters/store/flows.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import { listChanges } from '../../adapters/store/policy-changes.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { listSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { breakId } from '../../treasury/ledger/break.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import { type Day, dayAfter, startOfDay } from '../../treasury/series/hour.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { snapshotsAt } from '../../treasury/statements/statement-of-month.ts';
import { type Instant, justBefore } from '../../treasury/time/instant.ts';
import {
  breakRow,
  changeRow,
  decisionRow,
  flowRows,
  instructionRow,
  snapshotRows,
} from './rows.ts';
import {
  ANALYTICS_TABLES,
  type AnalyticsTable,
  analyticsKey,
  DECIMAL_DIGITS,
  DECIMAL_SCALE,
} from './tables.ts';

/**
 * Items requested at once. A snapshot of a thousand currencies is some 60 kB and a thousand rows: a page is a few
 * megabytes then, and of usual ones a fraction of that.
 */
const PAGE_ITEMS = 50;

export interface AnalyticsSources {
  readonly snapshots: StoreTable;
  readonly ledger: StoreTable;
  readonly bucket: AnalyticsBucket;
}

/** What a day is written from. */
export interface DaySources extends AnalyticsSources {
  /** What values amounts that had no price. */
  readonly rates: readonly ReportRate[];
}

interface Ticks {
  readonly from: Instant;
  /** Not included. */
  readonly to: Instant;
}

/** Writes one table's file of a day, whole, from the stored data. Returns its number of rows. */
export async function writeDay(
  sources: DaySources,
  table: AnalyticsTable,
  tenant: string,
  day: Day,
): Promise<number> {
  const object = sources.bucket.file(analyticsKey(table, tenant, day));
  const decimals = { digits: DECIMAL_DIGITS, scale: DECIMAL_SCALE };
  const file = new ParquetFile(ANALYTICS_TABLES[table], decimals, object);
  let rows = 0;
  try {
    for await (const row of rowsOf(sources, table, tenant, ticksOf(day))) {
      await file.add(row);
      rows += 1;
    }
    await file.finish();
  } catch (error) {
    await object.abandon();
    throw error;
  }
  return rows;
}

function ticksOf(day: Day): Ticks {
  const from = startOfDay(day);
  return { from, to: startOfDay(dayAfter(day)) };
}

/** Rows of a table, newest first, as the lists are. */
async function* rowsOf(
  { snapshots, ledger, rates }: DaySources,
  table: AnalyticsTable,
  tenant: string,
  ticks: Ticks,
): AsyncGenerator<Row> {
  switch (table) {
    case 'snapshots':
      for await (const snapshot of every((page) => listSnapshots(snapshots, tenant, ticks, page))) {
        yield* snapshotRows(snapshot, rates);
      }
      return;
    case 'flows': {
      const breaks = await breaksOf(ledger, tenant, ticks);
      for await (const flows of everyPage((page) => listFlows(ledger, tenant, ticks, page))) {
        const shown = await snapshotsToValueBy(snapshots, tenant, flows, rates);
        for (const flow of flows) {
          const snapshot = shown.get(flow.snapshot) ?? null;
          yield* flowRows(flow, breaks.get(breakId(flow)) ?? null, { snapshot, rates });
        }
      }
      return;
    }
    case 'breaks':
      for await (const found of every((page) => listBreaks(ledger, tenant, ticks, page))) {
        yield breakRow(found);
      }
      return;
    case 'instructions': {
      const { instructions } = createLedgerLists(ledger);
      for await (const each of every((page) => instructions(tenant, ticks, page))) {
        yield instructionRow(each);
      }
      return;
    }
    case 'changes':
      // The file says when each expires: what has expired is no state of the store.
      for await (const change of every((page) =>
        listChanges(ledger, tenant, { ...ticks, now: ticks.to }, page),
      )) {
        yield changeRow(change);
      }
      return;
    case 'decisions': {
      const tables = { snapshots, ledger };
      for await (const decision of every((page) => listDecisions(tables, tenant, ticks, page))) {
        yield decisionRow(decision);
      }
      return;
    }
    default:
      throw new Error(`there is no table ${table satisfies never}`);
  }
}

async function breaksOf(ledger: StoreTable, tenant: string, { from, to }: Ticks) {
  const { breaksBetween } = createFlows(ledger, false);
  const found = await breaksBetween(tenant, from, justBefore(to));
  return new Map(found.map((each) => [each.id, each]));
}

/** Those that show flows without a price: a manual rate may value these. */
async function snapshotsToValueBy(
  snapshots: StoreTable,
  tenant: string,
  flows: readonly Flow[],
  rates: readonly ReportRate[],
): Promise<ReadonlyMap<Instant, SnapshotTaken>> {
  const unpriced = rates.length === 0 ? [] : flows.filter(({ price }) => price === null);
  const ticks = [...new Set(unpriced.map(({ snapshot }) => snapshot))];
  return await snapshotsAt(createReadings(snapshots, false), tenant, ticks);
}

/** Every item of a list, a page at a time. */
async function* every<T>(list: (page: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  for await (const items of everyPage(list)) yield* items;
}

async function* everyPage<T>(
  list: (page: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) });
    yield page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}
