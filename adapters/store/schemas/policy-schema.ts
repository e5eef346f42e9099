import * as z from 'zod';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { instant } from './lane-schema.ts';

const mode = z.enum(['live', 'dry-run', 'halted']);
const version = z.int().positive();

export const controlsDraftSchema = z.object({
  mode,
  currencyModes: z.record(z.string(), mode),
  reportingCurrency: z.string(),
  trades: z.object({
    instruments: z.array(z.string()),
    maximumNotional: decimalText,
    collarPercent: decimalText.exactOptional(),
    per24Hours: z
      .object({ client: decimalText.exactOptional(), user: decimalText.exactOptional() })
      .exactOptional(),
    approvalAbove: decimalText.exactOptional(),
  }),
  approvalExpirySeconds: z.int().positive(),
  lateExecutionBoundSeconds: z.int().nonnegative(),
  approvalTiers: z
    .object({ oneAbove: decimalText.exactOptional(), twoAbove: decimalText.exactOptional() })
    .exactOptional(),
  automaticSettlement: z.boolean().exactOptional(),
  changeExpirySeconds: z.int().positive().exactOptional(),
  accountCoolingOffSeconds: z.int().nonnegative().exactOptional(),
});

export const controlsSchema: z.ZodType<Controls> = controlsDraftSchema.extend({
  haltedBecause: z.object({ at: instant, by: z.string(), words: z.string() }).exactOptional(),
  version,
});

export const accountDraftSchema = z.object({
  id: z.string(),
  label: z.string(),
  network: z.string(),
  currency: z.string(),
  details: z.record(z.string(), z.unknown()),
  status: z.enum(['active', 'inactive']),
});

export const accountSchema: z.ZodType<RegisteredAccount> = accountDraftSchema.extend({
  usableFrom: instant.exactOptional(),
  deletedAt: instant.exactOptional(),
  version,
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
  maximum: decimalText.exactOptional(),
  step: decimalText,
  budgets: z.object({
    per24Hours: decimalText.exactOptional(),
    per30Days: decimalText.exactOptional(),
  }),
  cooldownSeconds: z.int().nonnegative(),
  schedule,
  maximumBalanceAgeSeconds: z.int().positive(),
  backoff: z.object({ firstSeconds: z.int().positive(), maximumSeconds: z.int().positive() }),
  priority: z.int(),
  approvalAbove: decimalText.exactOptional(),
  enabled: z.boolean(),
});

export const ruleSchema: z.ZodType<SweepRule> = ruleDraftSchema.extend({
  version,
  activeSince: instant,
  deletedAt: instant.exactOptional(),
});
