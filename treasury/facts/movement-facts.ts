import * as z from 'zod/mini';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { coded, type Stored } from '../records/record.ts';
import { explainedSchema, matchedSchema } from './break-facts.ts';

const withdrawn = coded('withdrawal', () => ({
  /** As it was when the instruction was made. */
  accountLabel: z.string(),
}));

/** As it was asked for. */
const traded = coded('trade', () => ({
  side: z.enum(TRADE_SIDES),
  amount: z.string(),
  instrument: z.string(),
  price: z.string(),
}));

export const requestedMovementSchema = z.discriminatedUnion('code', [withdrawn, traded]);

/** What an instruction moved. */
export type RequestedMovement = Stored<typeof requestedMovementSchema>;

export const movementFactSchema = z.discriminatedUnion('code', [
  withdrawn,
  traded,
  /** A difference that a person, or a matching rule, has explained. */
  explainedSchema,
  matchedSchema,
  coded('within-tolerance'),
  /** Between two flows that do not follow from each other: a snapshot was never reconciled. */
  coded('not-reconciled'),
]);

/** What a line of a statement is about. */
export type MovementFact = Stored<typeof movementFactSchema>;
