import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { priceFaultSchema } from '../outcomes/content-fault.ts';
import { record, type Stored } from '../records/record.ts';

export const priceSchema = record(() => ({ bid: decimalText, ask: decimalText }));

/** A price entry (reference, 2.1); decimal text, quote currency per unit of base. */
export type Price = Stored<typeof priceSchema>;

export const pricesSchema = z.record(z.string(), priceSchema);

/** Keyed by instrument, BASE/QUOTE. */
export type Prices = Stored<typeof pricesSchema>;

export const droppedPriceSchema = record(() => ({
  /** As the answer names it, fit to be shown. */
  instrument: z.string(),
  why: priceFaultSchema,
}));

/** An entry that is no price, and why; the others of its reading are used. */
export type DroppedPrice = Stored<typeof droppedPriceSchema>;

export const priceDoubtSchema = record(() => ({
  instrument: z.string(),
  /** Mid price that it jumped from; decimal text. */
  from: decimalText,
  /** Readings at the new level so far. */
  readings: z.int(),
}));

/** A price that has jumped: it sizes nothing until as many readings in a row are at the new level. */
export type PriceDoubt = Stored<typeof priceDoubtSchema>;
