import {
  COUNTERS,
  type Counter,
  type CounterKind,
  type Debit,
} from '../../treasury/counters/counter.ts';
import type { Counted, Counts } from '../../treasury/counters/counts.ts';
import type { Lane, RuleUsage } from '../../treasury/instructions/lane.ts';
import type { Instant } from '../../treasury/time/instant.ts';

type Buckets = Counted['hours'];

/** What stands in a counter, of BTC unless another unit is named. */
export function counted(
  counter: Pick<Counter, 'kind' | 'of'> & Partial<Counter>,
  { hours = {}, days = {} }: { readonly hours?: Buckets; readonly days?: Buckets } = {},
): Counted {
  const isMonthly = COUNTERS[counter.kind].windows.includes('days');
  return { counter: { unit: 'BTC', ...counter }, hours, ...(isMonthly && { days }) };
}

/** The buckets of a counter, of whatever unit; empty if it is not there. */
export function countedOf(
  from: { readonly counts: Counts } | null | undefined,
  kind: CounterKind,
  of = '',
): { readonly hours: Buckets; readonly days: Buckets } {
  const own = from?.counts.find(({ counter }) => counter.kind === kind && counter.of === of);
  return { hours: own?.hours ?? {}, days: own?.days ?? {} };
}

/** A debit of BTC unless another unit is named. */
export function taken(
  counter: Pick<Counter, 'kind' | 'of'> & Partial<Counter>,
  amount: string,
  at: Instant,
): Debit {
  return { counter: { unit: 'BTC', ...counter }, amount, at };
}

/** What a rule used of its limits: a lane's own note, and what its budgets count. */
export interface Used extends Partial<RuleUsage> {
  readonly hours?: Buckets;
  readonly days?: Buckets;
}

/** The part of a lane that says so. */
export function usedBy(
  ruleId: string,
  { hours = {}, days = {}, ...usage }: Used,
): Pick<Lane, 'usage' | 'counts'> {
  return {
    usage: { [ruleId]: { failures: 0, ...usage } },
    counts: [counted({ kind: 'rule', of: ruleId }, { hours, days })],
  };
}
