import { limitsOfCounterparty } from '../limits/outflow-bounds.ts';
import { counterpartyKey } from '../limits/outflow-usage.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { isValueLimit } from '../policy/limit.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { valuesOf } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import type { Present } from './present.ts';

/** What bounds a rule over 24 hours. A maximum bounds one sweep, and no day. */
export const BOUNDS_PER_DAY = ['budget-24h', 'account-24h', 'counterparty-24h'] as const;

/** The most that one rule may send in rolling 24 hours, whatever the balances are. */
export interface RulePerDay {
  readonly ruleId: string;
  /** In the reporting currency, at the prices of the latest snapshot; absent: nothing bounds it, or nothing with a price. */
  readonly value?: string;
  /** The strictest of its bounds; set with the value. */
  readonly by?: (typeof BOUNDS_PER_DAY)[number];
}

/** The most that all rules may send in rolling 24 hours by policy, whatever the balances are. */
export interface MostPerDay {
  /** Of all rules together; absent if a rule has no bound, and everything together has none. */
  readonly value?: string;
  /** The limit of everything that leaves, if the controls have one. */
  readonly limit?: string;
  readonly message: string;
  /** Each rule that is switched on and pays to an account. */
  readonly rules: readonly RulePerDay[];
}

/**
 * By budgets and limits alone. An upper bound: a limit that two rules share counts for each of them, and what was used of
 * it is back within the day.
 */
export function mostPerDay(present: Present): MostPerDay {
  const { controls, rules } = present.policy;
  const sending = rules.filter((rule) => rule.enabled && rule.withdrawalAccountId !== undefined);
  const bounds = sending.map((rule) => ruleBound(rule, present));
  const values = bounds.flatMap(({ value }) => (value === undefined ? [] : [decimalOf(value)]));
  const limit = controls.withdrawalLimits?.per24Hours;
  const together = values.length < bounds.length ? [] : [Decimal.sum(ZERO, ...values)];
  const candidates = [...together, ...(limit === undefined ? [] : [decimalOf(limit)])];
  const most = candidates.length === 0 ? null : formatDecimal(Decimal.min(...candidates));
  const unbounded = sending.filter((_, index) => bounds[index]?.value === undefined);
  return {
    ...(most === null ? {} : { value: most }),
    ...(limit === undefined ? {} : { limit }),
    message: messageOf(most, controls.reportingCurrency, unbounded),
    rules: bounds,
  };
}

function messageOf(
  most: string | null,
  reportingCurrency: string,
  unbounded: readonly SweepRule[],
): string {
  if (most !== null) {
    return `By policy, rules send at most ${most} ${reportingCurrency} in any 24 hours.`;
  }
  const labels = unbounded.map(({ label }) => `"${label}"`).join(', ');
  return `No limit of the policy bounds what rules send in 24 hours: without one, or without a price for it: ${labels}.`;
}

function ruleBound(rule: SweepRule, present: Present): RulePerDay {
  const { id: ruleId } = rule;
  const found = [budgetOf(rule, present), ...limitsOf(rule, present)].flatMap((each) =>
    each === null ? [] : [each],
  );
  const [strictest] = found.toSorted((a, b) => a.value.comparedTo(b.value));
  if (strictest === undefined) return { ruleId };
  return { ruleId, value: formatDecimal(strictest.value), by: strictest.by };
}

interface Bound {
  readonly by: (typeof BOUNDS_PER_DAY)[number];
  readonly value: Decimal;
}

function budgetOf({ currency, budgets }: SweepRule, present: Present): Bound | null {
  const { per24Hours: budget } = budgets;
  if (budget === undefined) return null;
  const value = isValueLimit(budget) ? budget.value : worthOf(budget, currency, present);
  return value === null ? null : { by: 'budget-24h', value: decimalOf(value) };
}

/** Those of its accounts, and of their counterparties: they bound the rule only if each account has one. */
function limitsOf(rule: SweepRule, present: Present): readonly (Bound | null)[] {
  const { accounts, controls } = present.policy;
  const paid = destinationKeysOf(rule).map(
    (key) => accounts.find(({ id }) => accountKey(id) === key) ?? null,
  );
  const ofAccounts = paid.map((account) => {
    const amount = account?.limits?.per24Hours;
    return amount === undefined ? null : worthOf(amount, rule.currency, present);
  });
  const ofCounterparties = new Map(
    paid.map((account) => [
      nameOf(account),
      account === null ? undefined : limitsOfCounterparty(controls, account)?.per24Hours,
    ]),
  );
  return [
    sumOfAll('account-24h', ofAccounts),
    sumOfAll('counterparty-24h', [...ofCounterparties.values()]),
  ];
}

function nameOf(account: RegisteredAccount | null): string | null {
  return account?.counterparty === undefined ? null : counterpartyKey(account.counterparty);
}

function sumOfAll(by: Bound['by'], values: readonly (string | null | undefined)[]): Bound | null {
  const known = values.flatMap((each) => (typeof each === 'string' ? [decimalOf(each)] : []));
  return known.length < values.length ? null : { by, value: Decimal.sum(ZERO, ...known) };
}

function worthOf(amount: string, currency: string, { policy, snapshot }: Present): string | null {
  const { controls } = policy;
  const values = valuesOf(snapshot, controls, [currency]);
  return valueOfAmount(values, currency, amount, controls.reportingCurrency);
}
