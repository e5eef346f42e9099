import * as z from 'zod/mini';
import type { UnbookedConclusion } from '../../../treasury/ledger/unbooked-conclusion.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';
import { sealSchema } from './seal-schema.ts';

const said = {
  client: z.string(),
  currency: z.string(),
  digest: z.string(),
  amount: decimalText,
  entries: z.array(z.object({ instructionId: z.string(), amount: decimalText, at: instant })),
  by: z.string(),
  at: instant,
  comment: z.string(),
  expiresAt: instant,
  concluded: z.exactOptional(z.object({ by: z.string(), at: instant, comment: z.string() })),
  earlier: z.array(z.object({ outcome: z.enum(['booked', 'not-executed']), at: instant })),
  version: z.int().check(z.positive()),
  seal: z.exactOptional(sealSchema),
};

export const unbookedSchema: z.ZodMiniType<UnbookedConclusion> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('booked'), ...said }),
  z.object({
    outcome: z.literal('not-executed'),
    budget: z.enum(['give-back', 'keep']),
    ...said,
  }),
]);
