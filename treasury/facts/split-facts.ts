import * as z from 'zod/mini';
import { splitSchema } from '../policy/split-schema.ts';
import { record, type Stored } from '../records/record.ts';
import { fact } from './fact.ts';
import { numberText } from './number-in.ts';

const part = () => ({
  split: splitSchema,
  instructionId: z.string(),
  part: z.int(),
  of: z.int(),
  amount: numberText,
  /** Of the whole run. */
  total: numberText,
  currency: z.string(),
  accountId: z.exactOptional(z.string()),
});

export const SPLIT_FACTS = [
  fact('split', 'divided', () => ({
    split: splitSchema,
    /** Without parts of zero. */
    parts: z.array(record(() => ({ part: z.int(), amount: numberText }))),
  })),
  fact('split', 'divided-otherwise', () => ({
    /** Null: the rule divides nothing. */
    split: z.nullable(splitSchema),
    /** Null: the instruction is no part of a run. */
    part: z.nullable(record(() => ({ part: z.int(), of: z.int() }))),
  })),
  fact('split', 'part', part),
  fact('split', 'part-differs', part),
  fact('split', 'part-left-before', part),
] as const;

/** How the amount of a run is divided, and whether a part is what the rule makes of it; decimal text. */
export type SplitFact = Stored<(typeof SPLIT_FACTS)[number]>;
