import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { listedInstrument, type PriceReading } from './price-of-limits.ts';

export const limitPriceSchema = record(() => ({
  instrument: z.string(),
  bid: decimalText,
  ask: decimalText,
  readAt: instant,
}));

/** The one price of a reading that the limits of a rule rest on, as it was read. */
export type StatedPrice = Stored<typeof limitPriceSchema>;

/** Null if none is listed, or none is needed. */
export function statedPrice(
  currency: string,
  into: string,
  { prices, readAt }: PriceReading,
): StatedPrice | null {
  const listed = currency === into ? null : listedInstrument(currency, into, prices);
  if (listed === null) return null;
  const { bid, ask } = listed.price;
  return { instrument: listed.instrument, bid, ask, readAt };
}

export function readingOfStated({ instrument, bid, ask, readAt }: StatedPrice): PriceReading {
  return { prices: { [instrument]: { bid, ask } }, readAt };
}
