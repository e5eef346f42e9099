import * as z from 'zod/mini';
import { nonNegativeDecimalText } from '../../treasury/money/decimal-text.ts';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import { MAX_ARMED_AT_ONCE } from '../../treasury/rearming/rearming.ts';

/** Characters of a person's comment on a rearming: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;

const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: what you compared with the records of the service`;
const UNBOOKED = `expected what was sent after the backup and no balance shows yet, of every currency of "rearmable" (at most ${MAX_ARMED_AT_ONCE}), "0" where that is nothing`;

/** The body of POST /v1/lanes/rearm. */
export const rearmingBody = z.strictObject({
  unbooked: z
    .record(
      z.string().check(z.regex(CURRENCY_CODE, 'expected currency codes in upper case')),
      nonNegativeDecimalText,
      UNBOOKED,
    )
    .check(z.refine((amounts) => Object.keys(amounts).length <= MAX_ARMED_AT_ONCE, UNBOOKED)),
  comment: z
    .string({ error: COMMENT })
    .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT)),
});
