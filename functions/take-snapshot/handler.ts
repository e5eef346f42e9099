import { MetricUnit } from '@aws-lambda-powertools/metrics';
import * as z from 'zod';
import {
  readEnvironment,
  takeSnapshotEnvironment,
} from '../../adapters/environment/environment.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { logger, metrics, observed } from '../observability/observed.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { surroundings } from '../wiring/surroundings.ts';
import { tick } from '../wiring/tick.ts';
import { connectTradingService } from '../wiring/trading-service.ts';

const environment = readEnvironment(takeSnapshotEnvironment);
const ports = {
  ...surroundings,
  service: connectTradingService(environment),
  snapshots: createSnapshots(
    { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE },
    environment.SNAPSHOT_RETENTION_MONTHS,
  ),
};

/** EventBridge Scheduler, on every tick: records the client's balances and prices, or the miss. */
export const handler = observed(async (event: unknown) => {
  const { client, scheduledFor } = z.parse(tick, event);
  const reportingCurrency = environment.REPORTING_CURRENCY;
  const outcome = await takeSnapshot(ports, { client, scheduledFor, reportingCurrency });
  if (outcome.result === 'already-recorded') {
    logger.info('the tick has its snapshot already', { client, scheduledFor });
    return { result: outcome.result };
  }
  const { snapshot } = outcome;
  if (snapshot.kind === 'missed') {
    metrics.addMetric('SnapshotMissed', MetricUnit.Count, 1);
    const { code, reason } = snapshot;
    logger.error('no snapshot: the balances could not be read', {
      client,
      scheduledFor,
      code,
      reason,
    });
  } else {
    metrics.addMetric('SnapshotTaken', MetricUnit.Count, 1);
    const { total, unvalued } = snapshot.valuation;
    logger.info('snapshot recorded', { client, scheduledFor, total, unvalued });
  }
  return { result: snapshot.kind };
});
