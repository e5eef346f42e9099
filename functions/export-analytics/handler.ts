import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { AnalyticsBucket } from '../../adapters/analytics/analytics-bucket.ts';
import { cachedVerifier } from '../../adapters/seals/cached-verifier.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { exportDays, exportWhatIsDue } from '../../reporting/analytics/export.ts';
import { analyticsStateKey } from '../../reporting/analytics/tables.ts';
import { readingDynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { tick } from '../../runtime/delivery/tick.ts';
import { missingObjectOf } from '../../runtime/diagnosis/missing-object.ts';
import { effects } from '../../runtime/effects.ts';
import {
  exportAnalyticsEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger, observed } from '../../runtime/observability/middleware.ts';

/** Milliseconds that have to be left to begin another day: one of 1,000 currencies takes a fraction. */
const TIME_FOR_A_DAY_MS = 60_000;

const day = z.iso.date({ error: 'expected a day such as 2026-01-31' });

/**
 * Days to be written once more, from one, included, to another, not: requested by a person who may invoke the
 * function.
 */
const byHand = z
  .strictObject({ tenant: z.string().check(z.minLength(1)), from: day, to: day })
  .check(z.refine(({ from, to }) => from < to, 'expected from to be earlier than to'));

const environment = readEnvironment(exportAnalyticsEnvironment);
const ledgerTable = { client: readingDynamo(), tableName: environment.LEDGER_TABLE };
const seals = cachedVerifier(connectSeals(environment));
const sources = {
  ratesOf: reportRates(ledgerTable, seals, { consistent: false }),
  snapshots: { client: readingDynamo(), tableName: environment.SNAPSHOTS_TABLE },
  ledger: ledgerTable,
  bucket: new AnalyticsBucket(environment.ANALYTICS_BUCKET),
};

/** EventBridge Scheduler, every hour, or a person: writes the analyst's files of a tenant. */
export const handler = observed(
  async (event: unknown, context: Context) => {
    const { now } = effects;
    const hasTime = () => context.getRemainingTimeInMillis() > TIME_FOR_A_DAY_MS;
    const ports = { ...sources, now, hasTime };
    const asked = z.union([byHand, tick]).parse(event);
    const { tenant } = asked;
    const exported =
      'from' in asked
        ? await exportDays(ports, tenant, asked)
        : await exportWhatIsDue(ports, tenant);
    logger.info('analytics files written', { tenant, ...exported });
    return exported;
  },
  missingObjectOf(environment.ANALYTICS_BUCKET, analyticsStateKey),
);
