import type { LimitName } from '../../facts/limit-name.ts';
import type { ValuedLimit } from '../../facts/valued-limit.ts';
import { compare, money } from '../../money/money.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { reasonOf } from '../../valuation/no-value.ts';
import type { LimitAmounts, ValuedLimits } from '../../value-limits/limit-amounts.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** The prices behind the limits of a rule; no check without a limit by value. */
export function checkLimitPrices(limits: LimitAmounts<SweepRule>): readonly CheckResult[] {
  if (!limits.known) {
    const { why } = limits;
    return [refused({ limit: 'price-of-limits', code: 'no-limit-price', why }, reasonOf(why))];
  }
  const { rule, valued } = limits;
  const prices = Object.values(valued).map(({ price, in: into, instruments }) => ({
    ...{ price, in: into, instruments },
  }));
  if (prices.length === 0) return [];
  return [
    checkOrder(rule, valued) ?? passed({ limit: 'price-of-limits', code: 'limit-prices', prices }),
  ];
}

/**
 * A policy is refused if its rule keeps more than its threshold. Between an amount and a value only the price says
 * which is more.
 */
function checkOrder(rule: AmountRule, valued: ValuedLimits): CheckResult | null {
  if (valued.keep === undefined && valued.threshold === undefined) return null;
  const { currency, keep, threshold } = rule;
  if (compare(money(currency, keep), money(currency, threshold)) <= 0) return null;
  const fact = { code: 'keep-above-threshold', currency, keep, threshold } as const;
  return refused({ limit: 'price-of-limits', ...fact }, 'keep-above-threshold');
}

/** Results with the value, the price and the path behind each limit by value. */
export function withValues(
  results: readonly CheckResult[],
  valued: ValuedLimits,
): readonly CheckResult[] {
  if (Object.keys(valued).length === 0) return results;
  const byLimit: Readonly<Partial<Record<LimitName, ValuedLimit>>> = valued;
  return results.map((result) => {
    const limit = byLimit[result.fact.limit];
    return limit === undefined ? result : { ...result, valued: limit };
  });
}
