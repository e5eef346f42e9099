import * as z from 'zod/mini';
import { refusedRateSchema, usedRateSchema } from '../../treasury/policy/used-rate.ts';
import { UNVALUED_REASONS } from '../../treasury/report-values/unvalued-reason.ts';
import { absentSchema } from '../../treasury/valuation/balance.ts';
import { valuationSchema } from '../../treasury/valuation/valuation.ts';

/*
 * What stands beside values: by which path of prices or which manual rate they came about, and why there is none.
 */

export const usedRate = usedRateSchema.clone().register(z.globalRegistry, { id: 'UsedManualRate' });
export const refusedRate = refusedRateSchema
  .clone()
  .register(z.globalRegistry, { id: 'RefusedManualRate' });
export const unvaluedReason = z
  .enum(UNVALUED_REASONS)
  .register(z.globalRegistry, { id: 'UnvaluedReason' });

/** By the prices of a snapshot; "manual" where a manual rate is in it. */
export const path = z.enum([
  ...valuationSchema.shape.values.def.valueType.shape.path.options,
  'manual',
]);

/** Of one value. */
export const valuedIn = { path, manualRate: z.exactOptional(usedRate) };

/** Currencies that an answer does not state, beside its balances. */
const notStatedBalance = absentSchema
  .clone()
  .register(z.globalRegistry, { id: 'NotStatedBalance' });
export const notStated = z.exactOptional(z.record(z.string(), notStatedBalance));

/** Of the last balances of currencies that are not stated. */
export const apart = z.exactOptional(
  z.record(z.string(), z.extend(valuationSchema.shape.values.def.valueType, valuedIn)),
);

/** The rates in the values of an answer, and those that would have valued what has none. */
export const ratesShown = {
  manualRates: z.array(usedRate),
  refusedRates: z.array(refusedRate),
};

/** Of all values of an answer. */
export const valuationMarks = {
  unvaluedBecause: z.record(z.string(), unvaluedReason),
  ...ratesShown,
};
