import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { CLIENT_METRICS, type ClientMetricName } from './metrics.ts';
import { stageDimension } from './stage-dimension.ts';

/** Metrics of one client, written at once as one line: an alarm of one client hears nothing of another. */
export function writeClientMetrics(
  client: string,
  values: { readonly [Name in ClientMetricName]?: number },
): void {
  const metrics = new Metrics({ defaultDimensions: stageDimension() });
  metrics.addDimension('client', client);
  for (const [name, value] of Object.entries(values)) {
    // Whoever names one names it as the table does.
    const { unit } = CLIENT_METRICS[name as ClientMetricName];
    metrics.addMetric(name, MetricUnit[unit], value);
  }
  metrics.publishStoredMetrics();
}
