import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { TENANT_METRICS, type TenantMetricName } from './metrics.ts';
import { stageDimension } from './stage-dimension.ts';

/** Metrics of one tenant, written at once as one line: an alarm of one tenant hears nothing of another. */
export function writeTenantMetrics(
  tenant: string,
  values: { readonly [Name in TenantMetricName]?: number },
): void {
  const metrics = new Metrics({ defaultDimensions: stageDimension() });
  metrics.addDimension('tenant', tenant);
  for (const [name, value] of Object.entries(values)) {
    // Every caller names a metric as the table does.
    const { unit } = TENANT_METRICS[name as TenantMetricName];
    metrics.addMetric(name, MetricUnit[unit], value);
  }
  metrics.publishStoredMetrics();
}
