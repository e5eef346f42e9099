import * as z from 'zod/mini';
import { BREAK_STATES } from '../../treasury/ledger/break.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { EXPECTED_KINDS } from '../../treasury/policy/matching-rule.ts';
import {
  MATCHING_EFFECTS,
  type MatchingBacktestReport,
} from '../../treasury/preview/matching-report.ts';
import { instant } from '../../treasury/time/instant-schema.ts';

const count = z.int().check(z.nonnegative());
const effect = z.enum(MATCHING_EFFECTS);
const sum = { currency: z.string(), count, inflow: decimalText, outflow: decimalText };
const movementClass = { ruleId: z.string(), label: z.string(), kind: z.enum(EXPECTED_KINDS) };

/** The answer of POST /v1/matching-rules/backtest. */
export const matchingBacktestResponse: z.ZodMiniType<MatchingBacktestReport> = z
  .strictObject({
    from: instant,
    to: instant,
    until: instant,
    complete: z.boolean(),
    differences: count,
    doubtful: count,
    breaks: z.strictObject({ before: count, after: count }),
    rules: z.array(
      z.strictObject({
        ...movementClass,
        currencies: z.array(z.strictObject(sum)),
        boundReached: count,
      }),
    ),
    totals: z.array(z.strictObject({ effect, ...sum })),
    takenOver: z.array(z.strictObject({ from: z.string(), to: z.string(), ...sum })),
    movements: z.strictObject({
      count,
      first: z.array(
        z.strictObject({
          breakId: z.string(),
          sinceReadAt: instant,
          readAt: instant,
          currency: z.string(),
          amount: decimalText,
          recorded: z.enum(BREAK_STATES),
          effect,
          before: z.nullable(z.strictObject(movementClass)),
          after: z.nullable(z.strictObject(movementClass)),
        }),
      ),
    }),
    message: z.string(),
    assumptions: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'MatchingBacktest' });
