import * as z from 'zod/mini';
import {
  formatDecimal,
  isDecimalTextSchema,
  parseDecimalText,
} from '../../treasury/money/decimal-text.ts';
import { inside, unwrapped } from '../../treasury/validation/inside-schema.ts';

/**
 * The same content with every amount in its shortest form, for comparing alone. The schema says which text is an amount:
 * the general ledger's account "1020.10" is not the account "1020.1".
 */
export function inShortestForm<Value>(schema: z.core.$ZodType, value: Value): Value {
  // Of several forms that a field may have, the one that accepts the value is its own.
  const own = unwrapped(schema).filter((each) => z.safeParse(each, value).success);
  const chosen = own.length === 0 ? unwrapped(schema) : own;
  if (typeof value === 'string') {
    return (chosen.some(isDecimalTextSchema) ? shortest(value) : value) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const each = (key: PropertyKey, item: unknown): unknown => {
    const [first] = chosen.flatMap((option) => inside(option, key));
    return first === undefined ? item : inShortestForm(first, item);
  };
  if (Array.isArray(value)) return value.map((item, index) => each(index, item)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, each(name, item)]),
  ) as Value;
}

function shortest(text: string): string {
  const parsed = parseDecimalText(text);
  return parsed.ok ? formatDecimal(parsed.value) : text;
}
