import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { configured, type Properties, synthesised } from './synthesised.ts';

const stacks = synthesised();
const { data } = stacks;

const KEY = { 'Fn::GetAtt': [Match.stringLikeRegexp('^Key'), 'Arn'] };

describe('the tables', () => {
  const tables = Object.values(data.findResources('AWS::DynamoDB::Table'));

  it('are five, on demand, restorable, protected and encrypted with our key', () => {
    expect(tables).toHaveLength(5);
    data.allResourcesProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: KEY },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    });
    data.allResources('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('stream new snapshots, new events, and what became of what in the ledger', () => {
    const streams = tables.flatMap(({ Properties }) => Properties.StreamSpecification ?? []);
    expect(streams.map(({ StreamViewType }) => StreamViewType).sort()).toEqual([
      'NEW_AND_OLD_IMAGES',
      'NEW_IMAGE',
      'NEW_IMAGE',
    ]);
  });

  it('never expire an item, but for snapshots, events and deliveries that are written with their end', () => {
    const expiring = tables.flatMap(({ Properties }) => Properties.TimeToLiveSpecification ?? []);
    const byAttribute = { AttributeName: 'expiresAt', Enabled: true };
    expect(expiring).toEqual([byAttribute, byAttribute, byAttribute]);
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt' },
    });
  });

  it('are of the usual class, but for snapshots: they keep more than they are asked for', () => {
    const rare = Object.entries(data.findResources('AWS::DynamoDB::Table')).filter(
      ([, { Properties }]) => Properties.TableClass === 'STANDARD_INFREQUENT_ACCESS',
    );
    expect(rare.map(([name]) => name.replace(/Table.*/, ''))).toEqual(['Snapshots']);
  });

  it('index whole items of the ledger by state and by time', () => {
    const index = (IndexName: string, number: number) => ({
      IndexName,
      KeySchema: [
        { AttributeName: `gsi${number}pk`, KeyType: 'HASH' },
        { AttributeName: `gsi${number}sk`, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    });
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      GlobalSecondaryIndexes: [index('by-state', 1), index('by-time', 2)],
    });
  });

  it('may go with their stack only where the stage says so', () => {
    const passing = synthesised(configured({ data: 'destroy' }));
    passing.data.allResourcesProperties('AWS::DynamoDB::Table', {
      DeletionProtectionEnabled: false,
    });
    passing.data.allResources('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete' });
  });
});

describe('the key', () => {
  it('is rotated and outlives its stack', () => {
    data.hasResource('AWS::KMS::Key', {
      Properties: { EnableKeyRotation: true, PendingWindowInDays: 30 },
      DeletionPolicy: 'Retain',
    });
  });

  it('serves the log service for the logs of this stage only', () => {
    data.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': Match.anyValue() } },
          }),
        ]),
      },
    });
    const policy = JSON.stringify(Object.values(data.findResources('AWS::KMS::Key')));
    expect(policy).toContain(':log-group:/sluice/dev/*');
  });
});

describe('the copies of the tables', () => {
  it('are made every night of every table, every month and quarter of the records, and cannot be deleted before their time', () => {
    const selections = Object.values(data.findResources('AWS::Backup::BackupSelection'));
    const plans = Object.entries(data.findResources('AWS::Backup::BackupPlan'));
    const copied = plans.flatMap(([id, { Properties }]) => {
      const own = selections.filter(
        ({ Properties: { BackupPlanId } }) => BackupPlanId['Fn::GetAtt'][0] === id,
      );
      const tables = own.flatMap(
        (selection) =>
          selection.Properties.BackupSelection.Resources as { 'Fn::GetAtt': string[] }[],
      );
      // biome-ignore lint/suspicious/noExplicitAny: a template
      return Properties.BackupPlan.BackupPlanRule.map((rule: any) => ({
        name: rule.RuleName,
        when: rule.ScheduleExpression,
        days: rule.Lifecycle.DeleteAfterDays,
        warmDays: rule.Lifecycle.MoveToColdStorageAfterDays,
        tables: tables.map((table) => String(table['Fn::GetAtt'][0])),
      }));
    });
    const every = Object.keys(data.findResources('AWS::DynamoDB::Table'));
    const records = every.filter((name) => /^(Series|Ledger)/.test(name));
    const cold = { warmDays: 7, tables: records };
    expect(copied).toEqual([
      { name: 'nightly', when: 'cron(30 2 * * ? *)', days: 5, tables: every },
      { name: 'monthly', when: 'cron(30 3 1 2,3,5,6,8,9,11,12 ? *)', days: 97, ...cold },
      { name: 'quarterly', when: 'cron(30 3 1 1,4,7,10 ? *)', days: 396, ...cold },
    ]);
    data.hasResource('AWS::Backup::BackupVault', {
      Properties: {
        EncryptionKeyArn: KEY,
        AccessPolicy: {
          Statement: [Match.objectLike({ Effect: 'Deny', Principal: { AWS: '*' } })],
        },
      },
      DeletionPolicy: 'RetainExceptOnCreate',
    });
  });
});

describe("the service's token", () => {
  it('has a place that is created empty, encrypted with our key', () => {
    data.hasResourceProperties('AWS::SecretsManager::Secret', {
      Name: 'sluice/dev/service-token/main',
      KmsKeyId: KEY,
      SecretString: Match.absent(),
      GenerateSecretString: Match.absent(),
    });
  });

  it('stands in no template, nor anything that could be a token', () => {
    for (const template of stacks.all.values()) {
      const text = JSON.stringify(template.toJSON());
      expect(text).not.toMatch(/"SecretString|resolve:secretsmanager|Bearer/);
    }
  });
});

describe('the key of cursors', () => {
  it('is generated, encrypted with our key, and outlives the stack', () => {
    data.hasResource('AWS::SecretsManager::Secret', {
      Properties: {
        Name: 'sluice/dev/cursor-key',
        KmsKeyId: KEY,
        GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
      },
      DeletionPolicy: 'RetainExceptOnCreate',
    });
  });
});

describe('the event bus', () => {
  it('is named after the stage, encrypted with our key, and outlives its stack', () => {
    data.hasResource('AWS::Events::EventBus', {
      Properties: {
        Name: 'sluice-dev',
        KmsKeyIdentifier: KEY,
        DeadLetterConfig: {
          Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('deadletters'), 'Arn'] },
        },
      },
      DeletionPolicy: 'RetainExceptOnCreate',
    });
  });

  it('has the key for itself alone: of this account, of this bus', () => {
    data.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
            Principal: { Service: 'events.amazonaws.com' },
            Condition: {
              StringEquals: Match.objectLike({
                'aws:SourceAccount': { Ref: 'AWS::AccountId' },
                'kms:EncryptionContext:aws:events:event-bus:arn': {
                  'Fn::Join': ['', Match.arrayWith([':event-bus/sluice-dev'])],
                },
              }),
            },
          }),
        ]),
      },
    });
  });

  it('keeps what it cannot encrypt or read back for a person', () => {
    data.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sqs:SendMessage',
            Effect: 'Allow',
            Principal: { Service: 'events.amazonaws.com' },
          }),
        ]),
      },
    });
  });
});

describe('a vault elsewhere', () => {
  const vaultArn = 'arn:aws:backup:eu-west-1:444455556666:backup-vault:sluice-copies';
  const copying = synthesised(configured({ backupCopy: { vaultArn } })).data;

  it('are kept at least as long as the lock of the runbook asks for: it would refuse them otherwise', () => {
    const page = readFileSync('docs/operations.md', 'utf8');
    const least = Number(/--min-retention-days (\d+)/.exec(page)?.[1]);
    const plans = Object.values(data.findResources('AWS::Backup::BackupPlan'));
    const kept = plans.flatMap(({ Properties }) =>
      (Properties as Properties['Properties']).BackupPlan.BackupPlanRule.map(
        (rule: Properties['Properties']) => rule.Lifecycle.DeleteAfterDays as number,
      ),
    );
    expect(kept.length).toBe(3);
    expect(Math.min(...kept)).toBe(least);
  });

  it('gets every copy, for as long as the copy here is kept', () => {
    const plans = Object.values(copying.findResources('AWS::Backup::BackupPlan'));
    const rules = plans.flatMap(
      ({ Properties: { BackupPlan } }) => BackupPlan.BackupPlanRule as Properties[],
    );
    expect(rules.map(({ CopyActions, Lifecycle }) => ({ CopyActions, Lifecycle }))).toEqual(
      [
        { DeleteAfterDays: 5 },
        { DeleteAfterDays: 97, MoveToColdStorageAfterDays: 7 },
        { DeleteAfterDays: 396, MoveToColdStorageAfterDays: 7 },
      ].map((lifecycle) => ({
        CopyActions: [{ DestinationBackupVaultArn: vaultArn, Lifecycle: lifecycle }],
        Lifecycle: lifecycle,
      })),
    );
    expect(JSON.stringify(copying.findResources('AWS::IAM::Policy'))).toContain(
      `"backup:CopyIntoBackupVault","Effect":"Allow","Resource":"${vaultArn}"`,
    );
  });

  it('is none unless the stage names one', () => {
    expect(JSON.stringify(data.findResources('AWS::Backup::BackupPlan'))).not.toContain(
      'CopyActions',
    );
  });
});

describe('the trail of writes', () => {
  it('records who wrote an item of ledger and snapshots, which CloudTrail does for no one by default', () => {
    const [trail] = Object.values(data.findResources('AWS::CloudTrail::Trail'));
    const selectors = (trail?.Properties.AdvancedEventSelectors ?? []) as Properties[];
    const fields = Object.fromEntries(
      selectors
        .flatMap(({ FieldSelectors }) => FieldSelectors as Properties[])
        .map(({ Field, Equals }) => [Field, Equals]),
    );
    expect(fields).toMatchObject({
      eventCategory: ['Data'],
      'resources.type': ['AWS::DynamoDB::Table'],
      readOnly: ['false'],
    });
    const tables = JSON.stringify(fields['resources.ARN']);
    for (const table of ['Ledger', 'Snapshots']) expect(tables).toContain(`"${table}Table`);
    expect(trail?.Properties).toMatchObject({ IsLogging: true, EnableLogFileValidation: true });
  });

  it('does not rest on the key whose end it records', () => {
    const [trail] = Object.values(data.findResources('AWS::CloudTrail::Trail'));
    expect(trail?.Properties.KMSKeyId).toBeUndefined();
    const bucket = data.findResources('AWS::S3::Bucket')[trail?.Properties.S3BucketName.Ref];
    expect(JSON.stringify(bucket?.Properties.BucketEncryption)).toContain('AES256');
  });
});
