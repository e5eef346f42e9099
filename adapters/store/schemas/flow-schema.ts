import * as z from 'zod';
import { INSTRUCTION_STATES } from '../../../treasury/instructions/advance.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type { Awaited } from '../../../treasury/reconciliation/awaited.ts';
import type { Flow } from '../../../treasury/reconciliation/flow.ts';
import type { ClaimWindow } from '../../../treasury/reconciliation/movement.ts';
import { instant } from './lane-schema.ts';

const movement = z.object({
  kind: z.enum(['withdrawal', 'trade']),
  instructionId: z.string(),
  at: instant,
  amount: decimalText,
  askedBy: z.string(),
  approvedBy: z.array(z.string()),
  words: z.string(),
  inFlight: z.literal(true).exactOptional(),
});

export const flowSchema: z.ZodType<Flow> = z.object({
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
  price: decimalText.nullable(),
  reportingCurrency: z.string(),
  version: z.int().positive(),
});

const window = { instructionId: z.string(), claimedAt: instant, quarantineUntil: instant };

export const claimWindowSchema: z.ZodType<ClaimWindow> = z.object(window);

export const awaitedSchema: z.ZodType<Awaited> = z.object({
  client: z.string(),
  claims: z.array(z.object({ ...window, state: z.enum(INSTRUCTION_STATES) })),
  version: z.int().positive(),
});
