import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

const currencyValueSchema = record(() => ({
  /** Decimal text in the reporting currency. */
  value: decimalText,
  /** Reporting currency per unit; decimal text. */
  price: decimalText,
  path: z.enum(['same', 'direct', 'inverse', 'crossed']),
  /** The instruments used, in order; empty for the reporting currency itself. */
  instruments: z.array(z.string()),
}));

/** How a currency was valued, so that any reader can compute it again. */
export type CurrencyValue = Stored<typeof currencyValueSchema>;

export const valuationSchema = record(() => ({
  reportingCurrency: z.string(),
  /** Sum of all valued currencies, decimal text. */
  total: decimalText,
  values: z.record(z.string(), currencyValueSchema),
  /** Held, but without a price path into the reporting currency. Never counted as zero. */
  unvalued: z.array(z.string()),
  /** Of currencies that the answer does not state: their last balances at the prices of now. In no total. */
  apart: z.exactOptional(z.record(z.string(), currencyValueSchema)),
}));

export type Valuation = Stored<typeof valuationSchema>;
