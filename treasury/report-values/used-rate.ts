import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import type { ManualRate } from '../policy/manual-rate.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';

export const usedRateSchema = record({
  id: z.string(),
  version: z.int().check(z.positive()),
  currency: z.string(),
  in: z.string(),
  /** Units of `in` for one unit of the currency. */
  rate: decimalText,
});

/** A manual rate where it entered a report: which version of which, and its number. */
export type UsedRate = Stored<typeof usedRateSchema>;

export function usedRate({ id, version, currency, in: into, rate }: ManualRate): UsedRate {
  return { id, version, currency, in: into, rate };
}

/** "manual rate chf-2026 version 2": as files name it. */
export function rateText({ id, version }: Pick<UsedRate, 'id' | 'version'>): string {
  return `manual rate ${id} version ${version}`;
}

/** Each once, in the order of their ids. */
export function distinctRates(rates: readonly UsedRate[]): readonly UsedRate[] {
  const byName = new Map(rates.map((rate) => [`${rate.id}\n${rate.version}`, rate]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate);
}

/** The rate of a currency at a moment: of its dates, at midnight UTC; there is one at most. */
export function rateAt(
  rates: readonly ManualRate[],
  currency: string,
  at: Instant,
): ManualRate | null {
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  const found = rates.find(
    (rate) => rate.currency === currency && rate.from <= day && day < rate.until,
  );
  return found === undefined || found.deletedAt !== undefined ? null : found;
}
