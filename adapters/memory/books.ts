import type { Break } from '../../treasury/ledger/break.ts';
import type { Flow } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { MatchingUsage } from '../../treasury/ledger/matching-usage.ts';
import type { PendingClaims } from '../../treasury/ledger/pending-claims.ts';
import type { Rearming } from '../../treasury/ledger/rearming.ts';
import type { UnbookedConclusion } from '../../treasury/ledger/unbooked-conclusion.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import type { Webhook } from '../../treasury/policy/webhook.ts';
import { InOrder } from './in-order.ts';

/** What the ledger holds beside the policy, the lanes and the instructions. */
export interface BookedKinds {
  readonly break: Break;
  readonly flow: Flow;
  readonly 'manual-rate': ManualRate;
  readonly 'matching-rule': MatchingRule;
  readonly 'matching-usage': MatchingUsage;
  readonly 'pending-claims': PendingClaims;
  readonly rearming: Rearming;
  readonly unbooked: UnbookedConclusion;
  readonly webhook: Webhook;
}

type Kind = keyof BookedKinds;

/** The writes of such items. */
export type BookWrite = LedgerWrite & { readonly kind: `put-${Kind}` };

export interface Booked {
  readonly kind: Kind;
  /** Its key among those of its kind; empty where there is one only. */
  readonly id: string;
  readonly item: BookedKinds[Kind];
}

export function bookOf(change: BookWrite): Booked {
  switch (change.kind) {
    case 'put-flow':
      return { kind: 'flow', id: flowKey(change.flow), item: change.flow };
    case 'put-manual-rate':
      return { kind: 'manual-rate', id: change.rate.id, item: change.rate };
    case 'put-matching-rule':
      return { kind: 'matching-rule', id: change.rule.id, item: change.rule };
    case 'put-matching-usage':
      return { kind: 'matching-usage', id: change.usage.ruleId, item: change.usage };
    case 'put-break':
      return { kind: 'break', id: change.break.id, item: change.break };
    case 'put-pending-claims':
      return { kind: 'pending-claims', id: '', item: change.pendingClaims };
    case 'put-rearming':
      return { kind: 'rearming', id: '', item: change.rearming };
    case 'put-unbooked':
      return { kind: 'unbooked', id: change.conclusion.currency, item: change.conclusion };
    case 'put-webhook':
      return { kind: 'webhook', id: change.webhook.id, item: change.webhook };
    default:
      return change satisfies never;
  }
}

/** The tick first: flows are read in the order of time. */
export function flowKey({ snapshot, currency }: Pick<Flow, 'snapshot' | 'currency'>): string {
  return `${snapshot}#${currency}`;
}

/** Sorts behind every id. */
const AFTER_ANY = '~';

type Shelves = { readonly [K in Kind]: InOrder<BookedKinds[K]> };

/** Items of these kinds, each kind by its keys. */
export class Books {
  readonly #shelves: Shelves;

  constructor(from: Books | null = null) {
    const copyOf = <K extends Kind>(kind: K) => new InOrder(from === null ? null : from.of(kind));
    this.#shelves = {
      break: copyOf('break'),
      flow: copyOf('flow'),
      'manual-rate': copyOf('manual-rate'),
      'matching-rule': copyOf('matching-rule'),
      'matching-usage': copyOf('matching-usage'),
      'pending-claims': copyOf('pending-claims'),
      rearming: copyOf('rearming'),
      unbooked: copyOf('unbooked'),
      webhook: copyOf('webhook'),
    };
  }

  of<K extends Kind>(kind: K): InOrder<BookedKinds[K]> {
    return this.#shelves[kind];
  }

  put({ kind, id, item }: Booked): void {
    // `bookOf` takes kind and item from one write.
    const shelf = this.of(kind) as InOrder<BookedKinds[Kind]>;
    shelf.set(id, item);
  }

  get<K extends Kind>(kind: K, id = ''): BookedKinds[K] | null {
    return this.of(kind).get(id) ?? null;
  }

  /** Those of a kind whose keys lie between two, both included, in their order. */
  between<K extends Kind>(kind: K, from = '', to = AFTER_ANY): readonly BookedKinds[K][] {
    return this.of(kind).between(from, to);
  }
}
