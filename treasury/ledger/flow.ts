import * as z from 'zod/mini';
import { actorSchema } from '../facts/actor.ts';
import { requestedMovementSchema } from '../facts/movement-facts.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { movementFillSchema } from './movement-fill.ts';

export const flowMovementSchema = record(() => ({
  kind: z.enum(['withdrawal', 'trade']),
  instructionId: z.string(),
  /** When it was recorded as executed; for an outcome that others found out later, when it was claimed. */
  at: instant,
  /** Signed decimal text: incoming amounts are positive. */
  amount: decimalText,
  askedBy: actorSchema,
  approvedBy: z.array(actorSchema),
  about: requestedMovementSchema,
  /** The caller's own word for the request; absent where there is none. */
  reference: z.exactOptional(z.string()),
  /** Of a withdrawal: the registered account that it went to. */
  withdrawalAccountId: z.exactOptional(z.string()),
  /** Of a trade that says what was executed, where it first shows. */
  fill: z.exactOptional(movementFillSchema),
  /** Set while the outcome of the request is unknown although the balances already show it. */
  inFlight: z.exactOptional(z.literal(true)),
}));

/** The effect of an instruction on the balance of a currency. */
export type FlowMovement = Stored<typeof flowMovementSchema>;

export const flowSchema = record(() => ({
  tenant: z.string(),
  currency: z.string(),
  /** Tick of the snapshot that shows it, and when its balances were read. */
  snapshot: instant,
  readAt: instant,
  /** The same of the snapshot before it. */
  sinceSnapshot: instant,
  sinceReadAt: instant,
  /** Totals, decimal text. */
  opening: decimalText,
  closing: decimalText,
  movements: z.array(flowMovementSchema),
  /** Signed decimal text; beyond the tolerance it is a break. */
  unexplained: decimalText,
  /** Reporting currency per unit, as the snapshot recorded it; null without a price path. */
  price: z.nullable(decimalText),
  reportingCurrency: z.string(),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
}));

/**
 * The movement of one currency's balance between two readings: opening + movements + unexplained = closing, to the
 * last digit. Exists if something moved, or should have.
 */
export type Flow = Stored<typeof flowSchema>;
