import * as z from 'zod/mini';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';

/** Characters of a person's comment on a decision: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;
const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: why`;
/** Why: the comment of the person who decides. */
export const comment = z
  .string({ error: COMMENT })
  .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT));
export const currency = z
  .string('expected a currency code')
  .check(z.regex(CURRENCY_CODE, 'expected a currency code in upper case, at most 20 characters'));
