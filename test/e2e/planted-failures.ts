import type { LocalAccount, Subscription } from '../../local/account/local-account.ts';

/** A failure, how it comes about, and what the command says of it. */
export interface Plant {
  readonly what: string;
  /** Changes the account, and gives back what undoes it; null where more than the account is changed. */
  readonly plant: ((account: LocalAccount) => () => void) | null;
  readonly command: 'verify:deployment' | 'check:quotas';
  readonly args: readonly string[];
  /** Three dots stand for what differs from time to time. */
  readonly line: string;
}

/** Rows of the table in docs/deploying.md, in its order. */
export const PLANTED: readonly Plant[] = [
  {
    what: 'the topic of alarms has no subscription',
    plant: ({ subscriptions }) => changed(subscriptions, '-alarms', () => []),
    ...verify('recipients'),
    line: 'FAILED: alarms: no person is told: the topic has no subscription',
  },
  {
    what: 'no recipient of the notices confirmed',
    plant: ({ subscriptions }) => changed(subscriptions, '-people', unconfirmed),
    ...verify('recipients'),
    line: 'FAILED: notices: no person is told: 0 confirmed, 1 has not confirmed yet (the mail from SNS)',
  },
  {
    what: 'the mapping of a stream is switched off',
    plant: null,
    ...verify('stream-mappings'),
    line: 'FAILED: send-withdrawal (Ledger): its mapping is Disabled',
  },
  {
    what: 'a table was restored in its place',
    plant: null,
    ...verify('stream-mappings'),
    line: 'FAILED: run-sweeps (Snapshots): its mapping is on the stream ... of a table that is gone',
  },
  {
    what: "the stage's trail is gone",
    plant: ({ trails }) => without(trails, '-writes'),
    ...verify('trail-records'),
    line: 'FAILED: Ledger: no trail that logs records who writes an item',
  },
  {
    what: "the stage's trail was stopped",
    plant: ({ trails }) => changed(trails, '-writes', (trail) => ({ ...trail, isLogging: false })),
    ...verify('trail-records'),
    line: 'FAILED: Snapshots: no trail that logs records who writes an item',
  },
  {
    what: "the stage's trail has no data events",
    plant: ({ trails }) =>
      changed(trails, '-writes', (trail) => ({
        ...trail,
        advancedEventSelectors: [
          { FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] },
        ],
      })),
    ...verify('trail-records'),
    line: 'FAILED: Ledger: no trail that logs records who writes an item',
  },
  {
    what: 'no trail records the management events',
    plant: ({ trails }) => without(trails, 'management-events'),
    ...verify('trail-records'),
    line: 'FAILED: management events: no trail that logs records them',
  },
  {
    what: 'the plan of the nightly copies is gone',
    plant: ({ backupPlans }) => without(backupPlans, 'sluice-dev'),
    ...verify('backup-made'),
    line: 'backup-made ... FAILED ... there is no backup plan sluice-dev',
  },
  {
    what: 'the plan leaves out one of the five tables',
    plant: ({ backupPlans }) =>
      changed(backupPlans, 'sluice-dev', (plan) => ({
        ...plan,
        resources: plan.resources.filter((arn) => !arn.includes('Deliveries')),
      })),
    ...verify('backup-made'),
    line: 'FAILED: Deliveries: the plan does not copy it',
  },
  {
    what: 'one table has no copy in the locked vault of the other account',
    plant: (account) => {
      const { copies } = account;
      account.copies = copies.filter(({ resourceArn }) => !resourceArn.includes('EventFeed'));
      return () => {
        account.copies = copies;
      };
    },
    ...verify('backup-copied'),
    line: 'FAILED: EventFeed: no copy went there within the last 36 hours',
  },
  {
    what: 'the other account no longer lets copies in',
    plant: (account) => {
      const { copies } = account;
      account.copies = copies.map((copy) => ({ ...copy, state: 'FAILED' }));
      return () => {
        account.copies = copies;
      };
    },
    ...verify('backup-copied'),
    line: 'FAILED: Ledger: its copy is FAILED',
  },
  {
    what: 'a new account has 10 invocations at once',
    plant: (account) => {
      const { concurrentExecutions } = account;
      account.concurrentExecutions = NEW_ACCOUNT_EXECUTIONS;
      return () => {
        account.concurrentExecutions = concurrentExecutions;
      };
    },
    command: 'check:quotas',
    args: ['--account'],
    line: 'too much  invocations at once: ... to be reserved, 0 free beside the 100 of all other functions',
  },
  {
    what: 'a table has no policy of its own',
    plant: ({ tablePolicies }) => without(tablePolicies, 'Ledger'),
    ...verify('table-policies'),
    line: 'FAILED: Ledger: it has no policy of its own',
  },
  {
    what: "a statement of a table's policy was taken out",
    plant: ({ tablePolicies }) =>
      changed(tablePolicies, 'Series', (policy) => ({
        ...policy,
        Statement: statementsOf(policy).filter(({ Sid }) => Sid !== 'NobodyEver'),
      })),
    ...verify('table-policies'),
    line: 'FAILED: Series: its policy is another one; missing: NobodyEver',
  },
  {
    what: "a foreign statement stands in a table's policy",
    plant: ({ tablePolicies }) =>
      changed(tablePolicies, 'Snapshots', (policy) => ({
        ...policy,
        Statement: [
          ...statementsOf(policy),
          { Sid: 'Mine', Effect: 'Allow', Principal: '*', Action: 'dynamodb:*', Resource: '*' },
        ],
      })),
    ...verify('table-policies'),
    line: 'FAILED: Snapshots: its policy is another one; not of Sluice: Mine',
  },
  {
    what: 'the sign-in domain has the classic page',
    plant: ({ signInPages }) =>
      changed(signInPages, 'sluice-dev-', (page) => ({ ...page, version: 1 })),
    ...verify('managed-login'),
    line: 'FAILED: page: the domain has the classic page: it ignores the request to sign in again',
  },
  {
    what: 'the command line has no look at the managed login',
    plant: ({ signInPages }) =>
      changed(signInPages, 'sluice-dev-', (page) => ({
        ...page,
        clientsWithLook: page.clientsWithLook.slice(0, 1),
      })),
    ...verify('managed-login'),
    line: 'FAILED: looks: 1 of 2 (console, command line): the managed login shows the other an error',
  },
  {
    what: 'the sign-in domain is gone',
    plant: ({ signInPages }) => without(signInPages, 'sluice-dev-'),
    ...verify('managed-login'),
    line: 'managed-login ... FAILED ... there is no domain sluice-dev-000000000000-local: no person can sign in',
  },
  {
    what: 'the schedule is switched off',
    plant: null,
    ...verify('schedule-ticks'),
    line: 'schedule-ticks ... FAILED ... no tick came by itself within 2 intervals of 1 min',
  },
];

/** What Lambda gives an account that is new. */
const NEW_ACCOUNT_EXECUTIONS = 10;

function verify(check: string) {
  return { command: 'verify:deployment', args: ['--only', check] } as const;
}

function unconfirmed(subscriptions: readonly Subscription[]): readonly Subscription[] {
  return subscriptions.map((each) => ({ ...each, isConfirmed: false }));
}

function statementsOf(policy: object): readonly { readonly Sid: string }[] {
  return (policy as { readonly Statement: readonly { readonly Sid: string }[] }).Statement;
}

/** Exchanges the one value whose key holds a text. */
function changed<T>(map: Map<string, T>, part: string, change: (value: T) => T): () => void {
  const [key, value] = theOne(map, part);
  map.set(key, change(value));
  return () => map.set(key, value);
}

function without<T>(map: Map<string, T>, part: string): () => void {
  const [key, value] = theOne(map, part);
  map.delete(key);
  return () => map.set(key, value);
}

/** By its whole key, else by the one key that holds the text. */
function theOne<T>(map: Map<string, T>, part: string): readonly [string, T] {
  const whole = map.get(part);
  if (whole !== undefined) return [part, whole];
  const found = [...map].filter(([key]) => key.includes(part));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${found.length} of ${[...map.keys()].join(', ')} hold ${part}`);
  }
  return only;
}
