import * as z from 'zod/mini';
import { NO_SWEEP_REASONS, ruleDecisionSchema } from '../../treasury/decisions/decision.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import type { BacktestRequest } from '../../treasury/preview/backtest.ts';
import { MAX_DRAFT_RULES } from '../../treasury/preview/backtest-limits.ts';
import { DRAFT_SCOPES, type Draft } from '../../treasury/preview/draft.ts';
import type { ChangeEffect } from '../../treasury/preview/effect-of-change.ts';
import type { Preview } from '../../treasury/preview/preview.ts';
import type { BacktestReport, SideReport } from '../../treasury/preview/report.ts';
import { CUTTING_LIMITS } from '../../treasury/preview/tally.ts';
import { sweepRuleBody } from './policy.ts';
import { moment } from './queries.ts';

/** Characters of a continuation: both sides' lanes and counts of as many rules as a draft may have. */
export const MAX_CONTINUATION_CHARACTERS = 200_000;

/** Bytes of a body here: a draft of forty rules, and a continuation. */
export const MAX_PREVIEW_BODY_BYTES = 262_144;

const instant = z.iso.datetime({ precision: 3 });
const amount = decimalText;
const value = decimalText;
const count = z.int().check(z.nonnegative());
const approvals = z.union([z.literal(0), z.literal(1), z.literal(2)]);

const draft = {
  rules: z
    .array(sweepRuleBody, { error: 'expected a list of sweep rules, as in a policy file' })
    .check(
      z.minLength(1, 'expected at least 1 rule'),
      z.maxLength(MAX_DRAFT_RULES, `expected at most ${MAX_DRAFT_RULES} rules`),
    ),
  scope: z._default(
    z.enum(DRAFT_SCOPES, { error: 'expected "replacing" or "alone"' }),
    'replacing',
  ),
};

/** The body of POST /v1/sweep-rules/preview. */
export const previewBody: z.ZodMiniType<Draft & { readonly effect: boolean }> = z
  .strictObject({
    ...draft,
    effect: z._default(z.boolean({ error: 'expected true or false' }), false),
  })
  .register(z.globalRegistry, { id: 'PreviewBody' });

/** The body of POST /v1/sweep-rules/backtest. */
export const backtestBody: z.ZodMiniType<
  Draft &
    Pick<BacktestRequest, 'from' | 'to' | 'assumeApproved' | 'addBackSweeps'> & {
      readonly continuation?: string;
    }
> = z
  .strictObject({
    ...draft,
    from: moment,
    to: moment,
    assumeApproved: z._default(z.boolean({ error: 'expected true or false' }), true),
    addBackSweeps: z._default(z.boolean({ error: 'expected true or false' }), true),
    continuation: z.exactOptional(
      z
        .string({ error: 'expected the continuation of the answer before' })
        .check(
          z.maxLength(
            MAX_CONTINUATION_CHARACTERS,
            'expected the continuation of the answer before',
          ),
        ),
    ),
  })
  .check(
    z.refine(({ from, to }) => from < to, {
      path: ['to'],
      error: 'expected a time after "from"',
    }),
  )
  .register(z.globalRegistry, { id: 'BacktestBody' });

const ruleDecision = ruleDecisionSchema.clone().register(z.globalRegistry, { id: 'RuleDecision' });

const onCurrency = z.strictObject({ sweeps: count, total: amount });
/** What a change would have done; also part of a proposed change of a rule. */
export const changeEffect: z.ZodMiniType<ChangeEffect> = z
  .strictObject({
    from: instant,
    to: instant,
    readings: count,
    currencies: z.array(
      z.strictObject({ currency: z.string(), before: onCurrency, after: onCurrency }),
    ),
    words: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'ChangeEffect',
  });

/** The answer of POST /v1/sweep-rules/preview. */
export const previewResponse: z.ZodMiniType<Preview & { readonly effect?: ChangeEffect }> = z
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
        approvals: z.exactOptional(approvals),
        value: z.exactOptional(value),
      }),
    ),
    balances: z.array(
      z.strictObject({
        currency: z.string(),
        before: amount,
        swept: z.array(z.strictObject({ ruleId: z.string(), amount })),
        after: amount,
        valueBefore: z.exactOptional(value),
        valueAfter: z.exactOptional(value),
      }),
    ),
    effect: z.exactOptional(changeEffect),
  })
  .register(z.globalRegistry, { id: 'Preview' });

function counted<const Name extends string>(names: readonly Name[]) {
  return z.array(z.strictObject({ name: z.enum(names), times: count }));
}

const side: z.ZodMiniType<SideReport> = z
  .strictObject({
    rules: z.array(
      z.strictObject({
        ruleId: z.string(),
        label: z.string(),
        currency: z.string(),
        decisions: count,
        sweeps: count,
        approvals: count,
        total: amount,
        largest: amount,
        value,
        unvalued: count,
        reasons: counted(NO_SWEEP_REASONS),
        cuts: counted(CUTTING_LIMITS),
      }),
    ),
    currencies: z.array(
      z.strictObject({
        currency: z.string(),
        sweeps: count,
        total: amount,
        lowest: z.exactOptional(z.strictObject({ balance: amount, at: instant })),
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
  .register(z.globalRegistry, { id: 'BacktestSide' });

/** The answer of POST /v1/sweep-rules/backtest. */
export const backtestResponse: z.ZodMiniType<BacktestReport & { readonly continuation?: string }> =
  z
    .strictObject({
      from: instant,
      to: instant,
      until: instant,
      complete: z.boolean(),
      readings: count,
      firstReading: z.exactOptional(instant),
      reportingCurrency: z.string(),
      currencies: z.array(z.string()),
      draft: side,
      inForce: side,
      difference: z.array(z.strictObject({ currency: z.string(), sweeps: z.int(), total: amount })),
      words: z.string(),
      assumptions: z.array(z.string()),
      continuation: z.exactOptional(z.string()),
    })
    .register(z.globalRegistry, {
      id: 'Backtest',
    });
