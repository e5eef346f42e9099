import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { BREAK_KINDS } from '../../treasury/facts/break-facts.ts';
import { STOPS } from '../../treasury/forecast/ended.ts';
import { DAY_DECIDED } from '../../treasury/forecast/forecast-days.ts';
import type { Forecast } from '../../treasury/forecast/forecast-report.ts';
import { BOUNDS_PER_DAY } from '../../treasury/forecast/most-per-day.ts';
import { ALREADY_STATES } from '../../treasury/forecast/open-instructions.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { CUTTING_LIMITS } from '../../treasury/preview/totals.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { besideIds, type Named } from './names-response.ts';
import { ratesShown, valuedIn } from './valued-in.ts';

const amount = decimalText;
const value = decimalText;
const count = z.int().check(z.nonnegative());
const approvals = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const { manualRate } = valuedIn;
const stopped = z.exactOptional(z.enum(STOPS));

const ruleForecast = z
  .strictObject({
    ruleId: z.string(),
    label: z.string(),
    currency: z.string(),
    withdrawalAccountId: z.exactOptional(z.string()),
    withdrawalAccountIds: z.exactOptional(z.array(z.string())),
    into: z.exactOptional(z.string()),
    enabled: z.boolean(),
    schedule: z.string(),
    stopped,
    nextRuns: z.array(z.strictObject({ at: instant, local: z.string() })),
    decided: count,
    sweeps: z.nullable(count),
    amount: z.nullable(amount),
    value: z.nullable(value),
    unvalued: z.nullable(count),
    manualRate,
    waiting: z.exactOptional(
      z.strictObject({ runs: count, amount, value: z.exactOptional(value) }),
    ),
    runs: z.array(
      z.strictObject({
        at: instant,
        occurrence: instant,
        local: z.string(),
        outcome: z.enum(['sweep', 'no-sweep']),
        amount: z.exactOptional(amount),
        value: z.exactOptional(value),
        approvals: z.exactOptional(approvals),
        cuts: z.exactOptional(z.array(z.enum(CUTTING_LIMITS))),
        parts: z.exactOptional(
          z.array(z.strictObject({ withdrawalAccountId: z.string(), amount, approvals })),
        ),
        reason: z.exactOptional(z.enum(NO_SWEEP_REASONS)),
        explanation: z.string(),
      }),
    ),
    reasons: z.array(z.strictObject({ name: z.enum(NO_SWEEP_REASONS), times: count })),
  })
  .register(z.globalRegistry, { id: 'RuleForecast' });

const already = z
  .strictObject({
    instructionId: z.string(),
    ruleId: z.exactOptional(z.string()),
    currency: z.string(),
    withdrawalAccountId: z.exactOptional(z.string()),
    amount,
    value: z.exactOptional(value),
    manualRate,
    approvals,
    state: z.enum(ALREADY_STATES),
  })
  .register(z.globalRegistry, { id: 'ForecastOpen' });

const day = z
  .strictObject({
    day: z.string(),
    from: instant,
    to: instant,
    decided: z.enum(DAY_DECIDED),
    value: z.nullable(value),
    unvalued: z.array(z.string()),
    leaving: z.array(
      z.strictObject({
        ruleId: z.string(),
        currency: z.string(),
        withdrawalAccountId: z.string(),
        sweeps: count,
        amount,
        accounts: z.exactOptional(
          z.array(z.strictObject({ withdrawalAccountId: z.string(), amount })),
        ),
        value: z.exactOptional(value),
        manualRate,
        approvals,
        stopped,
        waits: z.exactOptional(z.literal(true)),
      }),
    ),
    expected: z.array(z.strictObject({ currency: z.string(), amount })),
  })
  .register(z.globalRegistry, { id: 'ForecastDay' });

const flows = z
  .strictObject({
    from: instant,
    to: instant,
    days: count,
    complete: z.boolean(),
    classes: z.array(
      z.strictObject({
        currency: z.string(),
        class: z.string(),
        kind: z.enum(BREAK_KINDS),
        matchingRule: z.exactOptional(z.string()),
        movements: count,
        total: amount,
        meanPerDay: amount,
        leastPerDay: amount,
        mostPerDay: amount,
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'ExpectedFlows' });

const mostPerDay = z
  .strictObject({
    value: z.exactOptional(value),
    limit: z.exactOptional(value),
    message: z.string(),
    rules: z.array(
      z.strictObject({
        ruleId: z.string(),
        value: z.exactOptional(value),
        manualRate,
        by: z.exactOptional(z.enum(BOUNDS_PER_DAY)),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'MostPerDay' });

/** The answer of GET /v1/forecast. */
export const forecastResponse: z.ZodMiniType<Forecast & Named> = z
  .strictObject({
    from: instant,
    to: instant,
    until: instant,
    complete: z.boolean(),
    timeZone: z.string(),
    reportingCurrency: z.string(),
    snapshot: z.strictObject({
      scheduledFor: instant,
      takenAt: instant,
      ageSeconds: count,
      message: z.string(),
    }),
    rules: z.array(ruleForecast),
    unreadableRules: z.array(z.string()),
    already: z.array(already),
    days: z.array(day),
    perDay: mostPerDay,
    currencies: z.array(
      z.strictObject({
        currency: z.string(),
        before: amount,
        leaves: z.nullable(amount),
        expected: z.nullable(amount),
        after: z.nullable(amount),
      }),
    ),
    flows: z.exactOptional(flows),
    ...ratesShown,
    assumptions: z.array(z.string()),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'Forecast' });
