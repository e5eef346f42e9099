import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { record, type Stored } from '../records/record.ts';

export const decidedTradeSchema = record(() => ({
  instrument: z.string(),
  side: z.enum(TRADE_SIDES),
  /** The worst price that it may be filled at; decimal text, quote currency per unit of base. */
  price: decimalText,
  /** In the base currency. */
  amount: decimalText,
  /** Of the instrument, in the snapshot. */
  bid: decimalText,
  ask: decimalText,
}));

/** The trade of a decision to convert. */
export type DecidedTrade = Stored<typeof decidedTradeSchema>;
