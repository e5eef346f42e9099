import type { OutlookFact } from '../facts/outlook-facts.ts';
import type { Reader } from '../facts/sentences/language.ts';
import { sayOutlook } from '../facts/sentences/say/say-outlook.ts';
import { withdrawalsOfRun } from '../instructions/withdrawal-count.ts';
import { limitsOfCounterparty } from '../limits/outflow-bounds.ts';
import { counterpartyKey } from '../limits/outflow-usage.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { AccountLimitField } from '../policy/account-limits.ts';
import { isValueLimit, type Limit } from '../policy/limit.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { distinctRates, type UsedRate } from '../policy/used-rate.ts';
import type { ShownValue, ShownValues } from '../preview/shown-values.ts';
import type { Present } from './present.ts';

/** What bounds a rule over 24 hours. A maximum bounds one sweep, and a day only with how often it sweeps in one. */
export const BOUNDS_PER_DAY = [
  'budget-24h',
  'withdrawals-24h',
  'account-24h',
  'account-lifetime',
  'counterparty-24h',
] as const;

/** The most that one rule may send in rolling 24 hours, whatever the balances are. */
export interface RulePerDay {
  readonly ruleId: string;
  /** In the reporting currency, at the prices of the latest snapshot; absent: nothing bounds it, or nothing with a value. */
  readonly value?: string;
  /** Set: the value is by this manual rate. */
  readonly manualRate?: UsedRate;
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
export function mostPerDay(
  present: Present,
  shown: ShownValues,
  reader: Reader | undefined,
): MostPerDay {
  const { controls, rules } = present.policy;
  const sending = rules.filter((rule) => rule.enabled && rule.withdrawalAccountId !== undefined);
  const bounds = sending.map((rule) => ruleBound(rule, present, shown));
  const values = bounds.flatMap(({ value }) => (value === undefined ? [] : [decimalOf(value)]));
  const limit = controls.withdrawalLimits?.per24Hours;
  const together = values.length < bounds.length ? [] : [Decimal.sum(ZERO, ...values)];
  const candidates = [...together, ...(limit === undefined ? [] : [decimalOf(limit)])];
  const most = candidates.length === 0 ? null : formatDecimal(Decimal.min(...candidates));
  const unbounded = sending.filter((_, index) => bounds[index]?.value === undefined);
  return {
    ...(most === null ? {} : { value: most }),
    ...(limit === undefined ? {} : { limit }),
    message: sayOutlook(factOf(most, controls.reportingCurrency, { unbounded, bounds }), reader),
    rules: bounds,
  };
}

function factOf(
  most: string | null,
  currency: string,
  {
    unbounded,
    bounds,
  }: { readonly unbounded: readonly SweepRule[]; readonly bounds: readonly RulePerDay[] },
): OutlookFact {
  if (most === null) {
    return { code: 'sends-unbounded', labels: unbounded.map(({ label }) => label) };
  }
  const rates = distinctRates(bounds.flatMap(({ manualRate }) => manualRate ?? []));
  return { code: 'sends-at-most', value: most, currency, rates };
}

function ruleBound(rule: SweepRule, present: Present, shown: ShownValues): RulePerDay {
  const { id: ruleId } = rule;
  const own = [budgetOf(rule, shown), oftenOf(rule, shown)];
  const found = [...own, ...limitsOf(rule, present, shown)].flatMap((each) =>
    each === null ? [] : [each],
  );
  const [strictest] = found.toSorted((a, b) => a.value.comparedTo(b.value));
  if (strictest === undefined) return { ruleId };
  const { value, by, manualRate } = strictest;
  const rate = manualRate === undefined ? {} : { manualRate };
  return { ruleId, value: formatDecimal(value), by, ...rate };
}

interface Bound {
  readonly by: (typeof BOUNDS_PER_DAY)[number];
  readonly value: Decimal;
  readonly manualRate?: UsedRate;
}

function budgetOf({ currency, budgets }: SweepRule, shown: ShownValues): Bound | null {
  return boundOf('budget-24h', currency, budgets.per24Hours, shown);
}

/** So many of the largest sweeps, each of which withdraws once for each part. */
function oftenOf(rule: SweepRule, shown: ShownValues): Bound | null {
  const { currency, maximum, withdrawalsPer24Hours } = rule;
  if (withdrawalsPer24Hours === undefined) return null;
  const each = boundOf('withdrawals-24h', currency, maximum, shown);
  const sweeps = Math.floor(withdrawalsPer24Hours / withdrawalsOfRun(rule));
  return each === null ? null : { ...each, value: each.value.times(sweeps) };
}

function boundOf(
  by: Bound['by'],
  currency: string,
  limit: Limit | undefined,
  shown: ShownValues,
): Bound | null {
  if (limit === undefined) return null;
  const found = isValueLimit(limit) ? { value: limit.value } : shown.of(currency, limit);
  return found === null ? null : { ...found, by, value: decimalOf(found.value) };
}

/** Those of its accounts, and of their counterparties: they bound the rule only if each account has one. */
function limitsOf(
  rule: SweepRule,
  { policy: { accounts, controls } }: Present,
  shown: ShownValues,
): readonly (Bound | null)[] {
  const paid = destinationKeysOf(rule).map(
    (key) => accounts.find(({ id }) => accountKey(id) === key) ?? null,
  );
  const ofAccounts = (field: AccountLimitField) =>
    paid.map((account) => {
      const amount = account?.limits?.[field];
      return amount === undefined ? null : shown.of(rule.currency, amount);
    });
  const ofCounterparties = new Map(
    paid.map((account) => {
      const value =
        account === null ? undefined : limitsOfCounterparty(controls, account)?.per24Hours;
      return [nameOf(account), value === undefined ? null : { value }];
    }),
  );
  return [
    sumOfAll('account-24h', ofAccounts('per24Hours')),
    sumOfAll('account-lifetime', ofAccounts('lifetime')),
    sumOfAll('counterparty-24h', [...ofCounterparties.values()]),
  ];
}

function nameOf(account: RegisteredAccount | null): string | null {
  return account?.counterparty === undefined ? null : counterpartyKey(account.counterparty);
}

function sumOfAll(by: Bound['by'], values: readonly (ShownValue | null)[]): Bound | null {
  const known = values.flatMap((each) => each ?? []);
  if (known.length < values.length) return null;
  const value = Decimal.sum(ZERO, ...known.map((each) => decimalOf(each.value)));
  // All are of the currency of the rule.
  const manualRate = known.find((each) => each.manualRate !== undefined)?.manualRate;
  return { by, value, ...(manualRate === undefined ? {} : { manualRate }) };
}
