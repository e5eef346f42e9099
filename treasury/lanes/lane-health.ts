import { isTrade } from '../counters/counter.ts';
import { spent } from '../counters/counts.ts';
import { type CountsRead, countsOf, UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import { type Budget, remainingBudget } from '../instructions/budget.ts';
import { isUnreadable, type Lane } from '../instructions/lane.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { overdueIn } from '../unbooked/unbooked.ts';
import { budgetAmounts } from '../value-limits/rule-limits.ts';

/** Age of a block whose beginning cannot be read: a year, beyond every age that raises an alarm. */
const UNREADABLE_BLOCK_SECONDS = 31_536_000;

/** The state of a tenant's currencies at a moment, as alarms count it. */
export interface LaneHealth {
  /** Requests, not currencies: a trade holds two. */
  readonly unknowns: number;
  readonly anomalies: number;
  /** Currencies that are blocked, except those with a request under way. */
  readonly blocked: number;
  /** A lane that cannot be read says nothing of its beginning. */
  readonly longestBlockSeconds: number;
  /** Currencies in which a confirmed amount is past the booking bound and no balance shows it. */
  readonly overdueUnbooked: number;
  /** Set for a trade, whose claim blocks two currencies. */
  readonly longestBlockedTradeSeconds: number;
  /** Percent of the rolling limit that is used up most; may be above 100 after a limit was lowered. */
  readonly budgetUsedPercent: number;
}

export interface LaneHealthView {
  readonly lanes: readonly Lane[];
  readonly policy: Policy;
  readonly tradeUsage: CountsRead;
  readonly at: Instant;
}

export function laneHealth(view: LaneHealthView): LaneHealth {
  const blocked = view.lanes.flatMap(({ status }) =>
    status.state === 'idle' || status.state === 'sending' ? [] : [status],
  );
  const unreadable = view.lanes.filter(isUnreadable);
  const requestsIn = (state: 'unknown' | 'anomaly'): number =>
    new Set(
      blocked.filter((status) => status.state === state).map(({ claim }) => claim.instructionId),
    ).size;
  return {
    unknowns: requestsIn('unknown'),
    anomalies: requestsIn('anomaly'),
    blocked: blocked.length + unreadable.length,
    longestBlockSeconds: Math.max(
      0,
      ...blocked.map(({ since }) => secondsBetween(since, view.at)),
      ...unreadable.map(() => UNREADABLE_BLOCK_SECONDS),
    ),
    overdueUnbooked: view.lanes.filter(
      (lane) => overdueIn(lane, view.policy.controls, view.at) !== null,
    ).length,
    longestBlockedTradeSeconds: Math.max(
      0,
      ...blocked
        .filter(({ claim }) => isTrade(claim.debits))
        .map(({ claim }) => secondsBetween(claim.claimedAt, view.at)),
    ),
    budgetUsedPercent: mostUsed([...ruleBudgets(view), ...tradeBudgets(view)]),
  };
}

type Spending = Pick<Budget, 'cap' | 'spent'>;

/**
 * A rule that is switched off spends nothing, whatever its budgets say. Budgets by value are left out: here are no
 * prices, and each decision shows what is left of them.
 */
function ruleBudgets({ lanes, policy, at }: LaneHealthView): readonly Spending[] {
  return policy.rules.flatMap((rule) => {
    const lane = lanes.find(({ currency }) => currency === rule.currency);
    if (lane === undefined || !rule.enabled) return [];
    const { id } = rule;
    return Object.values(remainingBudget({ id, budgets: budgetAmounts(rule.budgets) }, lane, at));
  });
}

/** A limit that nothing is known to be left of. */
const USED_UP: Spending = { cap: new Decimal(1), spent: new Decimal(1) };

/** The room of everybody together, and of each person, for trades in a day: none while what was traded cannot be read. */
function tradeBudgets({ policy, tradeUsage, at }: LaneHealthView): readonly Spending[] {
  const { controls } = policy;
  if (controls === null || tradeUsage === null) return [];
  const { total, person } = controls.trades.per24Hours ?? {};
  if (tradeUsage === UNREADABLE_COUNTS) {
    return [total, person].flatMap((cap) => (cap === undefined ? [] : [USED_UP]));
  }
  const counts = countsOf(tradeUsage);
  return counts.flatMap(({ counter }) => {
    const { kind, unit } = counter;
    const cap = kind === 'traded' ? total : kind === 'trader' ? person : undefined;
    if (cap === undefined || unit !== controls.reportingCurrency) return [];
    const found = spent(counts, counter, 'hours', at);
    return found.known ? [{ cap: decimalOf(cap), spent: found.amount }] : [];
  });
}

/** A limit of zero is used up by any amount, and not by zero. */
function mostUsed(budgets: readonly Spending[]): number {
  const percents = budgets.map(({ cap, spent }) => {
    if (cap.greaterThan(0)) return spent.dividedBy(cap).times(100);
    return spent.greaterThan(0) ? new Decimal(100) : ZERO;
  });
  return Decimal.max(ZERO, ...percents)
    .toDecimalPlaces(1, Decimal.ROUND_UP)
    .toNumber();
}
