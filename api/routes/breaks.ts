import * as z from 'zod/mini';
import { BREAK_KINDS } from '../../treasury/ledger/break.ts';

/** Characters of a person's comment on a break: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;
const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: what you looked at, and where`;
const KIND = `expected one of ${BREAK_KINDS.join(', ')}`;

const words = z
  .string({ error: WORDS })
  .check(z.trim(), z.minLength(3, WORDS), z.maxLength(MAX_WORDS_CHARACTERS, WORDS));

/** The body of POST /v1/breaks/{id}/explain. */
export const explanationBody = z
  .strictObject({ kind: z.enum(BREAK_KINDS, { error: KIND }), words })
  .register(z.globalRegistry, {
    id: 'BreakExplanation',
  });

/** The body of POST /v1/breaks/{id}/close. */
export const closingBody = z.strictObject({ words }).register(z.globalRegistry, {
  id: 'BreakClosing',
});
