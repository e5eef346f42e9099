import * as z from 'zod';
import {
  nonNegativeDecimalText,
  parseDecimalText,
  positiveDecimalText,
} from '../money/decimal-text.ts';
import type { Controls } from './controls.ts';
import {
  CURRENCY_CODE,
  MAX_ACCOUNT_COOLING_OFF_SECONDS,
  MAX_ACCOUNTS,
  MAX_APPROVAL_EXPIRY_SECONDS,
  MAX_BACKOFF_SECONDS,
  MAX_BALANCE_AGE_SECONDS,
  MAX_CHANGE_EXPIRY_SECONDS,
  MAX_COOLDOWN_SECONDS,
  MAX_CURRENCY_MODES,
  MAX_DETAILS_CHARACTERS,
  MAX_DETAILS_DEPTH,
  MAX_INSTRUMENTS,
  MAX_LABEL_CHARACTERS,
  MAX_LATE_EXECUTION_SECONDS,
  MAX_PRIORITY,
  MAX_RULES,
  MIN_APPROVAL_EXPIRY_SECONDS,
  MIN_CHANGE_EXPIRY_SECONDS,
  RULE_ID,
} from './policy-limits.ts';
import type { RegisteredAccount } from './registered-account.ts';
import type { SweepRule } from './sweep-rule.ts';

/** As people write them: versions and the moment from which they count are given when applied. */
export type ControlsDraft = Omit<Controls, 'version' | 'haltedBecause'>;
export type RegisteredAccountDraft = Omit<
  RegisteredAccount,
  'version' | 'usableFrom' | 'deletedAt'
>;
export type SweepRuleDraft = Omit<SweepRule, 'version' | 'activeSince' | 'deletedAt'>;

/** A client's policy as a file: what holds as a whole, the registered accounts, the sweep rules. */
export interface PolicyFile {
  readonly controls: ControlsDraft;
  readonly accounts: readonly RegisteredAccountDraft[];
  readonly rules: readonly SweepRuleDraft[];
}

const currency = z
  .string()
  .regex(CURRENCY_CODE, 'a currency code in upper case, at most 20 characters');
const instrument = z.string().refine((text) => {
  const sides = text.split('/');
  return sides.length === 2 && sides.every((side) => CURRENCY_CODE.test(side));
}, 'an instrument such as "BTC/EUR", both currencies in upper case');
const label = z
  .string()
  .min(1, 'at least 1 character')
  .max(MAX_LABEL_CHARACTERS, `at most ${MAX_LABEL_CHARACTERS} characters`);
/** Identifiers are the service's own: a uuid of whatever version it likes. */
const accountId = z.guid('a uuid, as registered at the service');
const mode = z.enum(['live', 'dry-run', 'halted']);
/** Text that is no decimal at all is reported as that. */
const percent = positiveDecimalText.refine((text) => {
  const parsed = parseDecimalText(text);
  return !parsed.ok || parsed.value.lessThanOrEqualTo(100);
}, 'a percentage of more than 0 and at most 100');

function seconds(minimum: number, maximum: number) {
  const accepted = `whole seconds from ${minimum} to ${maximum}`;
  return z.int(accepted).min(minimum, accepted).max(maximum, accepted);
}

const controlsShape = {
  mode: mode.default('dry-run'),
  currencyModes: z
    .record(currency, mode)
    .refine(
      (modes) => Object.keys(modes).length <= MAX_CURRENCY_MODES,
      `at most ${MAX_CURRENCY_MODES} currencies`,
    )
    .default({}),
  reportingCurrency: currency,
  trades: z
    .strictObject({
      instruments: z
        .array(instrument)
        .max(MAX_INSTRUMENTS, `at most ${MAX_INSTRUMENTS} instruments`)
        .default([]),
      maximumNotional: nonNegativeDecimalText.default('0'),
      collarPercent: percent.exactOptional(),
      per24Hours: z
        .strictObject({
          client: nonNegativeDecimalText.exactOptional(),
          user: nonNegativeDecimalText.exactOptional(),
        })
        .exactOptional(),
      approvalAbove: nonNegativeDecimalText.exactOptional(),
    })
    .default({ instruments: [], maximumNotional: '0' }),
  approvalExpirySeconds: seconds(MIN_APPROVAL_EXPIRY_SECONDS, MAX_APPROVAL_EXPIRY_SECONDS).default(
    86_400,
  ),
  lateExecutionBoundSeconds: seconds(0, MAX_LATE_EXECUTION_SECONDS).default(900),
  approvalTiers: z
    .strictObject({
      oneAbove: nonNegativeDecimalText.exactOptional(),
      twoAbove: nonNegativeDecimalText.exactOptional(),
    })
    .refine(({ oneAbove, twoAbove }) => {
      const one = parseDecimalText(oneAbove);
      const two = parseDecimalText(twoAbove);
      return !one.ok || !two.ok || one.value.lessThanOrEqualTo(two.value);
    }, 'oneAbove at most as high as twoAbove')
    .exactOptional(),
  automaticSettlement: z.boolean().exactOptional(),
  changeExpirySeconds: seconds(
    MIN_CHANGE_EXPIRY_SECONDS,
    MAX_CHANGE_EXPIRY_SECONDS,
  ).exactOptional(),
  accountCoolingOffSeconds: seconds(0, MAX_ACCOUNT_COOLING_OFF_SECONDS).exactOptional(),
};

const controlsDraft: z.ZodType<ControlsDraft> = z.strictObject(controlsShape);

/** In the place of controls that stand: going on as before must not depend on a default. */
export const controlsReplacement: z.ZodType<ControlsDraft> = z.strictObject({
  ...controlsShape,
  mode,
});

/** What the store gives back as it was: numbers with a fraction or beyond 2^53 are not among it. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    !Object.hasOwn(value, '__proto__') &&
    !Object.hasOwn(value, '') &&
    Object.values(value).every((each) => isStorable(each, levels - 1))
  );
}

export const registeredAccountDraft: z.ZodType<RegisteredAccountDraft> = z.strictObject({
  id: accountId,
  label,
  network: z.string().min(1, 'at least 1 character').max(60, 'at most 60 characters'),
  currency,
  details: z
    .record(z.string(), z.unknown())
    .refine(
      (details) => JSON.stringify(details).length <= MAX_DETAILS_CHARACTERS,
      `at most ${MAX_DETAILS_CHARACTERS} characters of JSON`,
    )
    .refine(
      (details) => isStorable(details, MAX_DETAILS_DEPTH),
      `at most ${MAX_DETAILS_DEPTH} levels of named fields, whole numbers up to 2^53 only (others as text)`,
    )
    .default({}),
  status: z.enum(['active', 'inactive']).default('active'),
});

const allocation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all'), basis: z.literal('surplus').default('surplus') }),
  z.strictObject({
    kind: z.literal('percentage'),
    basis: z.literal('surplus').default('surplus'),
    percent,
  }),
  z.strictObject({
    kind: z.literal('fixed'),
    basis: z.literal('amount').default('amount'),
    amount: positiveDecimalText,
  }),
]);

const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every-snapshot') }),
  z.strictObject({ kind: z.literal('cron'), expression: z.string(), timeZone: z.string() }),
]);

/** One rule as people write it; a field that is not known is refused. */
export const sweepRuleDraft: z.ZodType<SweepRuleDraft> = z.strictObject({
  id: z
    .string()
    .regex(RULE_ID, 'lower case letters, digits and "-", at most 63 characters')
    // The one such name that every JavaScript object has: never to be taken for a stored entry.
    .refine((id) => id !== 'constructor', 'another name than "constructor"'),
  label,
  currency,
  withdrawalAccountId: accountId,
  threshold: nonNegativeDecimalText,
  keep: nonNegativeDecimalText,
  allocation: allocation.default({ kind: 'all', basis: 'surplus' }),
  minimum: nonNegativeDecimalText.default('0'),
  maximum: positiveDecimalText.exactOptional(),
  step: positiveDecimalText,
  budgets: z
    .strictObject({
      per24Hours: positiveDecimalText.exactOptional(),
      per30Days: positiveDecimalText.exactOptional(),
    })
    .default({}),
  cooldownSeconds: seconds(0, MAX_COOLDOWN_SECONDS).default(0),
  schedule: schedule.default({ kind: 'every-snapshot' }),
  maximumBalanceAgeSeconds: seconds(1, MAX_BALANCE_AGE_SECONDS).default(300),
  backoff: z
    .strictObject({
      firstSeconds: seconds(1, MAX_BACKOFF_SECONDS),
      maximumSeconds: seconds(1, MAX_BACKOFF_SECONDS),
    })
    .default({ firstSeconds: 60, maximumSeconds: 3_600 }),
  priority: z
    .int(`a whole number from 0 to ${MAX_PRIORITY}`)
    .min(0, `a whole number from 0 to ${MAX_PRIORITY}`)
    .max(MAX_PRIORITY, `a whole number from 0 to ${MAX_PRIORITY}`)
    .default(100),
  approvalAbove: nonNegativeDecimalText.exactOptional(),
  enabled: z.boolean().default(true),
});

/** The shape alone; what must hold between the fields is checked by `parsePolicyFile`. */
export const policyFile: z.ZodType<PolicyFile> = z.strictObject({
  controls: controlsDraft,
  accounts: z.array(registeredAccountDraft).max(MAX_ACCOUNTS, `at most ${MAX_ACCOUNTS} accounts`),
  rules: z.array(sweepRuleDraft).max(MAX_RULES, `at most ${MAX_RULES} rules`),
});
