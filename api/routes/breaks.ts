import * as z from 'zod/mini';
import { BREAK_KINDS } from '../../treasury/ledger/break.ts';

/** Characters of a person's comment on a break: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;
const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: what you looked at, and where`;
const KIND = `expected one of ${BREAK_KINDS.join(', ')}`;

const comment = z
  .string({ error: COMMENT })
  .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT));

/** The body of POST /v1/breaks/{id}/explain. */
export const explanationBody = z
  .strictObject({ kind: z.enum(BREAK_KINDS, { error: KIND }), comment })
  .register(z.globalRegistry, {
    id: 'BreakExplanation',
  });

/** The body of POST /v1/breaks/{id}/close. */
export const closingBody = z.strictObject({ comment }).register(z.globalRegistry, {
  id: 'BreakClosing',
});
