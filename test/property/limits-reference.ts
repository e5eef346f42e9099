import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import { ceilTo, floorTo, least, ONE, times, unitOf, unitsOf } from './exact-numbers.ts';
import type { Quote, Quotes } from './market-reference.ts';

/* The limits of a rule as amounts, computed a second time. */

export interface Limits {
  readonly threshold: bigint;
  readonly keep: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint | null;
  readonly per24Hours: bigint | null;
  readonly per30Days: bigint | null;
}

type Limit = SweepRuleDraft['threshold'];
interface Reporting {
  readonly reportingCurrency: string;
}

/** What the limits of a rule rest on. */
export interface PriceState {
  readonly quotes: Quotes;
  /** Instruments whose price has just jumped. */
  readonly doubted: readonly string[];
}

/** Null: one of them is a value, and no price says how much that is; or more is kept than the threshold. */
export function limitsOf(
  rule: SweepRuleDraft,
  reading: PriceState,
  reportingCurrency: string,
): Limits | null {
  const amount = (limit: Limit | undefined, kind: 'floor' | 'cap') =>
    amountOf(limit, rule.currency, kind, reading, { reportingCurrency });
  const [threshold, keep, minimum] = [rule.threshold, rule.keep, rule.minimum].map((each) =>
    amount(each, 'floor'),
  );
  const caps = [rule.maximum, rule.budgets.per24Hours, rule.budgets.per30Days];
  const [maximum = null, per24Hours = null, per30Days = null] = caps.map((each) =>
    each === undefined ? null : amount(each, 'cap'),
  );
  const isUnknown = [maximum, per24Hours, per30Days].some(
    (each, index) => caps[index] !== undefined && each === null,
  );
  if (isUnknown || threshold == null || keep == null || minimum == null) return null;
  if (rule.approvalAbove !== undefined && amount(rule.approvalAbove, 'cap') === null) return null;
  if (keep > threshold) return null;
  return { threshold, keep, minimum, maximum, per24Hours, per30Days };
}

/** A value at the price that lets less leave; by the one instrument of both currencies that is listed their way. */
export function amountOf(
  limit: Limit | undefined,
  currency: string,
  kind: 'floor' | 'cap',
  { quotes, doubted }: PriceState,
  { reportingCurrency }: Reporting,
): bigint | null {
  if (limit === undefined) return null;
  if (typeof limit === 'string') return unitsOf(limit);
  const instrument = `${currency}/${reportingCurrency}`;
  const quote: Quote | undefined = quotes[instrument];
  if (quote === undefined || doubted.includes(instrument)) return null;
  const value = unitsOf(limit.value) * ONE;
  const unit = unitOf(18);
  return kind === 'floor'
    ? ceilTo((value + unitsOf(quote.bid) - 1n) / unitsOf(quote.bid), unit)
    : floorTo(value / unitsOf(quote.ask), unit);
}

export function allocated({ allocation }: SweepRuleDraft, surplus: bigint): bigint {
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      return times(surplus, unitsOf(allocation.percent)) / 100n;
    default:
      return least(surplus, unitsOf(allocation.amount));
  }
}
