import * as z from 'zod/mini';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import { RULE_ID } from '../../treasury/policy/policy-limits.ts';
import { requestLabelFields } from './request-labels.ts';

/** Characters of a person's comment on a decision: a paragraph with a reference in it. */
const MAX_COMMENT_CHARACTERS = 1_000;
const COMMENT = `expected 3 to ${MAX_COMMENT_CHARACTERS} characters: why`;

const OCCURRENCE = 'expected the moment of the occurrence, such as "2026-01-25T09:00:00.000Z"';

const comment = z
  .string({ error: COMMENT })
  .check(z.trim(), z.minLength(3, COMMENT), z.maxLength(MAX_COMMENT_CHARACTERS, COMMENT));

const asked = {
  withdrawalAccountId: z.guid("expected a registered account's id, a uuid"),
  amount: positiveDecimalText,
  missed: z.exactOptional(
    z.strictObject({
      ruleId: z.string().check(z.regex(RULE_ID, 'expected the id of a sweep rule')),
      occurrence: z.iso.datetime({ precision: 3, error: OCCURRENCE }),
    }),
  ),
  ...requestLabelFields,
};

/** The body of POST /v1/withdrawals. */
export const withdrawalBody = z
  .strictObject({ ...asked, comment })
  .register(z.globalRegistry, { id: 'WithdrawalBody' });

/** The body of POST /v1/withdrawals/check: the same, of which the comment may still be missing. */
export const withdrawalCheckBody = z
  .strictObject({ ...asked, comment: z.exactOptional(comment) })
  .register(z.globalRegistry, { id: 'WithdrawalCheckBody' });

/** The body of an approval; its If-Match binds it to the content that was seen. */
export const approvalBody = z
  .strictObject({
    comment: z._default(comment, 'approved'),
  })
  .register(z.globalRegistry, { id: 'ApprovalBody' });

/** The body of declining and of cancelling. */
export const refusalBody = z
  .strictObject({ comment })
  .register(z.globalRegistry, { id: 'RefusalBody' });
