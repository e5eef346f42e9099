import { Decimal, ZERO } from './page-prices.ts';
import type { PageBuckets, PageCurrency } from './page-situation.ts';

/* A part of the evaluator that was written from docs/recomputing.md: see page-evaluator.ts. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Windows.

export function windowOf(buckets: PageBuckets, now: string, kind: 'hours' | 'days'): Decimal {
  const counts = kind === 'hours' ? 25 * HOUR_MS : 31 * DAY_MS;
  return Object.entries(buckets)
    .filter(([start]) => Date.parse(start) + counts > Date.parse(now))
    .reduce((sum, [, amount]) => sum.plus(amount), ZERO);
}

export const left = (limit: Decimal, used: Decimal) => Decimal.max(limit.minus(used), ZERO);
export const sumOf = (amounts: readonly string[]) =>
  amounts.reduce<Decimal>((sum, each) => sum.plus(each), ZERO);

// The balance.

export function unbookedOf({ unbooked, doubts }: PageCurrency, now: string): Decimal {
  const claimed = unbooked.flatMap(({ amount, fee = '0' }) => [amount, fee]);
  const doubted = doubts.filter(({ until }) => until > now).map(({ amount }) => amount);
  return sumOf([...claimed, ...doubted]);
}

export const balanceOf = ({ available, total }: PageCurrency) => new Decimal(available ?? total);
export const openOf = ({ open }: PageCurrency) => sumOf(open.map(({ amount }) => amount));

export interface Given {
  readonly currency: string;
  readonly accountId: string;
  readonly amount: Decimal;
  readonly isApproved: boolean;
}
