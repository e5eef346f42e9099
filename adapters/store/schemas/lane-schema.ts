import * as z from 'zod/mini';
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
  debit: z.exactOptional(z.object({ ruleId: z.string(), amount: decimalText, at: instant })),
  tradeDebit: z.exactOptional(
    z.object({ by: z.string(), amount: decimalText, currency: z.string(), at: instant }),
  ),
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
  lastClaimedAt: z.exactOptional(instant),
  lastOccurrence: z.exactOptional(instant),
  failures: z.int().check(z.nonnegative()),
  backoffUntil: z.exactOptional(instant),
});

export const laneSchema: z.ZodMiniType<Lane> = z.object({
  client: z.string(),
  currency: z.string(),
  epoch: z.string(),
  version: z.int().check(z.positive()),
  latch,
  open: z.record(
    z.string(),
    z.object({
      instructionId: z.string(),
      ruleId: z.exactOptional(z.string()),
      amount: decimalText,
    }),
  ),
  usage: z.record(z.string(), usage),
  recent: z.exactOptional(z.array(flowSchema)),
});
