import type { FindPorts, Waiting } from '../../treasury/inbox/find-waiting.ts';
import { stateOf } from '../../treasury/ledger/policy-change.ts';
import type { Ledgers } from './ledger-ports.ts';

/** What waits for people, of the ledger in memory; webhooks, whose failures others note, are not looked for. */
export function waitingIn({ of }: Ledgers): Omit<FindPorts['waiting'], 'webhooks'> {
  return {
    instructions: async (tenant, limit) => {
      const waiting = [...of(tenant).instructions()].filter(
        ({ status }) => status.state === 'awaiting-approval',
      );
      return first(waiting, ({ createdAt, id }) => `${createdAt}#${id}`, limit);
    },
    changes: async (tenant, at, limit) => {
      const open = [...of(tenant).changes()].filter((change) => stateOf(change, at) === 'proposed');
      return first(open, ({ expiresAt, id }) => `${expiresAt}#${id}`, limit);
    },
    breaks: async (tenant, state, limit) => {
      const found = of(tenant)
        .bookedBetween('break')
        .filter((each) => each.status.state === state && each.direction !== 'unbooked');
      return first(found, ({ direction, id }) => `${direction === 'outflow' ? 0 : 1}#${id}`, limit);
    },
    readConclusion: async (tenant, currency) => of(tenant).booked('unbooked', currency),
    readRearming: async (tenant) => of(tenant).booked('rearming'),
  };
}

function first<T>(all: readonly T[], keyOf: (item: T) => string, limit: number): Waiting<T> {
  const sorted = all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return { items: sorted.slice(0, limit), more: sorted.length > limit };
}
