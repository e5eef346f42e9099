import type { ManualRate } from '../policy/manual-rate.ts';
import type { RateDistrust, UsedRate } from '../policy/used-rate.ts';
import type { Instant } from '../time/instant.ts';

/** A rate as reports read it. One that is not what Sluice wrote values nothing. */
export type ReportRate = ManualRate & { readonly distrusted?: RateDistrust };

export function usedRate({ id, version, currency, in: into, rate }: ManualRate): UsedRate {
  return { id, version, currency, in: into, rate };
}

/** The rate of a currency at a moment: of its dates, at midnight UTC; there is one at most that is to be trusted. */
export function rateAt(
  rates: readonly ReportRate[],
  currency: string,
  at: Instant,
): ManualRate | null {
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  const found = rates.find(
    (rate) =>
      rate.distrusted === undefined &&
      rate.currency === currency &&
      rate.from <= day &&
      day < rate.until,
  );
  return found === undefined || found.deletedAt !== undefined ? null : found;
}
