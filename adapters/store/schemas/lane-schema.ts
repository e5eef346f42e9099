import * as z from 'zod/mini';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';

export const instant = z.iso.datetime({ precision: 3 });

const approvalDebit = z.object({
  accountId: z.string(),
  amount: decimalText,
  people: z.union([z.literal(0), z.literal(1)]),
  value: z.exactOptional(z.object({ amount: decimalText, currency: z.string() })),
  at: instant,
});

export const claimSchema = z.object({
  instructionId: z.string(),
  nonce: z.string(),
  claimedAt: instant,
  sendBy: instant,
  quarantineUntil: instant,
  balanceBefore: decimalText,
  outgoing: z.exactOptional(decimalText),
  fee: z.exactOptional(decimalText),
  debit: z.exactOptional(z.object({ ruleId: z.string(), amount: decimalText, at: instant })),
  approvalDebit: z.exactOptional(approvalDebit),
  tradeDebit: z.exactOptional(
    z.object({
      by: z.string(),
      amount: decimalText,
      currency: z.string(),
      at: instant,
      approved: z.exactOptional(z.literal(true)),
    }),
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

const budgetDebit = z.object({ ruleId: z.string(), amount: decimalText, at: instant });
const tradeDebit = z.object({
  by: z.string(),
  amount: decimalText,
  currency: z.string(),
  at: instant,
});

const bookingSchema = z.object({
  reading: z.exactOptional(
    z.object({ at: instant, total: decimalText, available: z.exactOptional(decimalText) }),
  ),
  entries: z.array(
    z.object({
      instructionId: z.string(),
      amount: decimalText,
      fee: z.exactOptional(decimalText),
      at: instant,
      debits: z.exactOptional(
        z.object({
          claimed: decimalText,
          budget: z.exactOptional(budgetDebit),
          trade: z.exactOptional(tradeDebit),
          approval: z.exactOptional(approvalDebit),
        }),
      ),
    }),
  ),
  credits: z.array(
    z.object({ at: instant, fall: decimalText, amount: decimalText, until: instant }),
  ),
  doubts: z.array(
    z.object({
      kind: z.enum(['contradicted', 'rise', 'fee']),
      amount: decimalText,
      until: instant,
    }),
  ),
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
      accountId: z.exactOptional(z.string()),
      people: z.exactOptional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
    }),
  ),
  usage: z.record(z.string(), usage),
  accountUsage: z.exactOptional(
    z.record(z.string(), z.object({ hours: z.record(instant, decimalText) })),
  ),
  recent: z.exactOptional(z.array(flowSchema)),
  rearmedAt: z.exactOptional(instant),
  booking: z.exactOptional(bookingSchema),
  concludedAt: z.exactOptional(instant),
});
