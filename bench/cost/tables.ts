import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { readStage } from '../../lib/stages/read-stage.ts';
import { unbundledApp } from '../../lib/templates-of.ts';
import { readAssembly } from '../../local/assembly/read-assembly.ts';
import { makeTables } from '../../local/engine/tables.ts';
import { type TreasuryTables, treasuryTables } from '../../local/treasury-tables.ts';
import { withoutLog } from '../../runtime/clients/without-log.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { startMeteredEngine } from '../engine/metered-engine.ts';
import type { CountedTables } from './units.ts';

export interface CostTables extends Omit<TreasuryTables, 'tenant'> {
  readonly seriesTable: StoreTable;
  readonly eventsTable: StoreTable;
  readonly dynamo: DynamoDBClient;
  readonly engineMs: () => number | null;
  readonly close: () => Promise<void>;
}

/** As the data stack has them: snapshots are of infrequent access, and the trail records who writes to ledger and snapshots. */
export function countedTables({ snapshotsTable, ledgerTable }: CostTables): CountedTables {
  return {
    infrequent: new Set([snapshotsTable.tableName]),
    recorded: new Set([snapshotsTable.tableName, ledgerTable.tableName]),
  };
}

/** The tables of the template, with their indexes, on an engine of their own: in memory, or in a file. */
export async function openTables(file: string | null = null): Promise<CostTables> {
  const model = readAssembly(unbundledApp(readStage('dev')).synth().directory);
  const engine = await startMeteredEngine(file);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const dynamo = withoutLog(
    new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials }),
  );
  await makeTables(dynamo, model.tables);
  const table = (variable: string): StoreTable => {
    const names = model.functions.map(({ environment }) => environment[variable]);
    const tableName = names.find((name) => name !== undefined);
    if (tableName === undefined) throw new Error(`no function knows ${variable}`);
    return { client: dynamo, tableName };
  };
  return {
    ...treasuryTables(model, dynamo),
    seriesTable: table(VARIABLES.seriesTable),
    eventsTable: table(VARIABLES.eventsTable),
    dynamo,
    engineMs: engine.processorMs,
    close: async () => {
      dynamo.destroy();
      await engine.stop();
    },
  };
}
