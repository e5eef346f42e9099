import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

export const usedRateSchema = record(() => ({
  id: z.string(),
  version: z.int().check(z.positive()),
  currency: z.string(),
  in: z.string(),
  /** Units of `in` for one unit of the currency. */
  rate: decimalText,
}));

/** A manual rate where it entered a report: which version of which, and its number. */
export type UsedRate = Stored<typeof usedRateSchema>;

/**
 * Why a rate is not used. unsealed, foreign, invalid: the verdict on its seal. replaced: a later version of it is on
 * record, and an earlier one stands in its place. seal-unknown: its seal cannot be verified now.
 */
export const RATE_DISTRUSTS = [
  'unsealed',
  'foreign',
  'invalid',
  'replaced',
  'seal-unknown',
] as const;
export type RateDistrust = (typeof RATE_DISTRUSTS)[number];

export const refusedRateSchema = record(() => ({
  id: z.string(),
  version: z.int().check(z.positive()),
  currency: z.string(),
  in: z.string(),
  why: z.enum(RATE_DISTRUSTS),
}));

/** A rate that would have valued something, and was not used. Its number is not named: Sluice did not write it. */
export type RefusedRate = Stored<typeof refusedRateSchema>;

/** "manual rate chf-2026 version 2": as files name it. */
export function rateText({ id, version }: Pick<UsedRate, 'id' | 'version'>): string {
  return `manual rate ${id} version ${version}`;
}

/** "manual rate chf-2026 version 2: 1 CHF = 1.13 USD". */
export function rateWithNumber(rate: UsedRate): string {
  return `${rateText(rate)}: 1 ${rate.currency} = ${rate.rate} ${rate.in}`;
}

/** Each once, in the order of their ids. */
export function distinctRates<Rate extends Pick<UsedRate, 'id' | 'version'>>(
  rates: readonly Rate[],
): readonly Rate[] {
  const byName = new Map(rates.map((rate) => [`${rate.id}\n${rate.version}`, rate]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate);
}
