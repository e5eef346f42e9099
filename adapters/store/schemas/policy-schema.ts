import * as z from 'zod/mini';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { instant } from './lane-schema.ts';
import { sealSchema } from './seal-schema.ts';

const mode = z.enum(['live', 'dry-run', 'halted']);
const version = z.int().check(z.positive());

export const controlsDraftSchema = z.object({
  mode,
  currencyModes: z.record(z.string(), mode),
  reportingCurrency: z.string(),
  trades: z.object({
    instruments: z.array(z.string()),
    maximumNotional: decimalText,
    collarPercent: z.exactOptional(decimalText),
    per24Hours: z.exactOptional(
      z.object({ client: z.exactOptional(decimalText), user: z.exactOptional(decimalText) }),
    ),
    approvalAbove: z.exactOptional(decimalText),
  }),
  approvalExpirySeconds: z.int().check(z.positive()),
  lateExecutionBoundSeconds: z.int().check(z.nonnegative()),
  approvalTiers: z.exactOptional(
    z.object({ oneAbove: z.exactOptional(decimalText), twoAbove: z.exactOptional(decimalText) }),
  ),
  bookingBoundSeconds: z.exactOptional(z.int().check(z.positive())),
  feeBound: z.exactOptional(
    z.object({
      absolute: z.exactOptional(z.record(z.string(), decimalText)),
      percent: z.exactOptional(decimalText),
    }),
  ),
  automaticSettlement: z.exactOptional(z.boolean()),
  changeExpirySeconds: z.exactOptional(z.int().check(z.positive())),
  accountCoolingOffSeconds: z.exactOptional(z.int().check(z.nonnegative())),
});

export const controlsSchema: z.ZodMiniType<Controls> = z.extend(controlsDraftSchema, {
  haltedBecause: z.exactOptional(z.object({ at: instant, by: z.string(), words: z.string() })),
  version,
  seal: z.exactOptional(sealSchema),
});

export const accountDraftSchema = z.object({
  id: z.string(),
  label: z.string(),
  network: z.string(),
  currency: z.string(),
  details: z.record(z.string(), z.unknown()),
  status: z.enum(['active', 'inactive']),
});

export const accountSchema: z.ZodMiniType<RegisteredAccount> = z.extend(accountDraftSchema, {
  usableFrom: z.exactOptional(instant),
  deletedAt: z.exactOptional(instant),
  version,
  seal: z.exactOptional(sealSchema),
});

const allocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all'), basis: z.literal('surplus') }),
  z.object({ kind: z.literal('percentage'), basis: z.literal('surplus'), percent: decimalText }),
  z.object({ kind: z.literal('fixed'), basis: z.literal('amount'), amount: decimalText }),
]);

const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('every-snapshot') }),
  z.object({ kind: z.literal('cron'), expression: z.string(), timeZone: z.string() }),
]);

export const ruleDraftSchema = z.object({
  id: z.string(),
  label: z.string(),
  currency: z.string(),
  withdrawalAccountId: z.string(),
  threshold: decimalText,
  keep: decimalText,
  allocation,
  minimum: decimalText,
  maximum: z.exactOptional(decimalText),
  step: decimalText,
  budgets: z.object({
    per24Hours: z.exactOptional(decimalText),
    per30Days: z.exactOptional(decimalText),
  }),
  cooldownSeconds: z.int().check(z.nonnegative()),
  schedule,
  latestStartSeconds: z.exactOptional(z.int().check(z.positive())),
  maximumBalanceAgeSeconds: z.int().check(z.positive()),
  backoff: z.object({
    firstSeconds: z.int().check(z.positive()),
    maximumSeconds: z.int().check(z.positive()),
  }),
  priority: z.int(),
  approvalAbove: z.exactOptional(decimalText),
  enabled: z.boolean(),
});

export const ruleSchema: z.ZodMiniType<SweepRule> = z.extend(ruleDraftSchema, {
  version,
  activeSince: instant,
  deletedAt: z.exactOptional(instant),
  seal: z.exactOptional(sealSchema),
});
