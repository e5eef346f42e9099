import { type Counter, type Debit, PIECES } from '../counters/counter.ts';
import { bucketsOf, spent } from '../counters/counts.ts';
import { HOURS, momentWithRoom } from '../counters/windows.ts';
import { Decimal } from '../money/decimal.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import { type Lane, ruleCounter } from './lane.ts';

/** How often a rule withdraws: each part of a run that is divided is a withdrawal of its own. */
export interface WithdrawalCount {
  readonly maximum: number;
  /** Never less than really left in the 24 hours before. */
  readonly counted: number;
  /** When there is room for what is needed, if nothing else leaves until then; null: never. */
  readonly roomAt: Instant | null;
}

/** A run leaves whole or not at all, so all of its parts need room, also those that may be left out. */
export function withdrawalsOfRun({ split }: Pick<SweepRule, 'split'>): number {
  return split?.parts.length ?? 1;
}

type Limited = Pick<SweepRule, 'id' | 'withdrawalsPer24Hours'>;

/** Null of a rule without such a limit. `needed`: withdrawals that are about to leave. */
export function withdrawalCount(
  { id, withdrawalsPer24Hours: maximum }: Limited,
  lane: Pick<Lane, 'counts'> | null | undefined,
  now: Instant,
  needed: number,
): WithdrawalCount | null {
  if (maximum === undefined) return null;
  const counts = lane?.counts ?? [];
  const counter = withdrawalsCounter(id);
  const found = spent(counts, counter, 'hours', now);
  const room = new Decimal(maximum - needed);
  return {
    maximum,
    counted: found.known ? found.amount.toNumber() : maximum,
    roomAt: momentWithRoom(bucketsOf(counts, counter, 'hours'), HOURS, room, now),
  };
}

/** What a withdrawal of a rule debits beside the limits that bind everyone. Without a limit nothing counts how often. */
export function ruleDebits(
  rule: Limited,
  { currency, amount, at, part }: Pick<Debit, 'amount' | 'at' | 'part'> & Pick<Lane, 'currency'>,
): readonly Debit[] {
  const budgets = { counter: ruleCounter({ currency }, rule.id), amount, at };
  return [
    { ...budgets, ...(part !== undefined && { part }) },
    ...(rule.withdrawalsPer24Hours === undefined
      ? []
      : [{ counter: withdrawalsCounter(rule.id), amount: '1', at }]),
  ];
}

function withdrawalsCounter(of: string): Counter {
  return { kind: 'withdrawals', of, unit: PIECES };
}
