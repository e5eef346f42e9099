import * as z from 'zod';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';

export const instant = z.iso.datetime({ precision: 3 });

export const claimSchema = z.object({
  instructionId: z.string(),
  nonce: z.string(),
  claimedAt: instant,
  sendBy: instant,
  quarantineUntil: instant,
  balanceBefore: decimalText,
  debit: z.object({ ruleId: z.string(), amount: decimalText, at: instant }).exactOptional(),
  tradeDebit: z
    .object({ by: z.string(), amount: decimalText, currency: z.string(), at: instant })
    .exactOptional(),
});

export const flowSchema = z.object({
  instructionId: z.string(),
  change: decimalText,
  at: instant,
});

const held = <State extends string>(state: State) =>
  z.object({ state: z.literal(state), claim: claimSchema, since: instant });

const latch = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({ state: z.literal('sending'), claim: claimSchema }),
  held('rejected'),
  held('unknown'),
  held('anomaly'),
]);

const usage = z.object({
  hours: z.record(instant, decimalText),
  days: z.record(instant, decimalText),
  lastClaimedAt: instant.exactOptional(),
  lastOccurrence: instant.exactOptional(),
  failures: z.int().nonnegative(),
  backoffUntil: instant.exactOptional(),
});

export const laneSchema: z.ZodType<Lane> = z.object({
  client: z.string(),
  currency: z.string(),
  epoch: z.string(),
  version: z.int().positive(),
  latch,
  open: z.record(
    z.string(),
    z.object({
      instructionId: z.string(),
      ruleId: z.string().exactOptional(),
      amount: decimalText,
    }),
  ),
  usage: z.record(z.string(), usage),
  recent: z.array(flowSchema).exactOptional(),
});
