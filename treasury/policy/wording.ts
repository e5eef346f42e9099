import { duration } from '../time/duration.ts';
import type { RuleSplit } from './split-schema.ts';
import { type Allocation, latestStartOf, type SweepRule } from './sweep-rule.ts';

/** "12.5 BTC", for sentences: decimal text with its currency. */
export function amountIn(currency: string, amount: string): string {
  return `${amount} ${currency}`;
}

/** "50 % of the surplus", for tables. */
export function describeAllocation(allocation: Allocation): string {
  switch (allocation.kind) {
    case 'all':
      return 'all of the surplus';
    case 'percentage':
      return `${allocation.percent} % of the surplus`;
    case 'fixed':
      return `${allocation.amount}, or the surplus where that is less`;
    default:
      return allocation satisfies never;
  }
}

/** "60 %; 40 %", and "5; the rest", in the order of the parts. */
export function describeSplit(split: RuleSplit): string {
  return split.kind === 'weights'
    ? split.parts.map(({ percent }) => `${percent} %`).join('; ')
    : split.parts.map(({ amount }) => amount ?? 'the rest').join('; ');
}

/** "cron 0 7 * * ? * Europe/Zurich, started within 1 hour". */
export function describeSchedule({
  schedule,
  latestStartSeconds,
}: Pick<SweepRule, 'schedule' | 'latestStartSeconds'>): string {
  return schedule.kind === 'cron'
    ? `cron ${schedule.expression} ${schedule.timeZone}, started within ${duration(latestStartOf({ latestStartSeconds }))}`
    : 'every snapshot';
}
