import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { tradeFeeSchema } from '../outcomes/outcome.ts';
import { record, type Stored } from '../records/record.ts';

export const movementFillSchema = record(() => ({
  instrument: z.string(),
  side: z.enum(['buy', 'sell']),
  /** What was executed of it, in both its currencies; decimal text, without fees. */
  base: decimalText,
  quote: decimalText,
  /** Quote currency per unit of base, and the same when it was decided. */
  price: decimalText,
  decidedPrice: decimalText,
  /** What it is worse than at the decided price, in the quote currency and in percent; less than zero: better. */
  slippage: decimalText,
  slippagePercent: decimalText,
  /** Absent if the service names none. */
  fees: z.exactOptional(z.array(tradeFeeSchema)),
}));

/** How a trade was filled: with the movement that first shows it in each of its two currencies. */
export type MovementFill = Stored<typeof movementFillSchema>;
