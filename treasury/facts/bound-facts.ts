import * as z from 'zod/mini';
import { Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { amountIn } from './amount-in.ts';
import { fact } from './fact.ts';
import { FLOORS, OUTFLOW_LIMITS } from './limit-name.ts';
import { numberIn, numberText } from './number-in.ts';
import { unknownBoundSchema } from './unknown-bound.ts';

export type FloorName = (typeof FLOORS)[number];
export type OutflowLimitName = (typeof OUTFLOW_LIMITS)[number];

const BOUND_NAMES = [...FLOORS, ...OUTFLOW_LIMITS] as const;

/** Of a floor, or of a limit over several currencies; decimal text in `currency`. */
const bound = () => ({
  /** The label of an account, or of a counterparty; absent: it is the tenant's. */
  of: z.exactOptional(z.string()),
  currency: z.string(),
  cap: numberText,
});

export const boundSchema = record(() => ({
  limit: z.enum(BOUND_NAMES),
  ...bound(),
  /** What is there, of a floor; what is used, of a limit. Null: not known, and nothing may leave. */
  seen: z.nullable(numberText),
}));

export type BoundFact = Stored<typeof boundSchema>;

/** What a withdrawal takes of a bound. */
const taking = () => ({
  ...bound(),
  seen: numberText,
  needed: amountIn,
  /** In the currency of the bound, with the largest fee where that counts. */
  taken: numberText,
});

export const OUTFLOW_FACTS = [
  fact(BOUND_NAMES, 'bound-unknown', () => ({ ...bound(), why: unknownBoundSchema })),
  fact(FLOORS, 'floor', taking),
  fact(OUTFLOW_LIMITS, 'outflow', taking),
] as const;

/** Whether a bound has room for an amount. */
export type OutflowFact = Stored<(typeof OUTFLOW_FACTS)[number]>;

export function isFloor(limit: FloorName | OutflowLimitName): limit is FloorName {
  return limit === 'floor-total' || limit === 'floor-currency';
}

/** What a bound leaves; never less than zero. */
export function leftIn({ limit, cap, seen }: BoundFact): Decimal {
  if (seen === null) return ZERO;
  const left = numberIn(cap).minus(numberIn(seen));
  return Decimal.max(isFloor(limit) ? left.negated() : left, ZERO);
}

export function leftText(bound: BoundFact): string {
  return formatDecimal(leftIn(bound));
}
