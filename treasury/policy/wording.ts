import type { RuleSplit } from './split-schema.ts';
import type { Allocation } from './sweep-rule.ts';

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
