import * as z from 'zod/mini';
import { record } from '../records/record.ts';
import type { LimitName } from './limit-name.ts';

/** One thing that a check of a limit may find: its code, and the fields that only this code has. */
export function fact<
  const Limit extends LimitName,
  const Code extends string,
  Fields extends z.core.$ZodLooseShape = Record<never, never>,
>(limit: Limit | readonly Limit[], code: Code, fields: () => Fields = () => ({}) as Fields) {
  const limits: readonly Limit[] = typeof limit === 'string' ? [limit] : limit;
  return record(() => ({ limit: z.literal(limits), code: z.literal(code), ...fields() }));
}
