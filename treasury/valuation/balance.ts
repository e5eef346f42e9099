import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

const balanceSchema = record(() => ({
  total: decimalText,
  available: z.exactOptional(decimalText),
}));

/** A balance as read; decimal text. `available` is absent if the service does not say. */
export type Balance = Stored<typeof balanceSchema>;

export const balancesSchema = z.record(z.string(), balanceSchema);
export type Balances = Stored<typeof balancesSchema>;

/** The part of a balance that can be withdrawn: the available part if it is known, else the total. */
export function withdrawable(balance: Balance): string {
  return balance.available ?? balance.total;
}
