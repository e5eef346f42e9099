import type {
  AccountModel,
  BackupPlanModel,
  SignInPageModel,
  TrailModel,
} from '../assembly/account-model.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../assembly/local-names.ts';
import type { LocalModel } from '../assembly/model.ts';

/** Lambda's own limit of invocations at once, in an account that is not new, without an increase. */
const CONCURRENT_EXECUTIONS = 1_000;

export interface Subscription {
  readonly endpoint: string;
  readonly isConfirmed: boolean;
}

/** A copy that went to a vault elsewhere. */
export interface BackupCopy {
  readonly resourceArn: string;
  readonly vaultArn: string;
  readonly state: 'COMPLETED' | 'FAILED';
}

/** The trail of management events that docs/deploying.md has as a prerequisite: no stack makes it. */
const MANAGEMENT_TRAIL: TrailModel = {
  name: 'management-events',
  arn: `arn:aws:cloudtrail:${LOCAL_REGION}:${LOCAL_ACCOUNT}:trail/management-events`,
  isLogging: true,
  advancedEventSelectors: [
    { FieldSelectors: [{ Field: 'eventCategory', Equals: ['Management'] }] },
  ],
};

/**
 * What an account knows of a stage beside what runs: its recipients, trails, copies, policies and limits. It begins as the
 * templates say, in an account with every prerequisite of docs/deploying.md, after a night, and each recipient has confirmed.
 * Nothing is recorded, copied or denied by it: it only answers, so that `verify:deployment` runs whole on one machine. Whoever
 * rehearses a failure changes it.
 */
export class LocalAccount {
  /** By the topic's ARN. */
  readonly subscriptions: Map<string, readonly Subscription[]>;
  readonly trails: Map<string, TrailModel>;
  readonly backupPlans: Map<string, BackupPlanModel>;
  /** By the table's ARN. */
  readonly tablePolicies: Map<string, object>;
  /** By the domain. */
  readonly signInPages: Map<string, SignInPageModel>;
  copies: readonly BackupCopy[];
  concurrentExecutions = CONCURRENT_EXECUTIONS;
  /** Invocations that the functions have to themselves. */
  readonly reservedExecutions: number;

  constructor({ account, functions }: Pick<LocalModel, 'account' | 'functions'>) {
    const { topics, trails, backupPlans, tablePolicies, signInPages } = account;
    this.subscriptions = new Map(topics.map(({ arn, endpoints }) => [arn, confirmed(endpoints)]));
    this.trails = new Map([MANAGEMENT_TRAIL, ...trails].map((trail) => [trail.name, trail]));
    this.backupPlans = new Map(backupPlans.map((plan) => [plan.name, plan]));
    this.tablePolicies = new Map(tablePolicies);
    this.signInPages = new Map(signInPages.map((page) => [page.domain, page]));
    this.copies = lastNight(account);
    this.reservedExecutions = functions.reduce(
      (sum, { reservedConcurrency }) => sum + (reservedConcurrency ?? 0),
      0,
    );
  }
}

function confirmed(endpoints: readonly string[]): readonly Subscription[] {
  return endpoints.map((endpoint) => ({ endpoint, isConfirmed: true }));
}

function lastNight({ backupPlans }: AccountModel): readonly BackupCopy[] {
  return backupPlans.flatMap(({ copiesTo, resources }) =>
    copiesTo.flatMap((vaultArn) =>
      resources.map((resourceArn) => ({ resourceArn, vaultArn, state: 'COMPLETED' as const })),
    ),
  );
}
