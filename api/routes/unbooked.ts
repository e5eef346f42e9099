import * as z from 'zod/mini';
import { UNBOOKED_BUDGETS } from '../../treasury/booking/booking.ts';

/** Characters of a person's comment on unbooked amounts: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;

const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: what the service's own records say, and where you looked it up`;
const BUDGET = 'expected give-back or keep: what becomes of what the claims debited';

const said = {
  comment: z
    .string({ error: COMMENT })
    .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT)),
};

/** The body of POST /v1/lanes/{currency}/unbooked/conclude. */
export const unbookedBody = z
  .discriminatedUnion(
    'outcome',
    [
      z.strictObject({ outcome: z.literal('booked'), ...said }),
      z.strictObject({
        outcome: z.literal('not-executed'),
        budget: z.enum(UNBOOKED_BUDGETS, { error: BUDGET }),
        ...said,
      }),
    ],
    { error: 'expected "outcome" to be booked or not-executed' },
  )
  .register(z.globalRegistry, { id: 'UnbookedBody' });
