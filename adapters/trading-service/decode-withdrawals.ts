import * as z from 'zod/mini';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import type { AnswerFact, ExpectedKind } from '../../treasury/outcomes/answer-fact.ts';
import { cleanText } from '../../treasury/outcomes/evidence.ts';
import { MAX_WITHDRAWALS_PER_ANSWER, tooMany } from '../../treasury/outcomes/judge-withdrawal.ts';
import type { AnsweredWithdrawal } from '../../treasury/outcomes/reply.ts';
import { currencyCodeOf } from './currency-code.ts';

/** Longest currency that is compared, and longest text of a field that is kept: networks and venues are words. */
const MAX_FIELD_CHARACTERS = 200;

const currencyText = z.pipe(
  z.string().check(z.minLength(1), z.maxLength(MAX_FIELD_CHARACTERS)),
  z.transform(currencyCodeOf),
);

/**
 * Ids in lower case: the text of a uuid is read without regard to case, so one id must not be able
 * to pass for a never-seen one by its case. Any version and variant: the reference says just "uuid".
 */
const idText = z.pipe(
  z.guid(),
  z.transform((id) => id.toLowerCase()),
);

/**
 * A field that is kept as it came, of whatever type: it decides nothing, so it must not be able to make a good answer
 * unreadable. Text fit to be shown; anything else as its JSON. Nothing, in any of its spellings, is not kept.
 */
const keptText = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((seen) => {
      if (seen == null || seen === '') return undefined;
      return cleanText(
        typeof seen === 'string' ? seen : JSON.stringify(seen),
        MAX_FIELD_CHARACTERS,
      );
    }),
  ),
);

/**
 * A withdrawal (reference, 2.2 and 2.3): `reference-fields.ts` says what becomes of each of its fields. A currency of
 * the account that is there has to be readable: null is not the same as nothing said.
 */
const withdrawalSchema = z.object({
  id: idText,
  currency: currencyText,
  amount: decimalText,
  withdrawalAccount: z.object({
    id: idText,
    currency: z.optional(currencyText),
    network: keptText,
    details: z.optional(z.unknown()),
  }),
  details: z.optional(z.unknown()),
  network: keptText,
  createdAt: keptText,
  processedAt: keptText,
  venue: keptText,
});

const answerSchema = z.array(withdrawalSchema);

type DecodedWithdrawals =
  | { readonly ok: true; readonly withdrawals: readonly AnsweredWithdrawal[] }
  | { readonly ok: false; readonly tooMany: boolean; readonly found: AnswerFact };

/** Decodes the answer to POST /v1/withdrawals: an array of withdrawals (reference, 4.2). */
export function decodeWithdrawals(answer: unknown): DecodedWithdrawals {
  // Counted before it is read, so that an absurd answer costs nothing.
  if (Array.isArray(answer) && answer.length > MAX_WITHDRAWALS_PER_ANSWER) {
    return { ok: false, tooMany: true, found: tooMany(answer.length) };
  }
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return { ok: false, tooMany: false, found: firstIssue(parsed.error) };
  return { ok: true, withdrawals: parsed.data.map(toWithdrawal) };
}

function toWithdrawal(read: z.output<typeof withdrawalSchema>): AnsweredWithdrawal {
  const { id, currency, amount, withdrawalAccount, network, createdAt, processedAt, venue } = read;
  const accountCurrency = withdrawalAccount.currency;
  return {
    id,
    currency,
    amount,
    withdrawalAccountId: withdrawalAccount.id,
    ...(network === undefined ? {} : { network }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(processedAt === undefined ? {} : { processedAt }),
    ...(venue === undefined ? {} : { venue }),
    ...(accountCurrency === undefined ? {} : { accountCurrency }),
    ...(withdrawalAccount.network === undefined
      ? {}
      : { accountNetwork: withdrawalAccount.network }),
    ...detailsOf('accountDetails', withdrawalAccount.details),
    ...detailsOf('details', read.details),
  };
}

/** Details that are no object say nothing of a destination, whatever else they say. */
function detailsOf<Name extends string>(
  name: Name,
  details: unknown,
): { readonly [name in Name]?: Readonly<Record<string, unknown>> } {
  const isObject = typeof details === 'object' && details !== null;
  return (isObject ? { [name]: details } : {}) as { [name in Name]?: Record<string, unknown> };
}

function firstIssue({ issues: [issue] }: z.core.$ZodError): AnswerFact {
  const at = issue?.path.map(String).join('.') ?? '';
  return { code: 'not-withdrawals', at, expected: expectedBy(issue) };
}

const EXPECTED: Readonly<Record<string, ExpectedKind>> = {
  array: 'list',
  object: 'object',
  string: 'text',
  guid: 'uuid',
};

function expectedBy(issue: z.core.$ZodIssue | undefined): ExpectedKind {
  switch (issue?.code) {
    case 'invalid_type':
      return EXPECTED[issue.expected] ?? 'other';
    case 'invalid_format':
      return EXPECTED[issue.format] ?? 'other';
    // Decimal text checks the type itself.
    case 'custom':
      return 'decimal';
    default:
      return 'other';
  }
}
