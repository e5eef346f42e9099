import * as z from 'zod/mini';
import { INSTRUCTION_STATES } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import {
  ANOMALY_CAUSES,
  NOT_SENT_CAUSES,
  UNKNOWN_CAUSES,
} from '../../../treasury/outcomes/outcome.ts';
import { checkSchema } from './decision-schema.ts';
import { evidenceSchema } from './evidence-schema.ts';
import { claimSchema, instant } from './lane-schema.ts';
import { instructionSealSchema, sealSchema } from './seal-schema.ts';

const twoPeople = z.tuple([z.string(), z.string()]);
const evidence = z.string();

const origin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sweep'),
    ruleId: z.string(),
    ruleVersion: z.int().check(z.positive()),
    occurrence: instant,
    snapshot: instant,
  }),
  z.object({
    kind: z.literal('request'),
    idempotencyKey: z.string(),
    fingerprint: z.string(),
    requestedBy: z.string(),
  }),
]);

const content = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('withdrawal'),
    currency: z.string(),
    amount: decimalText,
    withdrawalAccountId: z.string(),
    accountLabel: z.string(),
  }),
  z.object({
    kind: z.literal('trade'),
    instrument: z.string(),
    side: z.enum(['buy', 'sell']),
    price: decimalText,
    amount: decimalText,
  }),
]);

/** Stored as JSON text; see the write. */
const fillsAsText = z.pipe(
  z.string(),
  z.transform((text, context): unknown[] => {
    try {
      return z.array(z.unknown()).parse(JSON.parse(text));
    } catch {
      context.issues.push({ code: 'custom', message: 'not a list as JSON text', input: text });
      return z.NEVER;
    }
  }),
);

const executedAmounts = z.object({ base: decimalText, quote: decimalText });

const confirmation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('withdrawal'),
    withdrawals: z.array(
      z.object({
        id: z.string(),
        network: z.string(),
        currency: z.string(),
        amount: decimalText,
        withdrawalAccountId: z.string(),
        createdAt: z.string(),
        processedAt: z.exactOptional(z.string()),
        venue: z.exactOptional(z.string()),
      }),
    ),
  }),
  z.object({
    kind: z.literal('trade'),
    trade: z.object({
      id: z.exactOptional(z.string()),
      state: z.exactOptional(z.string()),
      fills: z.exactOptional(fillsAsText),
      executed: z.exactOptional(executedAmounts),
      fees: z.exactOptional(z.array(z.object({ currency: z.string(), amount: decimalText }))),
    }),
    answer: z.string(),
  }),
  z.object({
    kind: z.literal('settled'),
    by: twoPeople,
    words: z.string(),
    withdrawalId: z.exactOptional(z.string()),
    fill: z.exactOptional(executedAmounts),
  }),
  z.object({ kind: z.literal('evidence'), words: z.string() }),
]);

/** The states an instruction can be in, for the edges that filter by them. */
export const instructionState = z.enum(INSTRUCTION_STATES);

const approvals = z.array(z.object({ by: z.string(), at: instant }));

const status = z.discriminatedUnion('state', [
  z.object({ state: z.literal('proposed'), at: instant }),
  z.object({
    state: z.literal('awaiting-approval'),
    at: instant,
    expiresAt: instant,
    needed: z.exactOptional(z.union([z.literal(1), z.literal(2)])),
    given: z.exactOptional(approvals),
  }),
  z.object({
    state: z.literal('approved'),
    at: instant,
    by: z.string(),
    given: z.exactOptional(approvals),
  }),
  z.object({ state: z.literal('declined'), at: instant, by: z.string(), words: z.string() }),
  z.object({ state: z.literal('expired'), at: instant }),
  z.object({
    state: z.literal('cancelled'),
    at: instant,
    reason: z.string(),
    explanation: z.string(),
    checks: z.array(checkSchema),
  }),
  z.object({ state: z.literal('sending'), at: instant, claim: claimSchema }),
  z.object({ state: z.literal('confirmed'), at: instant, confirmation, evidence }),
  z.object({
    state: z.literal('not-sent'),
    at: instant,
    cause: z.enum(NOT_SENT_CAUSES),
    evidence,
  }),
  z.object({
    state: z.literal('rejected'),
    at: instant,
    status: z.int(),
    evidence,
    claim: claimSchema,
  }),
  z.object({
    state: z.literal('unknown'),
    at: instant,
    cause: z.enum(UNKNOWN_CAUSES),
    evidence,
    tradeId: z.exactOptional(z.string()),
    withdrawalIds: z.exactOptional(z.array(z.string())),
    claim: claimSchema,
  }),
  z.object({
    state: z.literal('anomaly'),
    at: instant,
    cause: z.enum(ANOMALY_CAUSES),
    evidence,
    tradeId: z.exactOptional(z.string()),
    withdrawalIds: z.exactOptional(z.array(z.string())),
    claim: claimSchema,
  }),
  z.object({
    state: z.literal('released'),
    at: instant,
    by: z.union([twoPeople, z.literal('evidence')]),
    words: z.string(),
  }),
]);

const settlement = z.object({
  by: z.string(),
  at: instant,
  executed: z.boolean(),
  withdrawalId: z.exactOptional(z.string()),
  fill: z.exactOptional(executedAmounts),
  words: z.string(),
  evidence: z.string(),
  seal: z.exactOptional(sealSchema),
});

export const instructionSchema: z.ZodMiniType<Instruction> = z.object({
  id: z.string(),
  client: z.string(),
  origin,
  content,
  destination: z.exactOptional(
    z.object({
      label: z.string(),
      network: z.string(),
      currency: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  createdAt: instant,
  value: z.exactOptional(z.object({ amount: decimalText, currency: z.string() })),
  status,
  history: z.array(
    z.object({
      at: instant,
      state: instructionState,
      words: z.string(),
      by: z.exactOptional(z.array(z.string())),
    }),
  ),
  evidence: z.exactOptional(evidenceSchema),
  settlement: z.exactOptional(settlement),
  concluded: z.exactOptional(
    z.object({
      outcome: z.enum(['booked', 'not-executed']),
      amount: decimalText,
      currency: z.string(),
      at: instant,
      by: twoPeople,
    }),
  ),
  version: z.int().check(z.positive()),
  seal: z.exactOptional(instructionSealSchema),
});
