import { sumOf } from '../../display/amounts.ts';
import type { Break } from './types.ts';

/**
 * Why a person cannot close a break, in one sentence; null where the API can be asked. The API decides: this only keeps
 * people from writing a comment for nothing.
 */
export function whyNotClosed(
  found: Pick<Break, 'status' | 'direction'>,
  me: string,
): string | null {
  const { status, direction } = found;
  switch (status.state) {
    case 'closed':
      return 'It is closed.';
    case 'open':
      return 'It has no explanation yet: explain it first.';
    case 'matched':
      return 'A matching rule explained it, and no person: to close it, explain it first.';
    case 'explained':
      return direction === 'outflow' && status.explanation.by === me
        ? 'You explained it. What went out is closed by another person.'
        : null;
    default:
      return status satisfies never;
  }
}

export interface Total {
  readonly currency: string;
  readonly count: number;
  /** Signed: what came in is positive. */
  readonly amount: string;
}

/** What a set of breaks comes to, by currency. */
export function totalsOf(breaks: readonly Pick<Break, 'currency' | 'amount'>[]): readonly Total[] {
  const byCurrency = Map.groupBy(breaks, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, each]) => ({
      ...{ currency, count: each.length },
      amount: sumOf(each.map(({ amount }) => amount)),
    }))
    .sort((left, right) => left.currency.localeCompare(right.currency));
}
