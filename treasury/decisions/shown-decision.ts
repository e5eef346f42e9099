import * as z from 'zod/mini';
import { LIMIT_NAMES } from '../facts/limit-name.ts';
import { valuedLimitSchema } from '../facts/valued-limit.ts';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { decided, notSwept, swept } from './decision.ts';

export const limitCheckSchema = record(() => ({
  limit: z.enum(LIMIT_NAMES),
  holds: z.boolean(),
  /** The value found, as text, with its unit where it is not an amount in the rule's currency. */
  seen: z.string(),
  /** The value that the limit requires, in the same form and units. */
  accepted: z.string(),
  /** The number behind `seen`, if it is one: an amount in the rule's currency, or seconds. */
  value: z.exactOptional(decimalText),
  /** For a limit by value: what it was turned into, and how. */
  valued: z.exactOptional(valuedLimitSchema),
}));

/** A check in words. */
export type LimitCheck = Stored<typeof limitCheckSchema>;

const shown = {
  ...decided,
  checks: z.array(limitCheckSchema),
  /** One sentence a finance person understands, with the numbers. */
  explanation: z.string(),
};

export const shownRuleDecisionSchema = z.discriminatedUnion('outcome', [
  record(() => ({ ...shown, ...swept() })),
  record(() => ({ ...shown, ...notSwept() })),
]);

/** A decision with its facts in words. */
export type ShownRuleDecision = Stored<typeof shownRuleDecisionSchema>;
