import * as z from 'zod/mini';
import { ARMING_DIGEST_CHARACTERS } from '../treasury/arming/arming.ts';

/** Characters of what a person says about an arming: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;

const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: what you compared with the records of the service`;
const DIGEST = `expected the ${ARMING_DIGEST_CHARACTERS} characters of "digest" of GET /v1/lanes/arming, as you saw it`;

/** The body of POST /v1/lanes/arming. */
export const armingBody = z.strictObject({
  digest: z.string({ error: DIGEST }).check(z.length(ARMING_DIGEST_CHARACTERS, DIGEST)),
  words: z
    .string({ error: WORDS })
    .check(z.trim(), z.minLength(3, WORDS), z.maxLength(MAX_WORDS_CHARACTERS, WORDS)),
});
