import * as z from 'zod/mini';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { SettlementCommand } from '../../treasury/settlement/settlement-command.ts';

/** Characters of a person's comment on a settlement: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;

/** Longest withdrawal id; the reference shows uuids (2.2), other services have longer ones. */
const MAX_WITHDRAWAL_ID_CHARACTERS = 200;

const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: what you looked at, and where`;

type SettlementBody = Pick<SettlementCommand, 'executed' | 'withdrawalId' | 'fill' | 'comment'>;

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
    comment: z
      .string({ error: COMMENT })
      .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT)),
  })
  .register(z.globalRegistry, { id: 'SettlementBody' });
