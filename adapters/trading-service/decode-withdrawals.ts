import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { MAX_WITHDRAWALS_PER_ANSWER, tooMany } from '../../treasury/outcomes/judge-withdrawal.ts';
import type { AnsweredWithdrawal } from '../../treasury/outcomes/reply.ts';

/** Longest text of a field that is kept. Networks, currencies and venues are words, not essays. */
const MAX_FIELD_CHARACTERS = 200;

const fieldText = z.string().check(z.minLength(1), z.maxLength(MAX_FIELD_CHARACTERS));

/**
 * Ids in lower case: the text of a uuid is read without regard to case, so one id must not be able
 * to pass for a never-seen one by its case. Any version and variant: the reference says just "uuid".
 */
const idText = z.pipe(
  z.guid(),
  z.transform((id) => id.toLowerCase()),
);

/** Absent and null mean the same in a field that may be missing. */
const optional = <T extends z.ZodMiniType>(schema: T) => z.nullish(schema);

/** A withdrawal (reference, 2.2 and 2.3). Unknown fields are ignored. */
const withdrawalSchema = z.object({
  id: idText,
  label: optional(z.string()),
  network: fieldText,
  currency: fieldText,
  amount: decimalText,
  withdrawalAccount: z.object({
    id: idText,
    label: optional(z.string()),
    network: optional(z.string()),
    currency: optional(z.string()),
    details: optional(z.record(z.string(), z.unknown())),
  }),
  createdAt: z.iso.datetime({ offset: true, local: true }),
  processedAt: optional(z.iso.datetime({ offset: true, local: true })),
  details: optional(z.record(z.string(), z.unknown())),
  venue: optional(fieldText),
});

const answerSchema = z.array(withdrawalSchema);

type DecodedWithdrawals =
  | { readonly ok: true; readonly withdrawals: readonly AnsweredWithdrawal[] }
  | { readonly ok: false; readonly tooMany: boolean; readonly message: string };

/** Decodes the answer to POST /v1/withdrawals: an array of withdrawals (reference, 4.2). */
export function decodeWithdrawals(answer: unknown): DecodedWithdrawals {
  // Counted before it is read, so that an absurd answer costs nothing.
  if (Array.isArray(answer) && answer.length > MAX_WITHDRAWALS_PER_ANSWER) {
    return { ok: false, tooMany: true, message: tooMany(answer.length) };
  }
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return { ok: false, tooMany: false, message: firstIssue(parsed.error) };
  return { ok: true, withdrawals: parsed.data.map(toWithdrawal) };
}

function toWithdrawal(read: z.output<typeof withdrawalSchema>): AnsweredWithdrawal {
  const { id, network, currency, amount, withdrawalAccount, createdAt } = read;
  return {
    id,
    network,
    currency,
    amount,
    withdrawalAccountId: withdrawalAccount.id,
    createdAt,
    ...(read.processedAt == null ? {} : { processedAt: read.processedAt }),
    ...(read.venue == null ? {} : { venue: read.venue }),
    ...(withdrawalAccount.currency == null ? {} : { accountCurrency: withdrawalAccount.currency }),
    ...(withdrawalAccount.network == null ? {} : { accountNetwork: withdrawalAccount.network }),
    ...(withdrawalAccount.details == null ? {} : { accountDetails: withdrawalAccount.details }),
    ...(read.details == null ? {} : { details: read.details }),
  };
}

function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'not a list of withdrawals';
  const where = issue.path.length === 0 ? 'the answer' : issue.path.map(String).join('.');
  return `not a list of withdrawals: ${where}: ${issue.message}`;
}
