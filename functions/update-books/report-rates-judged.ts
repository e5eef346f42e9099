import { count } from '../../runtime/observability/count.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';

/** Rates that are not what Sluice wrote, once an hour, also at zero. A seal that cannot be verified now says nothing. */
export function reportRatesJudged(tenant: string, rates: readonly ReportRate[]): void {
  const untrusted = rates.filter(
    ({ distrusted }) => distrusted !== undefined && distrusted !== 'seal-unknown',
  );
  for (const { id, version, distrusted } of untrusted) {
    logger.error('a manual rate is not what Sluice wrote: it values nothing', {
      id,
      version,
      why: distrusted,
    });
  }
  count(tenant, { UntrustedRates: untrusted.length });
}
