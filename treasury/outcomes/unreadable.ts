import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

/** Under which name the amount stands; absent where it stands alone. */
const field = z.exactOptional(z.string());

/** Why the balance of a currency cannot be read in an answer that names it. */
export const unreadableWhySchema = z.discriminatedUnion('code', [
  /** `found`: what stands there instead: null, or a type of JSON. */
  record(() => ({ code: z.literal('not-text'), field, found: z.string() })),
  record(() => ({ code: z.literal('no-decimal'), field })),
  /** There is no amount under any of the names that are known. */
  record(() => ({ code: z.literal('no-amount'), names: z.array(z.string()) })),
  /** Two names of one amount hold two amounts. */
  record(() => ({
    code: z.literal('names-differ'),
    field: z.string(),
    names: z.array(z.string()),
  })),
  record(() => ({ code: z.literal('more-available'), available: decimalText, total: decimalText })),
  record(() => ({ code: z.literal('negative-held'), held: decimalText })),
  record(() => ({
    code: z.literal('parts-differ'),
    available: decimalText,
    held: decimalText,
    total: decimalText,
  })),
  record(() => ({ code: z.literal('twice') })),
  record(() => ({ code: z.literal('case-alone'), spellings: z.array(z.string()) })),
  /** Answers name it, and none has stated its balance so far. */
  record(() => ({ code: z.literal('never-stated') })),
]);

export type UnreadableWhy = Stored<typeof unreadableWhySchema>;
