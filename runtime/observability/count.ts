import {
  COUNTED,
  COUNTS,
  type CountName,
  dimensionsOf,
  isHeard,
  METRICS_NAMESPACE,
} from './metrics.ts';
import { logger } from './middleware.ts';
import { stageDimension } from './stage-dimension.ts';

/**
 * Counts of one tenant, as one line of the log. In CloudWatch's embedded metric format the line names those that
 * CloudWatch hears; the others are fields of it as well.
 */
export function count(
  tenant: string,
  values: { readonly [Name in CountName]?: number },
  atMs: number = Date.now(),
): void {
  const { stage } = stageDimension();
  logger.info(COUNTED, { tenant, stage, ...values, ...metricsIn(values, stage, atMs) });
}

function metricsIn(
  values: { readonly [Name in CountName]?: number },
  stage: string,
  atMs: number,
): object {
  const Metrics = (Object.keys(values) as CountName[])
    .filter((name) => isHeard(name, values[name] ?? 0))
    .map((name) => ({ Name: name, Unit: COUNTS[name].unit }));
  if (Metrics.length === 0) return {};
  // The service is a field of every line of the log.
  const Dimensions = [Object.keys(dimensionsOf('SnapshotTaken', stage))];
  return {
    _aws: {
      Timestamp: atMs,
      CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions, Metrics }],
    },
  };
}
