import type { ValuedLimit } from '../facts/valued-limit.ts';
import type { Decimal } from '../money/decimal.ts';
import { ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, isDecimalText } from '../money/decimal-text.ts';
import { isValueLimit, type Limit, type ValueLimit } from '../policy/limit.ts';
import { DIVIDED_SCALE } from '../valuation/price-path.ts';
import { type LimitMarket, limitPrice, type NoLimitPrice } from './price-of-limits.ts';
import {
  type InAmounts,
  LIMIT_SIDES,
  type LimitSide,
  limitsOf,
  type RuleLimitName,
  type RuleLimits,
} from './rule-limits.ts';

/** By the name of the check; only limits that the rule states as a value. */
export type ValuedLimits = Readonly<Partial<Record<RuleLimitName, ValuedLimit>>>;

export type LimitAmounts<Rule extends RuleLimits> =
  | {
      readonly known: true;
      readonly rule: InAmounts<Rule>;
      readonly valued: ValuedLimits;
    }
  | NoLimitPrice;

/**
 * The limit amounts of a rule at a moment. Limits that are amounts pass through; a rule that has no other needs no
 * prices at all. A floor (threshold, keep, minimum) is turned at the lower price and rounded up, a cap (maximum,
 * budgets, approvals) at the higher price and rounded down, both at 18 fraction digits: less leaves either way.
 * If one value cannot be turned, none of the rule's limits is known. `market`: null if no prices are at hand. Pure.
 */
export function limitAmounts<Rule extends RuleLimits>(
  rule: Rule,
  market: LimitMarket | null,
): LimitAmounts<Rule> {
  const valued: Partial<Record<RuleLimitName, ValuedLimit>> = {};
  for (const [name, limit] of limitEntries(rule)) {
    if (!isValueLimit(limit)) continue;
    const turned = valuedLimit(rule.currency, limit, LIMIT_SIDES[name], market);
    if (!turned.known) return turned;
    valued[name] = turned.limit;
  }
  return { known: true, rule: withAmounts(rule, valued), valued };
}

/** One value as an amount. For limits of other pieces of policy than rules too. */
export function valuedLimit(
  currency: string,
  limit: ValueLimit,
  side: LimitSide,
  market: LimitMarket | null,
): { readonly known: true; readonly limit: ValuedLimit } | NoLimitPrice {
  const none = { reportingCurrency: limit.in, readings: [], now: '' };
  const price = limitPrice(currency, limit.in, market ?? none);
  if (!price.known) return price;
  const unit = side === 'floor' ? price.low : price.high;
  const amount = formatDecimal(amountOf(decimalOf(limit.value), unit, side));
  if (!isDecimalText(amount)) {
    const why = { code: 'no-amount', currency, value: limit.value, in: limit.in } as const;
    return { known: false, why: { ...why, price: formatDecimal(unit) } };
  }
  const { path, instruments } = price;
  const { value, in: into } = limit;
  return {
    known: true,
    limit: { amount, value, in: into, price: formatDecimal(unit), path, instruments },
  };
}

/** At 18 fraction digits, those of the finest unit in use, towards sending less. */
function amountOf(value: Decimal, unit: Decimal, side: LimitSide): Decimal {
  return value
    .dividedBy(unit)
    .toDecimalPlaces(DIVIDED_SCALE, side === 'floor' ? ROUNDING.up : ROUNDING.down);
}

function limitEntries(rule: RuleLimits): readonly (readonly [RuleLimitName, Limit | undefined])[] {
  return Object.entries(limitsOf(rule)) as [RuleLimitName, Limit | undefined][];
}

function withAmounts<Rule extends RuleLimits>(rule: Rule, valued: ValuedLimits): InAmounts<Rule> {
  // A rule in amounts, which nearly every rule is, stays the very object that it was.
  if (Object.keys(valued).length === 0) return rule as unknown as InAmounts<Rule>;
  const amount = (name: RuleLimitName) => valued[name]?.amount;
  const { per24Hours, per30Days } = rule.budgets;
  const optional = (field: string, name: RuleLimitName, limit: Limit | undefined) =>
    limit === undefined ? {} : { [field]: amount(name) ?? limit };
  return {
    ...rule,
    threshold: amount('threshold') ?? rule.threshold,
    keep: amount('keep') ?? rule.keep,
    minimum: amount('minimum') ?? rule.minimum,
    ...optional('maximum', 'maximum', rule.maximum),
    budgets: {
      ...rule.budgets,
      ...optional('per24Hours', 'budget-24h', per24Hours),
      ...optional('per30Days', 'budget-30d', per30Days),
    },
    ...optional('approvalAbove', 'approval', rule.approvalAbove),
  } as unknown as InAmounts<Rule>;
}
