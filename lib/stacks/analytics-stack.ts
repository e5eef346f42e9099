import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../adapters/environment/names.ts';
import { BY_TIME_INDEX } from '../../adapters/store/keys.ts';
import { namedQueries } from '../../contract/analytics/named-queries.ts';
import { ANALYTICS_EVERY_MINUTES } from '../../contract/analytics/tables.ts';
import { AnalyticsBucket } from '../constructs/analytics-bucket.ts';
import { AnalyticsCatalog } from '../constructs/analytics-catalog.ts';
import { ticks } from '../constructs/ticks.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import { failuresTo, undeliveredQueue } from '../constructs/undelivered-queue.ts';
import {
  ANALYTICS_MEMORY_MB,
  ANALYTICS_RETRY_ATTEMPTS,
  ANALYTICS_TIMEOUT,
  QUERY_SCAN_LIMIT_BYTES,
  TICK_MAX_AGE,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';

export interface AnalyticsStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
}

/** SQL for the analyst: files written on schedule, tables over them, and a workgroup that bounds what a
 * question costs. Nothing else depends on it; a stage can be without. */
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
      key,
      groupName: `sluice-${configuration.stage}-analytics`,
      everyMinutes: ANALYTICS_EVERY_MINUTES,
      kinds: [
        {
          name: 'analytics',
          target: this.#exportAnalytics(),
          describe: (client) => `Analyst's files of ${client}`,
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
    const { snapshots, ledger, key } = this.#data;
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
      },
    });
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:Query'], { indexes: [BY_TIME_INDEX] });
    this.#bucket.allowExport(target);
    target.configureAsyncInvoke({
      retryAttempts: ANALYTICS_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(undeliveredQueue(this, 'failed-analytics', key)),
    });
    return target;
  }

  /** Whoever asks can change neither the limit nor where answers go, nor leave them unencrypted. */
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
    for (const { name, words, sql } of namedQueries()) {
      const query = new CfnNamedQuery(this, `query-${name}`, {
        name,
        description: words,
        database: catalog.databaseName,
        workGroup: workGroup.name,
        queryString: sql,
      });
      query.addResourceDependency(workGroup);
      query.node.addDependency(catalog);
    }
  }

  /** For whoever asks, to be attached to the role that their sign-in gives them. */
  #analystPolicy(catalog: AnalyticsCatalog, workGroup: CfnWorkGroup): void {
    const policy = new ManagedPolicy(this, 'analyst', {
      managedPolicyName: `sluice-${this.#configuration.stage}-analyst`,
      description: 'Questions in SQL about Sluice, and nothing else',
    });
    policy.addStatements(
      new PolicyStatement({
        actions: [
          'athena:BatchGetNamedQuery',
          'athena:BatchGetQueryExecution',
          'athena:GetNamedQuery',
          'athena:GetQueryExecution',
          'athena:GetQueryResults',
          'athena:GetWorkGroup',
          'athena:ListNamedQueries',
          'athena:ListQueryExecutions',
          'athena:StartQueryExecution',
          'athena:StopQueryExecution',
        ],
        resources: [
          this.formatArn({
            service: 'athena',
            resource: 'workgroup',
            resourceName: workGroup.name,
          }),
        ],
      }),
      new PolicyStatement({
        actions: ['glue:GetDatabase', 'glue:GetPartitions', 'glue:GetTable', 'glue:GetTables'],
        resources: [...catalog.arns],
      }),
    );
    this.#bucket.allowQueries(policy);
    new CfnOutput(this, 'AnalystPolicy', { value: policy.managedPolicyArn });
  }
}
