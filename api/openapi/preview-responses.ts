import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { shownRuleDecisionSchema } from '../../treasury/decisions/shown-decision.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import type { BalanceSeries } from '../../treasury/preview/balance-series.ts';
import type { ChangeEffect } from '../../treasury/preview/effect-of-change.ts';
import type { Preview } from '../../treasury/preview/preview.ts';
import type { BacktestReport, SideReport } from '../../treasury/preview/report.ts';
import { CUTTING_LIMITS } from '../../treasury/preview/totals.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { besideIds, type Named } from './names-response.ts';
import { ratesShown, valuedIn } from './valued-in.ts';

const amount = decimalText;
const value = decimalText;
const count = z.int().check(z.nonnegative());
const approvals = z.union([z.literal(0), z.literal(1), z.literal(2)]);

const ruleDecision = shownRuleDecisionSchema
  .clone()
  .register(z.globalRegistry, { id: 'RuleDecision' });

const onCurrency = z.strictObject({ sweeps: count, total: amount });
/** The effect that a change would have had; also part of a proposed change of a rule. */
export const changeEffect: z.ZodMiniType<ChangeEffect> = z
  .strictObject({
    from: instant,
    to: instant,
    readings: count,
    currencies: z.array(
      z.strictObject({ currency: z.string(), before: onCurrency, after: onCurrency }),
    ),
    message: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'ChangeEffect',
  });

const draftedChange = z
  .strictObject({
    baseVersion: count,
    widens: z.array(z.string()),
    differences: z.array(
      z.strictObject({
        field: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        widens: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'DraftedChange' });

/** The answer of POST /v1/sweep-rules/preview. */
export const previewResponse: z.ZodMiniType<Preview & Named & { readonly effect?: ChangeEffect }> =
  z
    .strictObject({
      snapshot: z.strictObject({
        scheduledFor: instant,
        takenAt: instant,
        ageSeconds: count,
        message: z.string(),
      }),
      reportingCurrency: z.string(),
      rules: z.array(
        z.strictObject({
          decision: ruleDecision,
          approvals: z.exactOptional(approvals),
          value: z.exactOptional(value),
          manualRate: valuedIn.manualRate,
          change: z.exactOptional(draftedChange),
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
          manualRate: valuedIn.manualRate,
        }),
      ),
      ...ratesShown,
      effect: z.exactOptional(changeEffect),
      ...besideIds,
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
          parts: z.exactOptional(
            z.array(z.strictObject({ withdrawalAccountId: z.string(), amount, approvals })),
          ),
        }),
      ),
    }),
  })
  .register(z.globalRegistry, { id: 'BacktestSide' });

/** The answer of POST /v1/sweep-rules/backtest. */
export const backtestResponse: z.ZodMiniType<
  BacktestReport &
    Named & { readonly balances: readonly BalanceSeries[]; readonly continuation?: string }
> = z
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
    balances: z.array(
      z.strictObject({
        currency: z.string(),
        points: z.array(z.strictObject({ at: instant, draft: amount, inForce: amount })),
      }),
    ),
    difference: z.array(z.strictObject({ currency: z.string(), sweeps: z.int(), total: amount })),
    message: z.string(),
    ...ratesShown,
    assumptions: z.array(z.string()),
    continuation: z.exactOptional(z.string()),
    ...besideIds,
  })
  .register(z.globalRegistry, {
    id: 'Backtest',
  });
