import * as z from 'zod/mini';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';

/** Characters of a person's comment on a decision: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;
const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: why`;
/** Why: the comment of the person who decides. */
export const words = z
  .string({ error: WORDS })
  .check(z.trim(), z.minLength(3, WORDS), z.maxLength(MAX_WORDS_CHARACTERS, WORDS));
export const currency = z
  .string('expected a currency code')
  .check(z.regex(CURRENCY_CODE, 'expected a currency code in upper case, at most 20 characters'));
