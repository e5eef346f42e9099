import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { unitValue } from '../valuation/believed-values.ts';
import type { PriceReading } from './price-of-limits.ts';

export const limitPriceSchema = record(() => ({
  /** Reporting currency per unit: the middle, and what floors and caps are turned at. */
  price: decimalText,
  low: decimalText,
  high: decimalText,
  path: z.enum(['direct', 'inverse', 'crossed']),
  instruments: z.array(z.string()),
  readAt: instant,
}));

/** What the limits of a rule took a unit of its currency to be worth when they were decided by. */
export type StatedPrice = Stored<typeof limitPriceSchema>;

/** Null if nothing is believed, or nothing is needed. */
export function statedPrice(
  currency: string,
  into: string,
  { values, readAt }: PriceReading,
): StatedPrice | null {
  const value = unitValue(values, currency, into);
  if (!value.known || value.path === 'same') return null;
  const { price, low, high, path, instruments } = value;
  return { price, low, high, path, instruments, readAt };
}

/** The reading that a decision rested on, of one currency. */
export function readingOfStated(
  { readAt, ...value }: StatedPrice,
  currency: string,
  into: string,
): PriceReading {
  const values = { [currency]: { ...value, least: value.price } };
  return { values: { reportingCurrency: into, values, doubts: {} }, readAt };
}
