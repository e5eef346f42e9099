import * as z from 'zod/mini';
import { debitSchema } from '../counters/counter.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

export const entryDebitsSchema = record(() => ({
  /** The whole claimed amount: if a part is unbooked, that part is given back. Decimal text. */
  claimed: decimalText,
  debits: z.array(debitSchema),
}));

/** The debits of an unbooked amount's claim: two people who find that it was never executed may give them back. */
export type EntryDebits = Stored<typeof entryDebitsSchema>;
