import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { createFlows } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { readMatchingRules, readMatchingUsage } from '../../adapters/store/matching-rules.ts';
import { oldestOpenBreaks } from '../../adapters/store/oldest-open-break.ts';
import { createReadings } from '../../adapters/store/readings.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSeries } from '../../adapters/store/series.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { createStatements } from '../../adapters/store/statements.ts';
import { connectPublisher } from '../../api/events/connect-publisher.ts';
import { createRecordPublisher } from '../../api/events/publish-records.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { snapshotOf } from '../../runtime/delivery/snapshot-stream.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, updateBooksEnvironment } from '../../runtime/environment/environment.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { retainEvidence } from '../../treasury/retention/retain-evidence.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import { reportRatesJudged } from './report-rates-judged.ts';
import { reportReconciled } from './report-reconciled.ts';

const environment = readEnvironment(updateBooksEnvironment);
const publishRecords = createRecordPublisher(connectPublisher(environment));
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ledger = createLedger(ledgerTable);
const seals = connectSeals(environment);
const books = {
  readings: createReadings(snapshotsTable),
  flows: createFlows(ledgerTable),
  rates: reportRates(ledgerTable, seals, { consistent: true }),
};
const ports = {
  ...effects,
  ...books,
  ...createStatements(ledgerTable),
  books,
  ledger,
  matching: {
    epoch: ledger.epoch,
    readRules: (tenant: string) => readMatchingRules(ledgerTable, tenant),
    readUsage: (tenant: string, ruleId: string) => readMatchingUsage(ledgerTable, tenant, ruleId),
    seals,
  },
  snapshots: createSnapshots(snapshotsTable),
  series: createSeries({ client: dynamo(), tableName: environment.SERIES_TABLE }),
};
const { REPORTING_TIME_ZONE, STATEMENT_GRACE_HOURS } = environment;
const tolerances = environment.RECONCILIATION_TOLERANCES;
const statementRules = {
  graceSeconds: STATEMENT_GRACE_HOURS * 3_600,
  frozenTimeZones: [REPORTING_TIME_ZONE, 'UTC'],
};
const retention = environment.SNAPSHOT_RETENTION_MONTHS;

/** Milliseconds that have to be left for another snapshot of a batch: one in a busy hour takes a few seconds. */
const TIME_FOR_A_SNAPSHOT_MS = 20_000;

/**
 * Snapshots stream: its events, then the consequences of each new snapshot, in order. A failed record comes again, and so does one
 * that there is no time for: the results stored before it are not lost to a timeout.
 */
export const handler = observed(
  async (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
    const unpublished = await publishRecords(event.Records);
    for (const [index, record] of event.Records.filter(isSnapshot).entries()) {
      try {
        if (index > 0 && context.getRemainingTimeInMillis() < TIME_FOR_A_SNAPSHOT_MS) {
          logger.warn('the time is up; the rest of the batch comes again', { kept: index });
          return failedFrom(record);
        }
        await updateBooks(snapshotOf(record));
      } catch (error) {
        logger.error('the books could not be kept; the snapshot comes again', error as Error);
        return failedFrom(record);
      }
    }
    return { batchItemFailures: unpublished.map((itemIdentifier) => ({ itemIdentifier })) };
  },
  mixedTransactionOf(ledgerTable, MIXED_WRITES['update-books']),
);

function isSnapshot({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.NewImage?.kind?.S === 'taken';
}

function failedFrom({ dynamodb }: DynamoDBRecord): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
}

async function updateBooks({ tenant, scheduledFor }: SnapshotTaken): Promise<void> {
  correlate({ tenant, tick: scheduledFor });
  reportReconciled(await reconcile(ports, { tenant, scheduledFor }, tolerances));
  const { hours, days } = await updateSeries(ports, tenant, scheduledFor);
  if (hours > 0) {
    logger.info('rolled up', { tenant, scheduledFor, hours, days });
    reportRatesJudged(tenant, await books.rates(tenant));
  }
  if (days.length === 0) return;
  await freezeStatements(tenant);
  if (retention !== 'for-ever') await keepNeeded(tenant, retention);
}

/** At the end of a day: months that are over, and whose grace has passed. */
async function freezeStatements(tenant: string): Promise<void> {
  for (const { month, timeZone, digest } of await freezeMonths(ports, tenant, statementRules)) {
    logger.info('a month is frozen', { tenant, month, timeZone, digest });
  }
}

/** At the end of a day: no snapshot expires that an open matter may need. */
async function keepNeeded(tenant: string, months: number): Promise<void> {
  const openSince = await oldestOpenBreaks(ledgerTable, tenant);
  const kept = await retainEvidence(ports, { tenant, now: ports.now(), months, openSince });
  if (kept > 0) logger.warn('something is open for so long that its snapshots are kept', { kept });
}
