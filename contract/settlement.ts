import * as z from 'zod';
import { EVIDENCE_DIGEST_CHARACTERS } from '../treasury/evidence/evidence.ts';
import type { SettlementWish } from '../treasury/settlement/settlement-wish.ts';

/** Characters of what a person says about a settlement: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;

/** Longest withdrawal id; the reference shows uuids (2.2), other services have longer ones. */
const MAX_WITHDRAWAL_ID_CHARACTERS = 200;

const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: what you looked at, and where`;
const DIGEST = `expected the ${EVIDENCE_DIGEST_CHARACTERS} characters of "evidence.digest" of the instruction, as you saw it`;

type SettlementBody = Pick<SettlementWish, 'executed' | 'withdrawalId' | 'words' | 'evidence'>;

/** The body of POST /v1/instructions/{id}/settlement. */
export const settlementBody: z.ZodType<SettlementBody> = z.strictObject({
  executed: z.boolean({ error: 'expected true (it was executed) or false (it was not)' }),
  withdrawalId: z
    .string({ error: "expected the service's id of the withdrawal as text" })
    .trim()
    .min(1, 'expected at least 1 character')
    .max(
      MAX_WITHDRAWAL_ID_CHARACTERS,
      `expected at most ${MAX_WITHDRAWAL_ID_CHARACTERS} characters`,
    )
    // As the classifier keeps them, so that the same id is known under one spelling.
    .transform((id) => id.toLowerCase())
    .exactOptional(),
  words: z.string({ error: WORDS }).trim().min(3, WORDS).max(MAX_WORDS_CHARACTERS, WORDS),
  evidence: z.string({ error: DIGEST }).length(EVIDENCE_DIGEST_CHARACTERS, DIGEST),
});
