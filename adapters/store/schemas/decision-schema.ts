import * as z from 'zod/mini';
import { LIMIT_NAMES, NO_SWEEP_REASONS } from '../../../treasury/decisions/decision.ts';
import type { StoredDecision } from '../../../treasury/ledger/ledger.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';

export const checkSchema = z.object({
  limit: z.enum(LIMIT_NAMES),
  holds: z.boolean(),
  seen: z.string(),
  accepted: z.string(),
});

const missedSchema = z.object({
  count: z.int().check(z.positive()),
  countedAll: z.boolean(),
  first: instant,
  last: instant,
});

const base = {
  ruleId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  currency: z.string(),
  withdrawalAccountId: z.string(),
  decidedAt: instant,
  occurrence: instant,
  consumesOccurrence: z.boolean(),
  missed: z.exactOptional(missedSchema),
  checks: z.array(checkSchema),
  explanation: z.string(),
};

export const decisionSchema: z.ZodMiniType<StoredDecision> = z.object({
  client: z.string(),
  snapshot: instant,
  instructionId: z.exactOptional(z.string()),
  decision: z.discriminatedUnion('outcome', [
    z.object({
      ...base,
      outcome: z.literal('sweep'),
      amount: decimalText,
      needsApproval: z.boolean(),
    }),
    z.object({
      ...base,
      outcome: z.literal('no-sweep'),
      reason: z.enum(NO_SWEEP_REASONS),
      wouldSweep: z.exactOptional(decimalText),
    }),
  ]),
});
