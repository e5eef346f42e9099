import * as z from 'zod/mini';
import { decimalText, parseDecimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

export const valueLimit = record(() => ({
  /** Decimal text in the reporting currency. */
  value: decimalText,
  /** The reporting currency, named: a limit never changes its meaning when that changes. */
  in: z.string(),
}));

/** A limit as a value in the reporting currency. */
export type ValueLimit = Stored<typeof valueLimit>;

/** A limit as an amount, decimal text in the rule's currency, or as a value, which prices turn into an amount. */
export const limitSchema = z.union([decimalText, valueLimit]);

export type Limit = Stored<typeof limitSchema>;

export function isValueLimit(limit: Limit | undefined): limit is ValueLimit {
  return typeof limit === 'object';
}

/** "12.5 BTC" or "100000 USD", for sentences. `currency`: the rule's. */
export function sayLimit(currency: string, limit: Limit): string {
  return isValueLimit(limit) ? `${limit.value} ${limit.in}` : `${limit} ${currency}`;
}

/**
 * Negative, zero or positive, as the left limit is lower, as high or higher; both of one rule currency. Null if only a
 * price could tell, or one of them cannot be read. Zero is the lowest of either kind.
 */
export function compareLimits(left: Limit, right: Limit): number | null {
  const [lower, higher] = [parseDecimalText(textOf(left)), parseDecimalText(textOf(right))];
  if (!lower.ok || !higher.ok) return null;
  if (unitOf(left) === unitOf(right)) return lower.value.comparedTo(higher.value);
  if (lower.value.isZero()) return higher.value.isZero() ? 0 : -1;
  return higher.value.isZero() ? 1 : null;
}

function textOf(limit: Limit): string {
  return isValueLimit(limit) ? limit.value : limit;
}

/** Null: the rule's own currency. */
function unitOf(limit: Limit): string | null {
  return isValueLimit(limit) ? limit.in : null;
}
