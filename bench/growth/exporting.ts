import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { connectFullReports } from '../../reporting/exports/connect-reports.ts';
import { renderExport } from '../../reporting/exports/render-export.ts';
import { EVERY_SECONDS, load, START } from '../reporting/load.ts';
import type { Measure } from './measure.ts';

interface Exported {
  readonly tenant: string;
  readonly currencies: number;
  readonly snapshots: number;
}

interface Tables {
  readonly dynamo: DynamoDBClient;
  readonly snapshotsTable: StoreTable;
  readonly seriesTable: StoreTable;
  readonly ledgerTable: StoreTable;
}

/** Nothing is valued by a manual rate here, so that no seal is verified. */
const NO_KEYS = ['none'] as const;
const GRACE_HOURS = 24;
/** Figures are of so many rows: one takes a hundredth of a unit. */
const ROWS = 1_000;

/** Read units of a thousand rows of a full export of snapshots, which are made here. */
export async function unitsOfExport(
  { dynamo, snapshotsTable, seriesTable, ledgerTable }: Tables,
  measure: Measure,
  { tenant, currencies, snapshots }: Exported,
): Promise<number> {
  const store = createSnapshots(snapshotsTable);
  const next = load(currencies);
  for (let index = 0; index < snapshots; index++) {
    if (!(await store.put({ ...next(index), tenant }))) throw new Error('not written');
  }
  const environment = {
    SNAPSHOTS_TABLE: snapshotsTable.tableName,
    SERIES_TABLE: seriesTable.tableName,
    LEDGER_TABLE: ledgerTable.tableName,
    REPORTING_TIME_ZONE: 'UTC',
    STATEMENT_GRACE_HOURS: GRACE_HOURS,
    SNAPSHOT_EVERY_SECONDS: EVERY_SECONDS,
    SEAL_KEYS: NO_KEYS,
  };
  const reports = connectFullReports(environment, tenant, dynamo);
  let lines = 0;
  const units = await measure(async () => {
    const exportable = await reports['GET /v1/snapshots']({ from: START, format: 'csv' });
    for await (const piece of renderExport(exportable, { format: 'csv' })) {
      lines += piece.toString().split('\r\n').length - 1;
    }
  });
  const rows = lines - 1;
  if (rows !== currencies * snapshots) throw new Error(`${rows} rows were written`);
  return (units / rows) * ROWS;
}
