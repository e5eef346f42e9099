import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { BY_TIME_INDEX } from '../../adapters/store/keys.ts';
import { namedQueries } from '../../reporting/analytics/named-queries.ts';
import { ANALYTICS_EVERY_MINUTES } from '../../reporting/analytics/tables.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { accepted } from '../constructs/accepted-finding.ts';
import { AnalyticsBucket } from '../constructs/analytics-bucket.ts';
import { AnalyticsCatalog } from '../constructs/analytics-catalog.ts';
import { arnAsFound } from '../constructs/arn-as-found.ts';
import { failuresTo } from '../constructs/dead-letter-queue.ts';
import { ticks } from '../constructs/ticks.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import {
  ANALYTICS_MEMORY_MB,
  ANALYTICS_RETRY_ATTEMPTS,
  ANALYTICS_TIMEOUT,
  QUERY_SCAN_LIMIT_BYTES,
  TICK_MAX_AGE,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';

/** The requests of Athena's console about the whole account: lists that know no narrower resource. */
const ATHENA_LISTS = [
  'athena:ListDataCatalogs',
  'athena:ListEngineVersions',
  'athena:ListWorkGroups',
] as const;

/** Querying in the workgroup, and looking at earlier queries. */
const ATHENA_QUESTIONS = [
  'athena:BatchGetNamedQuery',
  'athena:BatchGetQueryExecution',
  'athena:GetNamedQuery',
  'athena:GetQueryExecution',
  'athena:GetQueryResults',
  'athena:GetQueryResultsStream',
  'athena:GetQueryRuntimeStatistics',
  'athena:GetWorkGroup',
  'athena:ListNamedQueries',
  'athena:ListQueryExecutions',
  'athena:StartQueryExecution',
  'athena:StopQueryExecution',
] as const;

/** The lists that the console shows beside the query: databases, tables and their columns. */
const ATHENA_CATALOG = [
  'athena:GetDataCatalog',
  'athena:GetDatabase',
  'athena:GetTableMetadata',
  'athena:ListDatabases',
  'athena:ListTableMetadata',
] as const;

const GLUE_TABLES = [
  'glue:BatchGetPartition',
  'glue:GetDatabase',
  'glue:GetPartition',
  'glue:GetPartitions',
  'glue:GetTable',
  'glue:GetTables',
] as const;

export interface AnalyticsStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
}

/**
 * SQL for the analyst: files written on schedule, tables over them, and a workgroup that bounds the cost of a query.
 * Nothing else depends on it; a stage can be without.
 */
export class AnalyticsStack extends Stack {
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;
  readonly #bucket: AnalyticsBucket;

  constructor(scope: Construct, id: string, props: AnalyticsStackProps) {
    const { configuration, data, ...rest } = props;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    const { key, objectLog: log } = data;
    this.#bucket = new AnalyticsBucket(this, 'analytics', { configuration, key, log });
    ticks(this, {
      configuration,
      deadLetters: this.#data.deadLetters,
      groupName: `sluice-${configuration.stage}-analytics`,
      everyMinutes: ANALYTICS_EVERY_MINUTES,
      kinds: [
        {
          name: 'analytics',
          target: this.#exportAnalytics(),
          describe: (tenant) => `Analyst's files of ${tenant}`,
        },
      ],
    });
    const catalog = new AnalyticsCatalog(this, 'catalog', { configuration, bucket: this.#bucket });
    const workGroup = this.#workGroup();
    this.#nameQueries(catalog, workGroup);
    this.#analystPolicy(catalog, workGroup);

    new CfnOutput(this, 'AnalyticsBucketName', { value: this.#bucket.name });
    new CfnOutput(this, 'WorkGroup', { value: workGroup.name });
  }

  #exportAnalytics(): TreasuryFunction {
    const { snapshots, ledger, key, sealKey } = this.#data;
    const target = new TreasuryFunction(this, 'export-analytics', {
      configuration: this.#configuration,
      key,
      description: "Writes snapshots, flows and decisions as the analyst's files, day by day",
      timeout: ANALYTICS_TIMEOUT,
      memorySize: ANALYTICS_MEMORY_MB,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.analyticsBucket]: this.#bucket.name,
        ...sealKey.environment,
      },
    });
    snapshots.allow(target, ['dynamodb:Query']);
    // A manual rate values a file if it is what Sluice wrote in this table, and no later version of it is on record.
    sealKey.allowVerify(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_TIME_INDEX],
    });
    this.#bucket.allowExport(target);
    target.configureAsyncInvoke({
      retryAttempts: ANALYTICS_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(this.#data.deadLetters),
    });
    return target;
  }

  /** The analyst can change neither the limit nor the place of results, nor leave them unencrypted. */
  #workGroup(): CfnWorkGroup {
    const { stage, data } = this.#configuration;
    return new CfnWorkGroup(this, 'work-group', {
      name: `sluice-${stage}`,
      description: `Questions about Sluice (${stage}); each may read a bounded amount`,
      recursiveDeleteOption: data === 'destroy',
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        bytesScannedCutoffPerQuery: QUERY_SCAN_LIMIT_BYTES,
        publishCloudWatchMetricsEnabled: true,
        requesterPaysEnabled: false,
        engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
        resultConfiguration: {
          outputLocation: this.#bucket.resultsAddress,
          encryptionConfiguration: {
            encryptionOption: 'SSE_KMS',
            kmsKey: this.#data.key.keyArn,
          },
        },
      },
    });
  }

  #nameQueries(catalog: AnalyticsCatalog, workGroup: CfnWorkGroup): void {
    for (const { name, description, sql } of namedQueries()) {
      const query = new CfnNamedQuery(this, `query-${name}`, {
        name,
        description: description,
        database: catalog.databaseName,
        workGroup: workGroup.name,
        queryString: sql,
      });
      query.addResourceDependency(workGroup);
      query.node.addDependency(catalog);
    }
  }

  /**
   * For the analyst, to be attached to the role that their sign-in gives them: the requests of Athena's console,
   * which also lists the choices before the first query.
   */
  #analystPolicy(catalog: AnalyticsCatalog, workGroup: CfnWorkGroup): void {
    const policy = new ManagedPolicy(this, 'analyst', {
      // Unique in its account, over all regions.
      managedPolicyName: `sluice-${this.#configuration.stage}-${this.region}-analyst`,
      description: 'Questions in SQL about Sluice, and nothing else',
    });
    const arn = (service: string, resource: string, resourceName: string): string =>
      this.formatArn({ service, resource, resourceName });
    const statements: readonly (readonly [readonly string[], readonly string[]])[] = [
      [ATHENA_LISTS, ['*']],
      [ATHENA_QUESTIONS, [arn('athena', 'workgroup', workGroup.name)]],
      [ATHENA_CATALOG, [arn('athena', 'datacatalog', 'AwsDataCatalog')]],
      [GLUE_TABLES, catalog.arns],
      // Athena looks into the database of this name before any other, whether there is one or not.
      [['glue:GetDatabase'], [arn('glue', 'database', 'default')]],
      [['glue:GetDatabases'], [catalog.arn, arn('glue', 'database', '*')]],
    ];
    for (const [actions, resources] of statements) {
      policy.addStatements(
        new PolicyStatement({ actions: [...actions], resources: [...resources] }),
      );
    }
    accepted(
      policy,
      'The console lists workgroups, catalogues and databases to choose from: their names, and nothing of what is in them. The tables are those of the database that is Sluice’s own.',
      [
        '*',
        arnAsFound(this, 'glue', 'database/*'),
        arnAsFound(this, 'glue', `table/${catalog.databaseName}/*`),
      ].map((resource) => `AwsSolutions-IAM5[Resource::${resource}]`),
    );
    this.#bucket.allowQueries(policy);
    new CfnOutput(this, 'AnalystPolicy', { value: policy.managedPolicyArn });
  }
}
