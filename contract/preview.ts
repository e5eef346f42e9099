import * as z from 'zod';
import { decimalText } from '../treasury/money/decimal-text.ts';
import { sweepRuleDraft } from '../treasury/policy/policy-schema.ts';
import type { BacktestRequest } from '../treasury/preview/backtest.ts';
import { MAX_DRAFT_RULES } from '../treasury/preview/backtest-limits.ts';
import { DRAFT_SCOPES, type Draft } from '../treasury/preview/draft.ts';
import type { ChangeEffect } from '../treasury/preview/effect-of-change.ts';
import type { Preview } from '../treasury/preview/preview.ts';
import type { BacktestReport, SideReport } from '../treasury/preview/report.ts';
import { CUTTING_LIMITS } from '../treasury/preview/tally.ts';
import { LIMIT_NAMES, NO_SWEEP_REASONS, type RuleDecision } from '../treasury/rules/decision.ts';
import { instantOf } from '../treasury/time/instant.ts';

/** Characters of a continuation: both sides' lanes and counts of as many rules as a draft may have. */
export const MAX_CONTINUATION_CHARACTERS = 200_000;

/** Bytes of a body here: a draft of forty rules, and a continuation. */
export const MAX_PREVIEW_BODY_BYTES = 262_144;

const moment = z.iso
  .datetime({ offset: true, error: 'expected an ISO-8601 time such as 2026-01-31T09:00:00Z' })
  .transform((text) => instantOf(Date.parse(text)));
const instant = z.iso.datetime({ precision: 3 });
const amount = decimalText.meta({ description: 'Decimal text in the currency' });
const value = decimalText.meta({ description: 'In the reporting currency' });
const count = z.int().nonnegative();
const approvals = z
  .union([z.literal(0), z.literal(1), z.literal(2)])
  .meta({ description: 'People who would have to approve' });

const draft = {
  rules: z
    .array(sweepRuleDraft, { error: 'expected a list of sweep rules, as in a policy file' })
    .min(1, 'expected at least 1 rule')
    .max(MAX_DRAFT_RULES, `expected at most ${MAX_DRAFT_RULES} rules`)
    .meta({ description: 'Sweep rules as a policy file says them; versions are given later' }),
  scope: z
    .enum(DRAFT_SCOPES, { error: 'expected "replacing" or "alone"' })
    .default('replacing')
    .meta({
      description:
        'replacing: rules in force of the same ids are replaced, others stay; alone: no others',
    }),
};

/** The body of POST /v1/sweep-rules/preview. */
export const previewBody: z.ZodType<Draft & { readonly effect: boolean }> = z
  .strictObject({
    ...draft,
    effect: z
      .boolean({ error: 'expected true or false' })
      .default(false)
      .meta({ description: 'Whether to say too what the last 30 days would have been' }),
  })
  .meta({ id: 'PreviewBody' });

/** The body of POST /v1/sweep-rules/backtest. */
export const backtestBody: z.ZodType<
  Draft &
    Pick<BacktestRequest, 'from' | 'to' | 'assumeApproved' | 'addBackSweeps'> & {
      readonly continuation?: string;
    }
> = z
  .strictObject({
    ...draft,
    from: moment.meta({ description: 'First tick of the range' }),
    to: moment.meta({ description: 'Last tick of the range' }),
    assumeApproved: z.boolean({ error: 'expected true or false' }).default(true).meta({
      description: 'true: what needs an approval is approved at once; false: by nobody',
    }),
    addBackSweeps: z.boolean({ error: 'expected true or false' }).default(true).meta({
      description: 'Whether what rules really swept is given back to the recorded balances',
    }),
    continuation: z
      .string({ error: 'expected the continuation of the answer before' })
      .max(MAX_CONTINUATION_CHARACTERS, 'expected the continuation of the answer before')
      .exactOptional()
      .meta({ description: 'Of the answer before; the rest of the body stays the same' }),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'expected a time not before "from"',
  })
  .meta({ id: 'BacktestBody' });

const decisionBase = {
  ruleId: z.string(),
  ruleVersion: z.int(),
  currency: z.string(),
  withdrawalAccountId: z.string(),
  decidedAt: instant,
  occurrence: instant,
  consumesOccurrence: z.boolean(),
  checks: z.array(
    z.strictObject({
      limit: z.enum(LIMIT_NAMES),
      holds: z.boolean(),
      seen: z.string(),
      accepted: z.string(),
    }),
  ),
  explanation: z.string(),
};

const ruleDecision: z.ZodType<RuleDecision> = z
  .discriminatedUnion('outcome', [
    z.strictObject({
      ...decisionBase,
      outcome: z.literal('sweep'),
      amount,
      needsApproval: z.boolean(),
    }),
    z.strictObject({
      ...decisionBase,
      outcome: z.literal('no-sweep'),
      reason: z.enum(NO_SWEEP_REASONS),
      wouldSweep: amount.exactOptional(),
    }),
  ])
  .meta({ id: 'RuleDecision' });

const onCurrency = z.strictObject({ sweeps: count, total: amount });
/** What a change would have done; also part of a proposed change of a rule. */
export const changeEffect: z.ZodType<ChangeEffect> = z
  .strictObject({
    from: instant,
    to: instant,
    readings: count,
    currencies: z.array(
      z.strictObject({ currency: z.string(), before: onCurrency, after: onCurrency }),
    ),
    words: z.string(),
  })
  .meta({ id: 'ChangeEffect', description: 'What a change would have done in the last 30 days' });

/** The answer of POST /v1/sweep-rules/preview. */
export const previewAnswer: z.ZodType<Preview & { readonly effect?: ChangeEffect }> = z
  .strictObject({
    snapshot: z.strictObject({
      scheduledFor: instant,
      takenAt: instant,
      ageSeconds: count,
      words: z.string(),
    }),
    reportingCurrency: z.string(),
    rules: z.array(
      z.strictObject({
        decision: ruleDecision,
        approvals: approvals.exactOptional(),
        value: value.exactOptional(),
      }),
    ),
    balances: z.array(
      z.strictObject({
        currency: z.string(),
        before: amount,
        swept: z.array(z.strictObject({ ruleId: z.string(), amount })),
        after: amount,
        valueBefore: value.exactOptional(),
        valueAfter: value.exactOptional(),
      }),
    ),
    effect: changeEffect.exactOptional(),
  })
  .meta({ id: 'Preview' });

function counted<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.array(z.strictObject({ name: z.enum(names), times: count }));
}

const side: z.ZodType<SideReport> = z
  .strictObject({
    rules: z.array(
      z.strictObject({
        ruleId: z.string(),
        label: z.string(),
        currency: z.string(),
        decisions: count,
        sweeps: count,
        approvals: count.meta({ description: 'Of the sweeps, those that needed approvals' }),
        total: amount,
        largest: amount,
        value: value.meta({ description: 'Each sweep at the prices of its moment' }),
        unvalued: count.meta({ description: 'Sweeps without a price, not in the value' }),
        reasons: counted(NO_SWEEP_REASONS),
        cuts: counted(CUTTING_LIMITS).meta({
          description: 'How often a limit made a sweep smaller',
        }),
      }),
    ),
    currencies: z.array(
      z.strictObject({
        currency: z.string(),
        sweeps: count,
        total: amount,
        lowest: z
          .strictObject({ balance: amount, at: instant })
          .exactOptional()
          .meta({ description: 'The lowest balance that was left, and when' }),
      }),
    ),
    sweeps: z.strictObject({
      count,
      first: z.array(
        z.strictObject({
          at: instant,
          ruleId: z.string(),
          currency: z.string(),
          amount,
          approvals,
        }),
      ),
    }),
  })
  .meta({ id: 'BacktestSide' });

/** The answer of POST /v1/sweep-rules/backtest. */
export const backtestAnswer: z.ZodType<BacktestReport & { readonly continuation?: string }> = z
  .strictObject({
    from: instant,
    to: instant,
    until: instant,
    complete: z.boolean(),
    readings: count,
    firstReading: instant.exactOptional(),
    reportingCurrency: z.string(),
    currencies: z.array(z.string()),
    draft: side,
    inForce: side,
    difference: z.array(z.strictObject({ currency: z.string(), sweeps: z.int(), total: amount })),
    words: z.string(),
    assumptions: z.array(z.string()),
    continuation: z.string().exactOptional().meta({
      description: 'Present where the range is not walked to its end: send it back for the rest',
    }),
  })
  .meta({ id: 'Backtest', description: 'Counts everything walked so far' });
