import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

export const valuedLimitSchema = record(() => ({
  /** In the rule's currency; decimal text. */
  amount: decimalText,
  value: decimalText,
  /** The currency of the value and of the price. */
  in: z.string(),
  /** Per unit of the rule's currency; decimal text. */
  price: decimalText,
  path: z.enum(['same', 'direct', 'inverse', 'crossed']),
  /** The instrument of the price; empty for the reporting currency itself. */
  instruments: z.array(z.string()),
}));

/** A limit by value, and the amount that it is at the prices of a decision. */
export type ValuedLimit = Stored<typeof valuedLimitSchema>;
