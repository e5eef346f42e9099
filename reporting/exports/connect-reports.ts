import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createFlows } from '../../adapters/store/flows.ts';
import { readGeneralLedger } from '../../adapters/store/general-ledger.ts';
import { readFacts } from '../../adapters/store/instruction-facts.ts';
import { readLabels } from '../../adapters/store/labels.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { createStatements } from '../../adapters/store/statements.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { effects } from '../../runtime/effects.ts';
import {
  statementAskedIn,
  statementOfMonth,
} from '../../treasury/statements/statement-of-month.ts';
import { ticksOfMonth } from '../../treasury/statements/ticks-of-month.ts';
import { refuseFuture } from '../reports/statement.ts';
import { fullReports } from './full-reports.ts';

const HOUR_SECONDS = 3_600;

interface ReportsEnvironment {
  readonly SNAPSHOTS_TABLE: string;
  readonly SERIES_TABLE: string;
  readonly LEDGER_TABLE: string;
  readonly REPORTING_TIME_ZONE: string;
  readonly STATEMENT_GRACE_HOURS: number;
  readonly SNAPSHOT_EVERY_SECONDS: number;
  readonly SEAL_KEYS: readonly [string, ...string[]];
}

/** Every report of a tenant that has a full export, over the tables that a function's environment names. */
export function connectFullReports(
  environment: ReportsEnvironment,
  tenant: string,
  dynamo: DynamoDBClient,
) {
  const { REPORTING_TIME_ZONE: zone, STATEMENT_GRACE_HOURS } = environment;
  const snapshotsTable = { client: dynamo, tableName: environment.SNAPSHOTS_TABLE };
  const seriesTable = { client: dynamo, tableName: environment.SERIES_TABLE };
  const ledgerTable = { client: dynamo, tableName: environment.LEDGER_TABLE };
  const snapshots = createSnapshots(snapshotsTable);
  const series = createSeries(seriesTable);
  const seals = connectSeals(environment);
  const readRates = reportRates(ledgerTable, seals, { consistent: false });
  const ports = {
    ...effects,
    books: {
      readings: createReadings(snapshotsTable, false),
      flows: createFlows(ledgerTable, false),
      rates: readRates,
      ticks: ticksOfMonth({ snapshots, series }, environment.SNAPSHOT_EVERY_SECONDS),
    },
    readFrozen: createStatements(ledgerTable).readFrozen,
  };
  const rules = {
    graceSeconds: STATEMENT_GRACE_HOURS * HOUR_SECONDS,
    frozenTimeZones: [zone, 'UTC'],
  };
  return fullReports({
    ...effects,
    tenant,
    snapshotsTable,
    ledgerTable,
    snapshots,
    series,
    readRates,
    reportingTimeZone: zone,
    facts: (ids) => readFacts(ledgerTable, tenant, ids),
    generalLedger: () => readGeneralLedger(ledgerTable, tenant),
    accountLabels: async () => (await readLabels(ledgerTable, tenant)).accounts,
    statement: async (month, timeZone = zone, into) => {
      refuseFuture(month, timeZone, effects.now());
      const found = await statementOfMonth(ports, { tenant, month, timeZone }, rules);
      if (found === null) return null;
      return { ...found, statement: await statementAskedIn(ports.books, found.statement, into) };
    },
  });
}
