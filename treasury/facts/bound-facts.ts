import type { LimitName } from '../decisions/decision.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import type { UnknownBound } from '../value-limits/unknown-bound.ts';
import { numberIn } from './number-in.ts';

export type FloorName = Extract<LimitName, 'floor-total' | 'floor-currency'>;
export type OutflowLimitName = Extract<
  LimitName,
  | 'account-24h'
  | 'account-30d'
  | 'counterparty-24h'
  | 'counterparty-30d'
  | 'outflow-24h'
  | 'first-payment'
>;

/** A floor, or a limit over several currencies; decimal text in `currency`. */
interface Bound<Limit extends LimitName> {
  readonly limit: Limit;
  /** The label of an account, or of a counterparty; absent: it is the tenant's. */
  readonly of?: string;
  readonly currency: string;
  readonly cap: string;
}

export type BoundFact = Bound<FloorName | OutflowLimitName> & {
  /** What is there, of a floor; what is used, of a limit. Null: not known, and nothing may leave. */
  readonly seen: string | null;
};

/** What a withdrawal takes of a bound. */
interface Taking {
  readonly needed: { readonly currency: string; readonly amount: string };
  /** In the currency of the bound, with the largest fee where that counts. */
  readonly taken: string;
}

/** Whether a bound has room for an amount. */
export type OutflowFact =
  | ({ readonly code: 'bound-unknown'; readonly why: UnknownBound } & Bound<
      FloorName | OutflowLimitName
    >)
  | ({ readonly code: 'floor'; readonly seen: string } & Bound<FloorName> & Taking)
  | ({ readonly code: 'outflow'; readonly seen: string } & Bound<OutflowLimitName> & Taking);

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
