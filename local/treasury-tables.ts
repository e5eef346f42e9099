import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createLedger } from '../adapters/store/ledger.ts';
import type { StoreTable } from '../adapters/store/store-table.ts';
import { VARIABLES } from '../runtime/environment/names.ts';
import type { Ledger } from '../treasury/ledger/ledger.ts';
import type { LocalModel } from './assembly/model.ts';
import { LocalStackError } from './stack-error.ts';

/** The treasury's tables and client, found by the names that the functions know them by. */
export interface TreasuryTables {
  readonly tenant: string;
  readonly ledgerTable: StoreTable;
  readonly snapshotsTable: StoreTable;
  readonly seriesTable: StoreTable;
  readonly ledger: Ledger;
}

export function treasuryTables(model: LocalModel, dynamo: DynamoDBClient): TreasuryTables {
  const ledgerTable = { client: dynamo, tableName: variableOf(model, VARIABLES.ledgerTable) };
  return {
    tenant: firstTenantOf(model),
    ledgerTable,
    snapshotsTable: { client: dynamo, tableName: variableOf(model, VARIABLES.snapshotsTable) },
    seriesTable: { client: dynamo, tableName: variableOf(model, VARIABLES.seriesTable) },
    ledger: createLedger(ledgerTable),
  };
}

/** The first of several: what this machine shows and seeds. */
export function firstTenantOf(model: LocalModel): string {
  return variableOf(model, VARIABLES.tenants).split(',')[0] ?? '';
}

/** @throws LocalStackError where no function of the assembly has it. */
export function variableOf({ functions }: LocalModel, variable: string): string {
  const values = functions.map(({ environment }) => environment[variable]);
  const value = values.find((each) => each !== undefined);
  if (value === undefined) throw new LocalStackError(`no function of the assembly has ${variable}`);
  return value;
}
