import * as z from 'zod/mini';
import { type CalendarDraft, CONVENTIONS } from '../calendars/calendar.ts';
import {
  MAX_FRACTION_DIGITS,
  nonNegativeDecimalText,
  parseDecimalText,
  positiveDecimalText,
} from '../money/decimal-text.ts';
import { ANSWERED_AS } from '../outcomes/compare-amount.ts';
import { ID_FORM, MAX_ID_FORM_CHARACTERS } from '../outcomes/id-form.ts';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import type { Stored } from '../records/record.ts';
import { ZERO_BALANCES } from '../valuation/absent-balances.ts';
import { calendarDraft } from './calendar-schema.ts';
import { type controlsDraftSchema, MODES } from './controls.ts';
import { type ManualRateDraft, manualRateDraft } from './manual-rate-schema.ts';
import { type MatchingRuleDraft, matchingRuleDraft } from './matching-rule-schema.ts';
import { accountLimits, liquidityFloor, withdrawalLimits } from './outflow-schema.ts';
import {
  currency,
  type Fields,
  generalLedgerCode,
  label,
  pieceId,
  plainText,
  seconds,
  timeOfDay,
  wholeNumber,
} from './policy-fields.ts';
import {
  CURRENCY_CODE,
  MAX_ACCOUNT_COOLING_OFF_SECONDS,
  MAX_ACCOUNTS,
  MAX_APPROVAL_EXPIRY_SECONDS,
  MAX_BACKOFF_SECONDS,
  MAX_BALANCE_AGE_SECONDS,
  MAX_BOOKING_BOUND_SECONDS,
  MAX_CALENDARS,
  MAX_CHANGE_EXPIRY_SECONDS,
  MAX_COOLDOWN_SECONDS,
  MAX_CURRENCY_MODES,
  MAX_DETAILS_CHARACTERS,
  MAX_DETAILS_DEPTH,
  MAX_FEE_CURRENCIES,
  MAX_GENERAL_LEDGER_HOLDINGS,
  MAX_ID_FORMS,
  MAX_INSTRUMENTS,
  MAX_LABEL_CHARACTERS,
  MAX_LATE_EXECUTION_SECONDS,
  MAX_LATEST_START_SECONDS,
  MAX_MANUAL_RATES,
  MAX_MATCHING_RULES,
  MAX_PRIORITY,
  MAX_PURPOSE_CHARACTERS,
  MAX_RULE_CALENDARS,
  MAX_RULES,
  MAX_SPLIT_PARTS,
  MAX_WEBHOOKS,
  MAX_WITHDRAWALS_PER_DAY,
  MIN_APPROVAL_EXPIRY_SECONDS,
  MIN_BOOKING_BOUND_SECONDS,
  MIN_CHANGE_EXPIRY_SECONDS,
} from './policy-limits.ts';
import type { accountDraftSchema } from './registered-account.ts';
import { ACCOUNT_STATUSES } from './registered-account.ts';
import { RULE_KINDS, type ruleDraftSchema } from './sweep-rule.ts';
import type { WebhookDraft } from './webhook.ts';
import { webhookDraft } from './webhook-schema.ts';

/** As people write them: versions and the moment from which they count are given when applied. */
export type ControlsDraft = Stored<typeof controlsDraftSchema>;
export type RegisteredAccountDraft = Stored<typeof accountDraftSchema>;
export type SweepRuleDraft = Stored<typeof ruleDraftSchema>;

/**
 * A tenant's policy as a file: what holds as a whole, the registered accounts, the sweep rules, the calendars that these
 * name, the movements that its books expect, the rates that value what has no price, and the webhooks that its events
 * are posted to.
 */
export interface PolicyFile {
  readonly controls: ControlsDraft;
  readonly accounts: readonly RegisteredAccountDraft[];
  readonly rules: readonly SweepRuleDraft[];
  readonly calendars: readonly CalendarDraft[];
  readonly matchingRules: readonly MatchingRuleDraft[];
  readonly manualRates: readonly ManualRateDraft[];
  readonly webhooks: readonly WebhookDraft[];
}

const instrument = z.string().check(
  z.refine((text) => {
    const sides = text.split('/');
    return sides.length === 2 && sides.every((side) => CURRENCY_CODE.test(side));
  }, 'an instrument such as "BTC/EUR", both currencies in upper case'),
);
/** Identifiers are the service's own: a uuid of whatever version it likes. */
const accountId = z.guid('a uuid, as registered at the service');
const mode = z.enum(MODES);
/** Text that is no decimal at all is reported as that. */
const percent = positiveDecimalText.check(
  z.refine((text) => {
    const parsed = parseDecimalText(text);
    return !parsed.ok || parsed.value.lessThanOrEqualTo(100);
  }, 'a percentage of more than 0 and at most 100'),
);

const generalLedgerCodes = z.strictObject({
  holdings: z.exactOptional(
    z
      .record(currency, generalLedgerCode)
      .check(
        z.refine(
          (codes) => Object.keys(codes).length <= MAX_GENERAL_LEDGER_HOLDINGS,
          `at most ${MAX_GENERAL_LEDGER_HOLDINGS} currencies`,
        ),
      ),
  ),
  kinds: z.exactOptional(
    z.strictObject({
      deposit: z.exactOptional(generalLedgerCode),
      transfer: z.exactOptional(generalLedgerCode),
      fee: z.exactOptional(generalLedgerCode),
      interest: z.exactOptional(generalLedgerCode),
      correction: z.exactOptional(generalLedgerCode),
      'foreign-debit': z.exactOptional(generalLedgerCode),
      other: z.exactOptional(generalLedgerCode),
    }),
  ),
  trades: z.exactOptional(generalLedgerCode),
  revaluations: z.exactOptional(generalLedgerCode),
  suspense: z.exactOptional(generalLedgerCode),
});

const fractionDigits = z
  .int('whole digits')
  .check(z.gte(0, 'at least 0'), z.lte(MAX_FRACTION_DIGITS, `at most ${MAX_FRACTION_DIGITS}`));

const controlsShape = {
  mode: z._default(mode, 'dry-run'),
  currencyModes: z._default(
    z
      .record(currency, mode)
      .check(
        z.refine(
          (modes) => Object.keys(modes).length <= MAX_CURRENCY_MODES,
          `at most ${MAX_CURRENCY_MODES} currencies`,
        ),
      ),
    {},
  ),
  reportingCurrency: currency,
  trades: z._default(
    z.strictObject({
      instruments: z._default(
        z
          .array(instrument)
          .check(z.maxLength(MAX_INSTRUMENTS, `at most ${MAX_INSTRUMENTS} instruments`)),
        [],
      ),
      maximumNotional: z._default(nonNegativeDecimalText, '0'),
      collarPercent: z.exactOptional(percent),
      per24Hours: z.exactOptional(
        z.strictObject({
          total: z.exactOptional(nonNegativeDecimalText),
          person: z.exactOptional(nonNegativeDecimalText),
        }),
      ),
      approvalAbove: z.exactOptional(nonNegativeDecimalText),
      idForms: z.exactOptional(
        z
          .array(
            z
              .string()
              .check(
                z.maxLength(MAX_ID_FORM_CHARACTERS),
                z.regex(ID_FORM, 'a form such as "uuid" or "ord-<9-digits>"'),
              ),
          )
          .check(z.maxLength(MAX_ID_FORMS, `at most ${MAX_ID_FORMS} forms`)),
      ),
    }),
    { instruments: [], maximumNotional: '0' },
  ),
  approvalExpirySeconds: z._default(
    seconds(MIN_APPROVAL_EXPIRY_SECONDS, MAX_APPROVAL_EXPIRY_SECONDS),
    86_400,
  ),
  lateExecutionBoundSeconds: z._default(seconds(0, MAX_LATE_EXECUTION_SECONDS), 900),
  approvalTiers: z.exactOptional(
    z
      .strictObject({
        oneAbove: z.exactOptional(nonNegativeDecimalText),
        twoAbove: z.exactOptional(nonNegativeDecimalText),
      })
      .check(
        z.refine(({ oneAbove, twoAbove }) => {
          const one = parseDecimalText(oneAbove);
          const two = parseDecimalText(twoAbove);
          return !one.ok || !two.ok || one.value.lessThanOrEqualTo(two.value);
        }, 'oneAbove at most as high as twoAbove'),
      ),
  ),
  bookingBoundSeconds: z.exactOptional(
    seconds(MIN_BOOKING_BOUND_SECONDS, MAX_BOOKING_BOUND_SECONDS),
  ),
  feeBound: z.exactOptional(
    z.strictObject({
      absolute: z.exactOptional(
        z
          .record(currency, nonNegativeDecimalText)
          .check(
            z.refine(
              (fees) => Object.keys(fees).length <= MAX_FEE_CURRENCIES,
              `at most ${MAX_FEE_CURRENCIES} currencies`,
            ),
          ),
      ),
      percent: z.exactOptional(percent),
    }),
  ),
  answeredAmounts: z.exactOptional(
    z.strictObject({
      amounts: z.exactOptional(z.enum(ANSWERED_AS)),
      digits: z.exactOptional(
        z
          .record(currency, fractionDigits)
          .check(
            z.refine(
              (digits) => Object.keys(digits).length <= MAX_FEE_CURRENCIES,
              `at most ${MAX_FEE_CURRENCIES} currencies`,
            ),
          ),
      ),
    }),
  ),
  automaticSettlement: z.exactOptional(z.boolean()),
  crossedPrices: z.exactOptional(z.boolean()),
  zeroBalances: z.exactOptional(z.enum(ZERO_BALANCES)),
  changeExpirySeconds: z.exactOptional(
    seconds(MIN_CHANGE_EXPIRY_SECONDS, MAX_CHANGE_EXPIRY_SECONDS),
  ),
  accountCoolingOffSeconds: z.exactOptional(seconds(0, MAX_ACCOUNT_COOLING_OFF_SECONDS)),
  generalLedgerCodes: z.exactOptional(generalLedgerCodes),
  liquidityFloor: z.exactOptional(liquidityFloor),
  withdrawalLimits: z.exactOptional(withdrawalLimits),
} satisfies Fields<ControlsDraft>;

const controlsDraft: z.ZodMiniType<ControlsDraft> = z.strictObject(controlsShape);

/** Used if controls exist already: going on as before must not depend on a default. */
export const controlsReplacement: z.ZodMiniType<ControlsDraft> = z.strictObject({
  ...controlsShape,
  mode,
});

/** Values that the store returns unchanged: numbers with a fraction or beyond 2^53 are not among them. */
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

const network = z
  .string()
  .check(z.minLength(1, 'at least 1 character'), z.maxLength(60, 'at most 60 characters'));

export const registeredAccountDraft: z.ZodMiniType<RegisteredAccountDraft> = z.strictObject({
  id: accountId,
  label,
  network,
  currency,
  details: z._default(
    z.record(z.string(), z.unknown()).check(
      z.refine(
        (details) => JSON.stringify(details).length <= MAX_DETAILS_CHARACTERS,
        `at most ${MAX_DETAILS_CHARACTERS} characters of JSON`,
      ),
      z.refine(
        (details) => isStorable(details, MAX_DETAILS_DEPTH),
        `at most ${MAX_DETAILS_DEPTH} levels of named fields, whole numbers up to 2^53 only (others as text)`,
      ),
    ),
    {},
  ),
  status: z._default(z.enum(ACCOUNT_STATUSES), 'active'),
  networkAtService: z.exactOptional(network),
  firstPaymentMaximum: z.exactOptional(positiveDecimalText),
  paymentArrived: z.exactOptional(z.boolean()),
  answeredAmounts: z.exactOptional(
    z.strictObject({
      amounts: z.exactOptional(z.enum(ANSWERED_AS)),
      digits: z.exactOptional(fractionDigits),
    }),
  ),
  generalLedgerCode: z.exactOptional(generalLedgerCode),
  counterparty: z.exactOptional(label),
  limits: z.exactOptional(accountLimits),
} satisfies Fields<RegisteredAccountDraft>);

const allocation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all'), basis: z._default(z.literal('surplus'), 'surplus') }),
  z.strictObject({
    kind: z.literal('percentage'),
    basis: z._default(z.literal('surplus'), 'surplus'),
    percent,
  }),
  z.strictObject({
    kind: z.literal('fixed'),
    basis: z._default(z.literal('amount'), 'amount'),
    amount: positiveDecimalText,
  }),
]);

const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every-snapshot') }),
  z.strictObject({ kind: z.literal('cron'), expression: z.string(), timeZone: z.string() }),
]);

/** A limit as a value in the reporting currency, which `in` names. */
export const valueLimitBody = z.strictObject({ value: nonNegativeDecimalText, in: currency });
export const positiveValueLimitBody = z.strictObject({ value: positiveDecimalText, in: currency });

/** A limit as an amount of the rule's currency, or as a value. */
const limit = z.union([nonNegativeDecimalText, valueLimitBody]);
const positiveLimit = z.union([positiveDecimalText, positiveValueLimitBody]);

const MIN_SPLIT_PARTS = 2;

/** Two parts at least: one is no split. */
function parts<Part extends z.ZodMiniType>(part: Part) {
  const accepted = `${MIN_SPLIT_PARTS} to ${MAX_SPLIT_PARTS} parts`;
  return z
    .array(part)
    .check(z.minLength(MIN_SPLIT_PARTS, accepted), z.maxLength(MAX_SPLIT_PARTS, accepted));
}

const split = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('weights'),
    parts: parts(z.strictObject({ withdrawalAccountId: accountId, percent })),
  }),
  z.strictObject({
    kind: z.literal('amounts'),
    parts: parts(
      z.strictObject({
        withdrawalAccountId: accountId,
        amount: z.exactOptional(positiveDecimalText),
      }),
    ),
  }),
]);

/** One rule as people write it; an unknown field is refused. */
export const sweepRuleDraft: z.ZodMiniType<SweepRuleDraft> = z.strictObject({
  id: pieceId,
  label,
  purpose: z.exactOptional(plainText(MAX_PURPOSE_CHARACTERS)),
  owner: z.exactOptional(plainText(MAX_LABEL_CHARACTERS)),
  currency,
  kind: z.exactOptional(z.enum(RULE_KINDS)),
  withdrawalAccountId: z.exactOptional(accountId),
  split: z.exactOptional(split),
  into: z.exactOptional(currency),
  instrument: z.exactOptional(instrument),
  side: z.exactOptional(z.enum(TRADE_SIDES)),
  low: z.exactOptional(nonNegativeDecimalText),
  threshold: limit,
  keep: limit,
  allocation: z._default(allocation, { kind: 'all', basis: 'surplus' }),
  minimum: z._default(limit, '0'),
  maximum: z.exactOptional(positiveLimit),
  step: positiveDecimalText,
  budgets: z._default(
    z.strictObject({
      per24Hours: z.exactOptional(positiveLimit),
      per30Days: z.exactOptional(positiveLimit),
    }),
    {},
  ),
  withdrawalsPer24Hours: z.exactOptional(wholeNumber(1, MAX_WITHDRAWALS_PER_DAY)),
  cooldownSeconds: z._default(seconds(0, MAX_COOLDOWN_SECONDS), 0),
  schedule: z._default(schedule, { kind: 'every-snapshot' }),
  latestStartSeconds: z.exactOptional(seconds(1, MAX_LATEST_START_SECONDS)),
  calendars: z.exactOptional(
    z.array(pieceId).check(
      z.minLength(1, 'at least one calendar'),
      z.maxLength(MAX_RULE_CALENDARS, `at most ${MAX_RULE_CALENDARS} calendars`),
      z.refine((ids) => new Set(ids).size === ids.length, 'each calendar once'),
    ),
  ),
  convention: z.exactOptional(z.enum(CONVENTIONS)),
  cutOff: z.exactOptional(z.strictObject({ time: timeOfDay, timeZone: z.string() })),
  maximumBalanceAgeSeconds: z._default(seconds(1, MAX_BALANCE_AGE_SECONDS), 300),
  backoff: z._default(
    z.strictObject({
      firstSeconds: seconds(1, MAX_BACKOFF_SECONDS),
      maximumSeconds: seconds(1, MAX_BACKOFF_SECONDS),
    }),
    { firstSeconds: 60, maximumSeconds: 3_600 },
  ),
  priority: z._default(wholeNumber(0, MAX_PRIORITY), 100),
  approvalAbove: z.exactOptional(limit),
  enabled: z._default(z.boolean(), true),
} satisfies Fields<SweepRuleDraft>);

/** The shape alone; `parsePolicyFile` checks the rules between the fields. */
export const policyFile: z.ZodMiniType<PolicyFile> = z.strictObject({
  controls: controlsDraft,
  accounts: z
    .array(registeredAccountDraft)
    .check(z.maxLength(MAX_ACCOUNTS, `at most ${MAX_ACCOUNTS} accounts`)),
  rules: z.array(sweepRuleDraft).check(z.maxLength(MAX_RULES, `at most ${MAX_RULES} rules`)),
  calendars: z._default(
    z.array(calendarDraft).check(z.maxLength(MAX_CALENDARS, `at most ${MAX_CALENDARS} calendars`)),
    [],
  ),
  matchingRules: z._default(
    z
      .array(matchingRuleDraft)
      .check(z.maxLength(MAX_MATCHING_RULES, `at most ${MAX_MATCHING_RULES} matching rules`)),
    [],
  ),
  manualRates: z._default(
    z
      .array(manualRateDraft)
      .check(z.maxLength(MAX_MANUAL_RATES, `at most ${MAX_MANUAL_RATES} manual rates`)),
    [],
  ),
  webhooks: z._default(
    z.array(webhookDraft).check(z.maxLength(MAX_WEBHOOKS, `at most ${MAX_WEBHOOKS} webhooks`)),
    [],
  ),
});
