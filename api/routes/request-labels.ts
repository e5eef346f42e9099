import * as z from 'zod/mini';
import {
  MAX_METADATA_ENTRIES,
  MAX_METADATA_VALUE_CHARACTERS,
  MAX_REFERENCE_CHARACTERS,
  METADATA_KEY,
  REFERENCE,
} from '../../treasury/instructions/request-labels.ts';

const REFERENCE_ACCEPTED = `expected 1 to ${MAX_REFERENCE_CHARACTERS} letters, digits, blanks and . _ : / # + -, a letter or a digit first, no blank at the end`;
const KEY_ACCEPTED = 'expected a name of 1 to 40 letters, digits and _ . -, a letter first';
const VALUE_ACCEPTED = `expected 1 to ${MAX_METADATA_VALUE_CHARACTERS} characters without line breaks or other control characters`;
const ENTRIES_ACCEPTED = `expected at most ${MAX_METADATA_ENTRIES} entries`;

/** A caller's own name of a request, in a body and as a filter of lists. */
export const reference = z
  .string({ error: REFERENCE_ACCEPTED })
  .check(z.regex(REFERENCE, REFERENCE_ACCEPTED));

const value = z.string({ error: VALUE_ACCEPTED }).check(
  z.minLength(1, VALUE_ACCEPTED),
  z.maxLength(MAX_METADATA_VALUE_CHARACTERS, VALUE_ACCEPTED),
  z.regex(/^\P{Cc}*$/u, VALUE_ACCEPTED),
  z.refine((text) => text.isWellFormed(), VALUE_ACCEPTED),
);

/** The labels of a request, beside what it asks for. */
export const requestLabelFields = {
  reference: z.exactOptional(reference),
  metadata: z.exactOptional(
    z
      .record(z.string().check(z.regex(METADATA_KEY, KEY_ACCEPTED)), value)
      .check(
        z.refine(
          (entries) => Object.keys(entries).length <= MAX_METADATA_ENTRIES,
          ENTRIES_ACCEPTED,
        ),
      ),
  ),
};
