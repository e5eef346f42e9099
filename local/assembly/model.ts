import type { FilterPattern } from '../streams/filter-pattern.ts';
import type { AccountModel } from './account-model.ts';

/** A Lambda function as the template has it. */
export interface FunctionModel {
  /** The name it is invoked by. */
  readonly name: string;
  readonly arn: string;
  readonly logicalId: string;
  /** The bundle on disk. */
  readonly assetFolder: string;
  /** `file.export`, as in `index.handler`. */
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** How many invocations may run at once; null if the template reserves nothing. */
  readonly reservedConcurrency: number | null;
  readonly asyncInvocation: AsyncInvocationModel;
}

/** The settings of asynchronous invocations. */
export interface AsyncInvocationModel {
  readonly maximumRetryAttempts: number;
  readonly maximumEventAgeMs: number;
  /** ARN of the queue for abandoned events. */
  readonly onFailure: string | null;
}

export interface TableModel {
  readonly name: string;
  readonly keySchema: readonly KeyElement[];
  readonly attributes: readonly {
    readonly AttributeName: string;
    readonly AttributeType: string;
  }[];
  readonly globalIndexes: readonly IndexModel[];
  readonly streamViewType: string | null;
  readonly timeToLiveAttribute: string | null;
}

export interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: string;
}

export interface IndexModel {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType?: string | undefined;
    readonly NonKeyAttributes?: readonly string[] | undefined;
  };
}

/** A delivery of a table's stream to a function. */
export interface StreamDeliveryModel {
  readonly id: string;
  readonly functionName: string;
  readonly tableName: string;
  readonly batchSize: number;
  /** A record is delivered if any of them matches; none means every record. */
  readonly patterns: readonly FilterPattern[];
  /** -1: for ever. */
  readonly maximumRetryAttempts: number;
  /** Null: as old as it may be. */
  readonly maximumRecordAgeMs: number | null;
  readonly bisectOnError: boolean;
  readonly reportsItemFailures: boolean;
  readonly onFailure: string | null;
}

export interface EventBusModel {
  readonly name: string;
  readonly arn: string;
}

/** A rule on a bus: which events, and the functions that are handed them. */
export interface EventRuleModel {
  readonly name: string;
  readonly busName: string;
  readonly matches: FilterPattern;
  readonly functionNames: readonly string[];
}

export interface ScheduleModel {
  readonly name: string;
  readonly functionName: string;
  /** rate(...) or cron(...), as the template says it. */
  readonly expression: string;
  readonly timeZone: string;
  /** The text sent, with `<aws.scheduler.scheduled-time>` still in it. */
  readonly input: string;
}

export interface RouteModel {
  /** `GET /v1/things/{id}`, or `$default`. */
  readonly key: string;
  readonly functionName: string;
  readonly timeoutMs: number;
  /** Null: every caller may call it. */
  readonly authoriser: AuthoriserModel | null;
  readonly scopes: readonly string[];
  /** Limits of this route alone; null: the stage's. */
  readonly throttle: ThrottleModel | null;
}

/** How many requests pass: a second in the long run, and at once. */
export interface ThrottleModel {
  readonly rate: number;
  readonly burst: number;
}

export interface AuthoriserModel {
  readonly issuer: string;
  readonly audience: readonly string[];
}

/** The origins from which browsers may call an API, and the headers and methods that they may use. */
export interface CrossOriginModel {
  readonly allowOrigins: readonly string[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

export interface ApiModel {
  readonly id: string;
  readonly routes: readonly RouteModel[];
  /** Null: browsers may call it from its own origin only. */
  readonly crossOrigin: CrossOriginModel | null;
  /** Limits of each route that has none of its own; null: everything passes. */
  readonly throttle: ThrottleModel | null;
}

export interface SecretModel {
  readonly name: string;
  readonly arn: string;
  /** Letters and digits of a value that Secrets Manager generates; null: it is made empty. */
  readonly generatedCharacters: number | null;
}

/** A bucket, as far as it is served: by its name. */
export interface BucketModel {
  readonly name: string;
}

export interface QueueModel {
  readonly name: string;
  readonly arn: string;
}

/** The part of the people's pool that the local identity provider replaces. */
export interface UserPoolModel {
  readonly id: string;
  readonly issuer: string;
  readonly groups: readonly string[];
  readonly clients: readonly UserPoolClientModel[];
}

export interface UserPoolClientModel {
  readonly id: string;
  /** True for programs: client credentials with a secret. */
  readonly isMachine: boolean;
  /** Scopes that it may ask for, as the pool names them: "openid", "sluice/viewer". */
  readonly scopes: readonly string[];
  readonly callbackUrls: readonly string[];
  readonly accessTokenSeconds: number;
}

/** Everything that the assembly requests and this machine serves, and the rest that it does not serve. */
export interface LocalModel {
  readonly functions: readonly FunctionModel[];
  readonly tables: readonly TableModel[];
  readonly deliveries: readonly StreamDeliveryModel[];
  readonly schedules: readonly ScheduleModel[];
  readonly eventBuses: readonly EventBusModel[];
  readonly eventRules: readonly EventRuleModel[];
  readonly apis: readonly ApiModel[];
  readonly secrets: readonly SecretModel[];
  readonly queues: readonly QueueModel[];
  readonly buckets: readonly BucketModel[];
  readonly userPools: readonly UserPoolModel[];
  readonly account: AccountModel;
  /** Resource types that need nothing here, and those that are simply not there. */
  readonly nothingNeeded: readonly string[];
  readonly notServed: readonly string[];
}
