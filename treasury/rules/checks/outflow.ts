import { isFloor } from '../../facts/bound-facts.ts';
import { fits, type OutflowBound, takenFrom } from '../../limits/outflow-bounds.ts';
import { formatDecimal } from '../../money/decimal-text.ts';
import type { Money } from '../../money/money.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/**
 * A floor or a limit over several currencies must have room for the required amount: the amount itself, or, if that is
 * not settled yet, the smallest amount that the rule would withdraw.
 */
export function checkOutflow(bound: OutflowBound, needed: Money): CheckResult {
  const { limit, reason, of, currency, cap } = bound;
  const named = { ...(of !== undefined && { of }), currency, cap };
  if (bound.seen === null) {
    const { unknown: why } = bound;
    return refused({ code: 'bound-unknown', limit, ...named, why }, 'limit-unknown');
  }
  const found = {
    ...named,
    seen: formatDecimal(bound.seen),
    needed: { currency: needed.currency, amount: formatDecimal(needed.amount) },
    taken: formatDecimal(takenFrom(bound, needed.amount)),
  };
  const fact = isFloor(limit)
    ? ({ code: 'floor', limit, ...found } as const)
    : ({ code: 'outflow', limit, ...found } as const);
  return fits(bound, needed.amount) ? passed(fact) : refused(fact, reason);
}

/** The same at the request of a person and at the claim: the amount is fixed. */
export function refuseOutflow(
  bounds: readonly OutflowBound[],
  amount: Money,
): readonly CheckResult[] {
  return bounds.map((bound) => checkOutflow(bound, amount));
}
