import type { Partition, TableId } from './partitions.ts';

/** What one role writes in one table. Nothing is deleted, and nothing that is put is changed in place. */
export interface Writes<T extends TableId> {
  /** Kinds of partitions whose items it puts. */
  readonly puts: readonly Partition<T>[];
  /** Those that a put of its own rests on, in the same transaction, beside what it puts. */
  readonly checks?: readonly Partition<T>[];
  /** Those whose items it updates, each in a request of its own: counters and switches. */
  readonly updates?: readonly Partition<T>[];
}

export type Writer = { readonly [T in TableId]?: Writes<T> };

const AUDIT = ['audit', 'audit-head'] as const;
/** Whoever answers an authenticated caller keeps which roles that caller's token has, and the display name of a person. */
const CALLER = ['callers'] as const;
const PERSON = ['callers', 'people'] as const;
const HISTORIES = [
  'policy-history',
  'webhook-history',
  'manual-rate-history',
  'matching-rule-history',
] as const;
const PIECES = ['policy', 'webhooks', 'manual-rates', 'matching-rules'] as const;

/** A claim and all that follows from the answer. It rests on the policy, its history and the kill switch. */
const SENDS = {
  puts: [...AUDIT, 'counts', 'claims', 'halt', 'instructions', 'lanes'],
  checks: ['policy', 'policy-history', 'halt'],
  updates: ['halt'],
} as const satisfies Writes<'Ledger'>;

const ANSWERS = { Ledger: { puts: CALLER } } as const satisfies Writer;
/** Whoever answers what computes for seconds counts what each caller has open. */
const COMPUTES = {
  Ledger: { puts: CALLER, updates: ['open-requests'] },
} as const satisfies Writer;

/**
 * Who may write what: the one source of the roles' own permissions and of the tables' policies. A name is a function's; a role
 * that is missing here writes to no table. test/access judges what the functions really write by it.
 */
export const WRITERS: Readonly<Record<string, Writer>> = {
  'take-snapshot': { Snapshots: { puts: ['snapshots', 'token-use'] } },
  'run-sweeps': {
    // A seal that does not hold halts, in the commit of the run.
    Ledger: {
      puts: ['halt', 'instructions', 'lanes', 'missed-occurrences', 'open-spans', 'spans'],
    },
    Snapshots: { puts: ['decision-runs'] },
  },
  'update-books': {
    Ledger: {
      puts: [
        ...AUDIT,
        'breaks',
        'claims',
        'closed-days',
        'flows',
        'matching-usage',
        'pending-claims',
        'statement-parts',
        'statements',
      ],
      checks: ['matching-rules', 'matching-rule-history'],
    },
    Series: { puts: ['points', 'chunks', 'days', 'written-hours', 'open-hour'] },
    EventFeed: { puts: ['events'] },
    // What expires later, since more rests on it.
    Snapshots: { puts: [], updates: ['snapshots'] },
  },
  'publish-events': { EventFeed: { puts: ['events'] } },
  'send-withdrawal': {
    Ledger: { ...SENDS, puts: [...SENDS.puts, 'instruction-marks', 'withdrawal-ids'] },
  },
  'send-trade': {
    Ledger: { ...SENDS, puts: [...SENDS.puts, 'instruction-marks', 'trade-ids'] },
  },
  'place-trade': {
    Ledger: {
      ...SENDS,
      puts: [...SENDS.puts, ...PERSON, 'trade-ids'],
      updates: ['halt', 'denials'],
    },
  },
  watchdog: {
    Ledger: {
      puts: [
        ...AUDIT,
        'counts',
        'breaks',
        'failing-rules',
        'forecasts',
        'halt',
        'instruction-marks',
        'instructions',
        'lanes',
        'low-balances',
        'reminders',
      ],
      updates: ['halt'],
    },
  },
  'manage-instructions': {
    Ledger: {
      puts: [...AUDIT, ...PERSON, 'halt', 'instruction-marks', 'instructions', 'lanes'],
      checks: ['policy', 'policy-history', 'halt'],
      updates: ['denials'],
    },
  },
  'settle-instruction': {
    Ledger: {
      puts: [
        ...AUDIT,
        ...PERSON,
        'counts',
        'breaks',
        'halt',
        'instructions',
        'lanes',
        'unbooked',
        'withdrawal-ids',
      ],
      updates: ['halt', 'denials'],
    },
  },
  'manage-policy': {
    Ledger: {
      puts: [...AUDIT, ...PERSON, ...PIECES, ...HISTORIES, 'changes', 'halt', 'lanes', 'rearming'],
      updates: ['halt', 'denials'],
    },
  },
  halt: { Ledger: { puts: [...AUDIT, ...PERSON, 'halt'], updates: ['halt', 'denials'] } },
  'manage-breaks': { Ledger: { puts: [...AUDIT, ...PERSON, 'breaks'], updates: ['denials'] } },
  'manage-webhooks': {
    Ledger: { puts: [...AUDIT, ...PERSON, 'webhook-secrets'], updates: ['denials'] },
    Deliveries: { puts: ['deliveries'] },
  },
  'queue-deliveries': {
    // A pause, with the history of the webhook; and receivers that take nothing.
    Ledger: { puts: [...AUDIT, 'failing-webhooks', 'webhooks', 'webhook-history'] },
    Deliveries: { puts: ['deliveries'] },
  },
  'deliver-webhooks': { Deliveries: { puts: ['deliveries', 'endpoints'] } },
  // An export that is written is open no longer.
  'write-export': { Ledger: { puts: ['exports'], updates: ['open-requests'] } },
  'query-ledger': ANSWERS,
  'query-reports': COMPUTES,
  'query-market': ANSWERS,
  'preview-policy': COMPUTES,
  'read-export': ANSWERS,
};

/**
 * Whoever applies a tenant's first policy and works the roll-ups out anew: a role of the account under the stage's path, made for
 * the task and deleted after it (docs/deploying.md). No stack makes it.
 */
export const OPERATOR = 'operator';
export const OPERATOR_WRITES: Writer = {
  Ledger: { puts: [...AUDIT, ...PIECES, ...HISTORIES, 'lanes'] },
  Series: { puts: ['points', 'chunks', 'days', 'written-hours', 'open-hour'] },
};

/** Partitions of a table that any principal may update whose own permissions say so: halting narrows, and waits for no role. */
export const UPDATED_BY_ANY_PRINCIPAL: Readonly<Record<TableId, readonly string[]>> = {
  Ledger: ['halt'],
  Snapshots: [],
  Series: [],
  EventFeed: [],
  Deliveries: [],
};

/**
 * Roles with transactions over more than one table: IAM may look at all their keys at once, so each of the tables takes the
 * others' keys as well from them.
 */
export const TOGETHER: Readonly<Record<string, readonly TableId[]>> = {
  'run-sweeps': ['Ledger', 'Snapshots'],
};
