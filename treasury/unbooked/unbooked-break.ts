import { accountedFor, SLUICE } from '../breaks/break-transitions.ts';
import type { Lane } from '../instructions/lane.ts';
import { type Break, type BreakStatus, breakId, breakSchema } from '../ledger/break.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import type { Instant } from '../time/instant.ts';
import type { Overdue } from './unbooked.ts';

/** Told apart from the differences that a snapshot of that very moment shows. */
export function unbookedBreakId(currency: string, { since }: Pick<Overdue, 'since'>): string {
  return `${breakId({ snapshot: since, currency })}-unbooked`;
}

/** The break that names an overdue amount; null if the stored one says the same. */
export function unbookedBreak(
  lane: Lane,
  overdue: Overdue,
  current: Break | null,
  at: Instant,
): Break | null {
  const { tenant, currency } = lane;
  const { amount, since, instructionIds: mayBe } = overdue;
  if (current?.status.state === 'open' && current.amount === amount) return null;
  const status: BreakStatus = { state: 'open', at };
  const found = { code: 'unbooked', amount, since } as const;
  const entry = { at, state: status.state, by: SLUICE, fact: { code: 'found', found } } as const;
  const times = { snapshot: since, readAt: at, sinceSnapshot: since, sinceReadAt: since };
  const named: Break = {
    id: unbookedBreakId(currency, overdue),
    tenant,
    currency,
    ...times,
    direction: 'unbooked',
    amount,
    found,
    mayBe,
    openedAt: current?.openedAt ?? at,
    status,
    history: [...(current?.history ?? []), entry],
    version: (current?.version ?? 0) + 1,
  };
  return withUnknown(breakSchema, current, named);
}

/** The amount showed after all, or people concluded it. Null if the break is closed already. */
export function closedUnbooked(
  current: Break,
  how: 'shown' | 'concluded',
  at: Instant,
): Break | null {
  if (current.status.state === 'closed') return null;
  return accountedFor(current, how === 'shown' ? 'restatement' : 'settlement', current.mayBe, at);
}
