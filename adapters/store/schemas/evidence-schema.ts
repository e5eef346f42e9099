import * as z from 'zod/mini';
import type { Evidence } from '../../../treasury/instructions/evidence.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { flowSchema, instant } from './lane-schema.ts';

const currencyEvidence = z.object({
  currency: z.string(),
  balanceBefore: decimalText,
  balance: decimalText,
  changeIfExecuted: decimalText,
  unexplainedIfExecuted: decimalText,
  unexplainedIfNot: decimalText,
  earlierFlows: z.array(flowSchema),
  explanations: z.array(z.object({ executed: z.boolean(), shownLate: z.array(z.string()) })),
});

export const evidenceSchema: z.ZodMiniType<Evidence> = z.object({
  digest: z.string(),
  points: z.array(
    z.object({
      takenAt: instant,
      balances: z.record(z.string(), decimalText),
      words: z.string(),
    }),
  ),
  omitted: z.int().check(z.nonnegative()),
  weighedUntil: instant,
  afterQuarantine: z.boolean(),
  currencies: z.array(currencyEvidence),
  words: z.string(),
});
