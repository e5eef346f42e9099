import { App } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { sluiceStacks } from '../../lib/sluice-stacks.ts';
import { namedQueries } from '../../reporting/analytics/named-queries.ts';
import {
  ANALYTICS_TABLES,
  type AnalyticsTable,
  analyticsKey,
} from '../../reporting/analytics/tables.ts';
import { configured, synthesised } from './synthesised.ts';

const NAME = 'sluice-dev-analytics';

function analytics(): Template {
  const template = synthesised(configured({ analytics: true })).all.get(NAME);
  if (template === undefined) throw new Error('there is no analytics stack');
  return template;
}

const template = analytics();
const KEY = { 'Fn::GetStackOutput': Match.anyValue() };

describe('the analytics stack', () => {
  it('is there only where the stage says so', () => {
    const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
    expect(sluiceStacks(app, configured({ analytics: false })).analytics).toBeNull();
  });

  it('writes the files every hour, and a failed run is left to the next', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'cron(0 * * * ? *)',
      Target: { Input: '{"scheduledFor":"<aws.scheduler.scheduled-time>","tenant":"main"}' },
    });
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
  });

  it('keeps files encrypted with our key, private, and answers for days only', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          {
            BucketKeyEnabled: true,
            ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: KEY },
          },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([Match.objectLike({ Prefix: 'results/', ExpirationInDays: 7 })]),
      },
    });
  });

  it('bounds what a question may read, and where its answer goes', () => {
    template.hasResourceProperties('AWS::Athena::WorkGroup', {
      Name: 'sluice-dev',
      WorkGroupConfiguration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 1_073_741_824,
        ResultConfiguration: {
          EncryptionConfiguration: { EncryptionOption: 'SSE_KMS', KmsKey: KEY },
          OutputLocation: { 'Fn::Join': ['', Match.arrayWith(['/results/'])] },
        },
      },
    });
  });

  it('has every named query, as it stands in its file', () => {
    const found = Object.values(template.findResources('AWS::Athena::NamedQuery')).map(
      ({ Properties }) => [Properties.Name, Properties.QueryString, Properties.Database],
    );
    expect(found.sort()).toEqual(namedQueries().map(({ name, sql }) => [name, sql, 'sluice_dev']));
  });
});

describe('the tables of the catalogue', () => {
  const tables = Object.values(template.findResources('AWS::Glue::Table')).map(
    ({ Properties }) => Properties.TableInput,
  );

  it('have the columns of the files, decimals as the files have them', () => {
    const columns = Object.fromEntries(
      tables.map(({ Name, StorageDescriptor }) => [
        Name,
        StorageDescriptor.Columns.map(({ Name: name }: { Name: string }) => name),
      ]),
    );
    const written = Object.entries(ANALYTICS_TABLES).map(([table, list]) => [
      table as AnalyticsTable,
      list.map(({ name }) => name),
    ]);
    expect(columns).toEqual(Object.fromEntries(written));
    const types = new Set(
      tables.flatMap(({ StorageDescriptor }) =>
        StorageDescriptor.Columns.map(({ Type }: { Type: string }) => Type),
      ),
    );
    expect([...types].sort()).toEqual(['boolean', 'decimal(38,18)', 'int', 'string', 'timestamp']);
  });

  it('know their days by the calendar, without a crawler', () => {
    for (const { Name, Parameters, PartitionKeys } of tables) {
      expect(PartitionKeys).toEqual([
        { Name: 'tenant', Type: 'string' },
        { Name: 'day', Type: 'string' },
      ]);
      expect(Parameters).toMatchObject({
        'projection.enabled': 'true',
        'projection.tenant.values': 'main',
        'projection.day.format': 'yyyy-MM-dd',
        'projection.day.range': '2025-01-01,NOW',
      });
      const template = Parameters['storage.location.template']['Fn::Join'][1].at(-1);
      expect(template).toMatch(/^\/tables\/[a-z]+\/tenant=\$\{tenant\}\/day=\$\{day\}\/$/);
      const written = analyticsKey(Name, '$' + '{tenant}', '$' + '{day}');
      expect(`/${written}`, 'where the function writes').toBe(`${template}${Name}.parquet`);
    }
    template.resourceCountIs('AWS::Glue::Crawler', 0);
  });
});

describe("the analyst's policy", () => {
  const [policy] = Object.values(template.findResources('AWS::IAM::ManagedPolicy'));
  const statements: { Action: string | string[]; Resource: unknown }[] =
    policy?.Properties.PolicyDocument.Statement ?? [];

  it('lets no role change a file that was written', () => {
    const writing = statements.filter(({ Action }) => [Action].flat().includes('s3:PutObject'));
    expect(writing).toHaveLength(1);
    expect(JSON.stringify(writing[0]?.Resource)).toContain('/results/*');
    expect(JSON.stringify(writing[0]?.Resource)).not.toContain('/tables/');
  });

  it('is what the console of Athena asks for: where to ask, what there is, what was asked before', () => {
    const resourcesOf = (action: string): string =>
      statements
        .filter(({ Action }) => [Action].flat().includes(action))
        .map(({ Resource }) => JSON.stringify(Resource))
        .join();
    for (const action of ['ListWorkGroups', 'ListDataCatalogs', 'ListEngineVersions']) {
      expect(resourcesOf(`athena:${action}`), action).toBe('"*"');
    }
    for (const action of [
      'GetDataCatalog',
      'ListDatabases',
      'GetDatabase',
      'ListTableMetadata',
      'GetTableMetadata',
    ]) {
      expect(resourcesOf(`athena:${action}`), action).toContain('datacatalog/AwsDataCatalog');
    }
    for (const action of [
      'GetQueryResultsStream',
      'GetQueryRuntimeStatistics',
      'ListQueryExecutions',
    ]) {
      expect(resourcesOf(`athena:${action}`), action).toContain(':workgroup/');
    }
    // It lists the databases, and looks into the one named default, whatever the question is about.
    expect(resourcesOf('glue:GetDatabases')).toContain(':database/*');
    expect(resourcesOf('glue:GetDatabase')).toContain(':database/default');
    for (const action of ['GetTable', 'GetTables', 'GetPartitions', 'BatchGetPartition']) {
      expect(resourcesOf(`glue:${action}`), action).not.toContain(':table/*');
      expect(resourcesOf(`glue:${action}`), action).toContain(':table/sluice_dev/*');
    }
    expect(resourcesOf('s3:ListMultipartUploadParts')).toContain('/results/*');
    expect(resourcesOf('s3:ListBucketMultipartUploads')).not.toBe('');
  });

  it('names every action', () => {
    const actions = statements.flatMap(({ Action }) => [Action].flat());
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });
});
