import {
  COUNTERS,
  type Counter,
  type CounterKind,
  type Debit,
} from '../../treasury/counters/counter.ts';
import type { Counted, Counts } from '../../treasury/counters/counts.ts';
import {
  type CountsRead,
  type SharedCounts,
  UNREADABLE_COUNTS,
} from '../../treasury/counters/shared-counts.ts';
import type { WindowName } from '../../treasury/counters/windows.ts';
import type { Lane, RuleUsage } from '../../treasury/instructions/lane.ts';
import type { Instant } from '../../treasury/time/instant.ts';

type Buckets = Counted['hours'];

/** What stands in a counter, of BTC unless another unit is named. */
export function counted(
  counter: Pick<Counter, 'kind' | 'of'> & Partial<Counter>,
  { hours = {}, days = {}, ever = {} }: Partial<Readonly<Record<WindowName, Buckets>>> = {},
): Counted {
  const has = (window: WindowName) => COUNTERS[counter.kind].windows.includes(window);
  return {
    ...{ counter: { unit: 'BTC', ...counter }, hours },
    ...(has('days') && { days }),
    ...(has('ever') && { ever }),
  };
}

/** The buckets of a counter, of whatever unit; empty if it is not there. */
export function countedOf(
  from: { readonly counts: Counts } | typeof UNREADABLE_COUNTS | null | undefined,
  kind: CounterKind,
  of = '',
): { readonly hours: Buckets; readonly days: Buckets; readonly ever?: Buckets } {
  if (from === UNREADABLE_COUNTS) throw new Error('the counts cannot be read');
  const own = from?.counts.find(({ counter }) => counter.kind === kind && counter.of === of);
  const { hours = {}, days = {}, ever } = own ?? {};
  return { hours, days, ...(ever !== undefined && { ever }) };
}

/** Counts that a test expects to be readable. */
export function readCounts(read: CountsRead): SharedCounts | null {
  if (read === UNREADABLE_COUNTS) throw new Error('the counts cannot be read');
  return read;
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
