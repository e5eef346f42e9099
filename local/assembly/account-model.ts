/** A topic that people are told by. */
export interface TopicModel {
  readonly arn: string;
  /** Where its messages go. */
  readonly endpoints: readonly string[];
}

export interface TrailModel {
  readonly name: string;
  readonly arn: string;
  readonly isLogging: boolean;
  /** As the template and CloudTrail both have them. */
  readonly advancedEventSelectors: readonly object[];
}

export interface BackupPlanModel {
  readonly id: string;
  readonly name: string;
  /** ARNs of the vaults that each copy goes on to. */
  readonly copiesTo: readonly string[];
  /** The role that it copies by. */
  readonly role: string;
  /** ARNs of the tables that it copies. */
  readonly resources: readonly string[];
}

/** Where people sign in. */
export interface SignInPageModel {
  readonly domain: string;
  readonly userPoolId: string;
  /** 2 is the managed login; 1, as without the property, the classic page. */
  readonly version: number;
  /** Ids of the pool's clients, of people and programs. */
  readonly clients: readonly string[];
  /** Those of them that have a look: the managed login shows an error to a client without one. */
  readonly clientsWithLook: readonly string[];
}

/**
 * The parts of the assembly that run nothing here and that an account is asked about: whether people are told, who wrote is
 * recorded, copies are made, and who may write.
 */
export interface AccountModel {
  readonly topics: readonly TopicModel[];
  readonly trails: readonly TrailModel[];
  readonly backupPlans: readonly BackupPlanModel[];
  /** The tables' own policies, by ARN. */
  readonly tablePolicies: ReadonlyMap<string, object>;
  readonly signInPages: readonly SignInPageModel[];
}
