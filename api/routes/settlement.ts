import * as z from 'zod/mini';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { SettlementCommand } from '../../treasury/settlement/settlement-command.ts';

/** Characters of a person's comment on a settlement: a paragraph with a reference in it. */
const MAX_WORDS_CHARACTERS = 1_000;

/** Longest withdrawal id; the reference shows uuids (2.2), other services have longer ones. */
const MAX_WITHDRAWAL_ID_CHARACTERS = 200;

const WORDS = `expected 3 to ${MAX_WORDS_CHARACTERS} characters: what you looked at, and where`;

type SettlementBody = Pick<SettlementCommand, 'executed' | 'withdrawalId' | 'fill' | 'words'>;

/** The executed part of a trade, according to the service's own records; without fees. */
const fill = z.strictObject({ base: positiveDecimalText, quote: positiveDecimalText });

/** The body of POST .../{id}/settle. */
export const settlementBody: z.ZodMiniType<SettlementBody> = z
  .strictObject({
    executed: z.boolean({ error: 'expected true (it was executed) or false (it was not)' }),
    withdrawalId: z.exactOptional(
      z.pipe(
        z
          .string({ error: "expected the service's id of the withdrawal as text" })
          .check(
            z.trim(),
            z.minLength(1, 'expected at least 1 character'),
            z.maxLength(
              MAX_WITHDRAWAL_ID_CHARACTERS,
              `expected at most ${MAX_WITHDRAWAL_ID_CHARACTERS} characters`,
            ),
          ),
        z.transform((id) => id.toLowerCase()),
      ),
    ),
    fill: z.exactOptional(fill),
    words: z
      .string({ error: WORDS })
      .check(z.trim(), z.minLength(3, WORDS), z.maxLength(MAX_WORDS_CHARACTERS, WORDS)),
  })
  .register(z.globalRegistry, { id: 'SettlementBody' });
