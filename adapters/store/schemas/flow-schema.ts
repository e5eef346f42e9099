import * as z from 'zod/mini';
import { INSTRUCTION_STATES } from '../../../treasury/instructions/advance.ts';
import type { Awaited } from '../../../treasury/ledger/awaited.ts';
import type { ClaimWindow } from '../../../treasury/ledger/claim-window.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';

const movement = z.object({
  kind: z.enum(['withdrawal', 'trade']),
  instructionId: z.string(),
  at: instant,
  amount: decimalText,
  askedBy: z.string(),
  approvedBy: z.array(z.string()),
  words: z.string(),
  inFlight: z.exactOptional(z.literal(true)),
});

export const flowSchema: z.ZodMiniType<Flow> = z.object({
  client: z.string(),
  currency: z.string(),
  snapshot: instant,
  readAt: instant,
  sinceSnapshot: instant,
  sinceReadAt: instant,
  opening: decimalText,
  closing: decimalText,
  movements: z.array(movement),
  unexplained: decimalText,
  price: z.nullable(decimalText),
  reportingCurrency: z.string(),
  version: z.int().check(z.positive()),
});

const lateBooking = z.object({
  parts: z.array(
    z.object({ snapshot: instant, from: instant, until: instant, amount: decimalText }),
  ),
  rest: z.exactOptional(z.enum(['booked', 'not-executed'])),
});

const window = {
  instructionId: z.string(),
  claimedAt: instant,
  quarantineUntil: instant,
  late: z.exactOptional(z.record(z.string(), lateBooking)),
};

export const claimWindowSchema: z.ZodMiniType<ClaimWindow> = z.object(window);

export const awaitedSchema: z.ZodMiniType<Awaited> = z.object({
  client: z.string(),
  claims: z.array(z.object({ ...window, state: z.enum(INSTRUCTION_STATES) })),
  version: z.int().check(z.positive()),
});
