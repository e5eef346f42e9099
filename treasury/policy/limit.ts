import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { since } from '../records/schema-version.ts';

const valueLimitSchema = record({
  /** Decimal text in the reporting currency. */
  value: decimalText,
  /** The reporting currency, named: a limit never changes its meaning when that changes. */
  in: z.string(),
});

/** A limit as a value in the reporting currency. */
export type ValueLimit = Stored<typeof valueLimitSchema>;

/** A limit as an amount, decimal text in the rule's currency, or as a value, which prices turn into an amount. */
export const limitSchema = z.union([decimalText, since(2, valueLimitSchema)]);

export type Limit = Stored<typeof limitSchema>;

export function isValueLimit(limit: Limit | undefined): limit is ValueLimit {
  return typeof limit === 'object';
}
