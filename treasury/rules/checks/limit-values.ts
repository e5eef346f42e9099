import type { LimitCheck, LimitName, ValuedLimit } from '../../decisions/decision.ts';
import { compare, money } from '../../money/money.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { amountIn } from '../../policy/wording.ts';
import { duration } from '../../time/duration.ts';
import type { LimitAmounts, ValuedLimits } from '../../value-limits/limit-amounts.ts';
import { MAX_LIMIT_PRICE_AGE_SECONDS } from '../../value-limits/price-of-limits.ts';
import type { AmountRule } from '../../value-limits/rule-limits.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

const ACCEPTED = `one instrument, at most ${duration(MAX_LIMIT_PRICE_AGE_SECONDS)} old, near the price before`;

/** The prices behind the limits of a rule; no check without a limit by value. */
export function checkLimitPrices(limits: LimitAmounts<SweepRule>): readonly CheckResult[] {
  if (!limits.known) {
    const { seen, reason, message } = limits;
    return [refused({ limit: 'price-of-limits', seen, accepted: ACCEPTED }, reason, message)];
  }
  const { rule, valued } = limits;
  const each = Object.values(valued);
  if (each.length === 0) return [];
  return [
    checkOrder(rule, valued) ??
      passed({ limit: 'price-of-limits', seen: pricesOf(each), accepted: ACCEPTED }),
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
  const seen = `keeps ${keep} above the threshold of ${threshold}`;
  const accepted = 'keeps at most the threshold';
  const message = `At these prices the rule keeps ${amountIn(currency, keep)}, more than its threshold of ${amountIn(currency, threshold)}.`;
  return refused({ limit: 'price-of-limits', seen, accepted }, 'keep-above-threshold', message);
}

function pricesOf(limits: readonly ValuedLimit[]): string {
  return [...new Set(limits.map(priceOf))].join(' and ');
}

function priceOf({ price, in: into, instruments }: ValuedLimit): string {
  const by = instruments.length === 0 ? '' : ` by ${instruments.join(' and ')}`;
  return `${price} ${into}${by}`;
}

/** Checks with the value, the price and the path behind each limit by value. */
export function withValues(
  checks: readonly LimitCheck[],
  valued: ValuedLimits,
): readonly LimitCheck[] {
  if (Object.keys(valued).length === 0) return checks;
  const byLimit: Readonly<Partial<Record<LimitName, ValuedLimit>>> = valued;
  return checks.map((check) => {
    const limit = byLimit[check.limit];
    return limit === undefined ? check : { ...check, valued: limit };
  });
}

const NAMES: Readonly<Record<keyof ValuedLimits, string>> = {
  threshold: 'the threshold',
  keep: 'the kept part',
  maximum: 'the maximum',
  'budget-24h': 'the budget of 24 hours',
  'budget-30d': 'the budget of 30 days',
  minimum: 'the minimum',
  approval: 'the limit without approval',
};

/** " By value: the threshold of 100000 USD is 1.5 BTC at 66666 USD (BTC/USD)." Empty without a limit by value. */
export function explainValues(currency: string, valued: ValuedLimits): string {
  const parts = (Object.keys(NAMES) as (keyof ValuedLimits)[]).flatMap((name) => {
    const limit = valued[name];
    return limit === undefined ? [] : [explainValue(NAMES[name], currency, limit)];
  });
  return parts.length === 0 ? '' : ` By value: ${parts.join('; ')}.`;
}

function explainValue(name: string, currency: string, limit: ValuedLimit): string {
  const { value, in: into, amount, price, instruments } = limit;
  const is = `${name} of ${amountIn(into, value)} is ${amountIn(currency, amount)}`;
  return instruments.length === 0
    ? is
    : `${is} at ${amountIn(into, price)} (${instruments.join(' and ')})`;
}
