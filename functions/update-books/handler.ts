import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import * as z from 'zod/mini';
import { createClosedDays, flowLeaf } from '../../adapters/store/closed-days.ts';
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
import { handedBack, numberOf } from '../../runtime/delivery/handed-back.ts';
import { type RepeatEvent, repeatEvent } from '../../runtime/delivery/repeat-event.ts';
import { readableSnapshotOf } from '../../runtime/delivery/snapshot-stream.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, updateBooksEnvironment } from '../../runtime/environment/environment.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { type Reconciled, reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { repeatBooks } from '../../treasury/reconciliation/repeat-books.ts';
import type { Repeated } from '../../treasury/reconciliation/repeated.ts';
import { retainEvidence } from '../../treasury/retention/retain-evidence.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import { ticksOfMonth } from '../../treasury/statements/ticks-of-month.ts';
import { closeDays } from '../../treasury/tie-out/close-days.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { reportRatesJudged } from './report-rates-judged.ts';
import { reportReconciled } from './report-reconciled.ts';

const environment = readEnvironment(updateBooksEnvironment);
const publishRecords = createRecordPublisher(connectPublisher(environment));
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ledger = createLedger(ledgerTable);
const seals = connectSeals(environment);
/** As after a miss, what follows is compared with the snapshot before it: what is not known is never zero. */
const leaveOut = (tick: string): void =>
  logger.warn('a snapshot cannot be read; the books go on without it', { tick });
const snapshots = createSnapshots(snapshotsTable, 'for-ever', leaveOut);
const series = createSeries({ client: dynamo(), tableName: environment.SERIES_TABLE });
const books = {
  readings: createReadings(snapshotsTable, true, leaveOut),
  flows: createFlows(ledgerTable),
  rates: reportRates(ledgerTable, seals, { consistent: true }),
  ticks: ticksOfMonth({ snapshots, series }, environment.SNAPSHOT_EVERY_SECONDS),
};
const ports = {
  ...effects,
  ...books,
  ...createStatements(ledgerTable),
  ...createClosedDays({ ledger: ledgerTable, snapshots: snapshotsTable }),
  books,
  ledger,
  corrections: {
    readAuditHead: ledger.readAuditHead,
    graceSeconds: environment.STATEMENT_GRACE_HOURS * 3_600,
    leafOf: flowLeaf,
  },
  matching: {
    epoch: ledger.epoch,
    readRules: (tenant: string) => readMatchingRules(ledgerTable, tenant),
    readUsage: (tenant: string, ruleId: string) => readMatchingUsage(ledgerTable, tenant, ruleId),
    seals,
  },
  snapshots,
  series,
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

/** Snapshots stream; or, by a direct invocation, an operator who has an interval repeated. */
export const handler = observed(
  async (event: DynamoDBStreamEvent | RepeatEvent, context: Context) =>
    'Records' in event
      ? await deliver(event, context)
      : await repeatAsAsked(z.parse(repeatEvent(), event), context),
  mixedTransactionOf(ledgerTable, MIXED_WRITES['update-books']),
);

/**
 * The events of what a stream delivers, then the consequences of each new snapshot, in order. A failed record comes again, and so
 * does one that there is no time for: the results stored before it are not lost to a timeout. One whose image cannot be read, such as
 * of a codec that a later version writes, is handed back alone: those behind it are in the books at once, compared with the one
 * before it. A miss looks the same to them.
 */
async function deliver(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const unpublished = await publishRecords(Records);
  const unreadable: string[] = [];
  for (const [index, record] of Records.filter(isSnapshot).entries()) {
    try {
      if (index > 0 && !hasTime(context)) {
        logger.warn('the time is up; the rest of the batch comes again', { kept: index });
        return handedBack([...unreadable, numberOf(record)]);
      }
      const snapshot = readableSnapshotOf(record);
      if (snapshot === null) unreadable.push(numberOf(record));
      else await updateBooks(snapshot);
    } catch (error) {
      logger.error('the books could not be kept; the snapshot comes again', error as Error);
      return handedBack([...unreadable, numberOf(record)]);
    }
  }
  return handedBack([...unpublished, ...unreadable]);
}

/** Snapshots of which a delivery was given up. Their events are in the feed, or were given up: none is told again. */
async function repeatAsAsked({ tenant, repeat }: RepeatEvent, context: Context): Promise<Repeated> {
  correlate({ tenant });
  const repeated = await repeatBooks(
    {
      now: ports.now,
      readings: books.readings,
      ledger,
      reconcile: (tick) => reconcileOne(tenant, tick),
      rollUp: (tick) => rollUp(tenant, tick),
      hasTime: () => hasTime(context),
      retentionMonths: retention === 'for-ever' ? null : retention,
    },
    { tenant, ...repeat, requestId: context.awsRequestId },
  );
  logger.warn('an interval of the books was repeated', { ...repeat, repeated });
  return repeated;
}

function hasTime({ getRemainingTimeInMillis }: Context): boolean {
  return getRemainingTimeInMillis() >= TIME_FOR_A_SNAPSHOT_MS;
}

function isSnapshot({ dynamodb }: DynamoDBRecord): boolean {
  return dynamodb?.NewImage?.kind?.S === 'taken';
}

async function updateBooks({ tenant, scheduledFor }: SnapshotTaken): Promise<void> {
  correlate({ tenant, tick: scheduledFor });
  await reconcileOne(tenant, scheduledFor);
  await rollUp(tenant, scheduledFor);
}

async function reconcileOne(tenant: string, scheduledFor: Instant): Promise<Reconciled> {
  const reconciled = await reconcile(ports, { tenant, scheduledFor }, tolerances);
  reportReconciled(reconciled);
  return reconciled;
}

async function rollUp(tenant: string, scheduledFor: Instant): Promise<void> {
  const { hours, days } = await updateSeries(ports, tenant, scheduledFor);
  if (hours > 0) {
    logger.info('rolled up', { tenant, scheduledFor, hours, days });
    reportRatesJudged(tenant, await books.rates(tenant));
  }
  if (days.length === 0) return;
  await freezeStatements(tenant);
  await closeRecorded(tenant);
  if (retention !== 'for-ever') await keepNeeded(tenant, retention);
}

/** At the end of a day: months that are over, and whose grace has passed. */
async function freezeStatements(tenant: string): Promise<void> {
  for (const { month, timeZone, digest } of await freezeMonths(ports, tenant, statementRules)) {
    logger.info('a month is frozen', { tenant, month, timeZone, digest });
  }
}

/** At the end of a day: what is on record of the days before goes under a root in the audit log. */
async function closeRecorded(tenant: string): Promise<void> {
  for (const { day, root, head } of await closeDays(ports, tenant, statementRules.graceSeconds)) {
    logger.info('a day is closed', { tenant, day, root, head });
  }
}

/** At the end of a day: no snapshot expires that an open matter may need. */
async function keepNeeded(tenant: string, months: number): Promise<void> {
  const openSince = await oldestOpenBreaks(ledgerTable, tenant);
  const kept = await retainEvidence(ports, { tenant, now: ports.now(), months, openSince });
  if (kept > 0) logger.warn('something is open for so long that its snapshots are kept', { kept });
}
