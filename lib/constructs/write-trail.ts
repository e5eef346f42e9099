import { Stack } from 'aws-cdk-lib';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TRAIL_KEPT } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { arnInStack } from './arn-in-stack.ts';
import { PRIVATE_BUCKET } from './private-bucket.ts';
import { removalOfData } from './removal.ts';
import type { TreasuryTable } from './treasury-table.ts';

export interface WriteTrailProps {
  readonly configuration: StageConfiguration;
  /** The tables whose writes are recorded. */
  readonly tables: readonly TreasuryTable[];
}

/** The trail's name, which its bucket's policy knows. */
export function writeTrailName(stage: string): string {
  return `sluice-${stage}-writes`;
}

/**
 * Who wrote to which table: CloudTrail records the calls of a table's items for a trail that asks for them, and for no
 * other. The management events of the account are another trail's.
 */
export class WriteTrail extends Construct {
  constructor(scope: Construct, id: string, { configuration, tables }: WriteTrailProps) {
    super(scope, id);
    const trailName = writeTrailName(configuration.stage);
    const bucket = new Bucket(this, 'Bucket', {
      // Not by the stage's key: the record of its end must not end with it.
      encryption: BucketEncryption.S3_MANAGED,
      ...PRIVATE_BUCKET,
      lifecycleRules: [{ id: 'records-end', expiration: TRAIL_KEPT }],
      removalPolicy: removalOfData(configuration),
    });
    this.#letIn(bucket, trailName);
    const trail = new CfnTrail(this, 'Trail', {
      trailName,
      s3BucketName: bucket.bucketName,
      isLogging: true,
      enableLogFileValidation: true,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      advancedEventSelectors: [
        {
          name: 'writes of items',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Data'] },
            { field: 'resources.type', equalTo: ['AWS::DynamoDB::Table'] },
            { field: 'readOnly', equalTo: ['false'] },
            { field: 'resources.ARN', equalTo: tables.map(({ table }) => table.tableArn) },
          ],
        },
      ],
    });
    if (bucket.policy !== undefined) trail.node.addDependency(bucket.policy);
    acceptFindings(trail, bucket);
  }

  /** CloudTrail puts files there for this trail alone. */
  #letIn(bucket: Bucket, trailName: string): void {
    const principals = [new ServicePrincipal('cloudtrail.amazonaws.com')];
    const ofTrail = { 'aws:SourceArn': arnInStack(this)('cloudtrail', `trail/${trailName}`) };
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['s3:GetBucketAcl'],
        resources: [bucket.bucketArn],
        conditions: { StringEquals: ofTrail },
      }),
    );
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`)],
        conditions: { StringEquals: { ...ofTrail, 's3:x-amz-acl': 'bucket-owner-full-control' } },
      }),
    );
  }
}

function acceptFindings(trail: CfnTrail, bucket: Bucket): void {
  accepted(
    trail,
    'It is read after an incident, from its bucket; no alarm rests on it, and a second copy in CloudWatch Logs would cost more than the trail.',
    ['NIST.800.53.R5-CloudTrailCloudWatchLogsEnabled'],
  );
  accepted(
    trail,
    "S3 encrypts the files with a key of its own: the record of the stage's key must not depend on that key.",
    ['NIST.800.53.R5-CloudTrailEncryptionEnabled'],
  );
  accepted(
    bucket,
    "S3 encrypts the files with a key of its own: the record of the stage's key must not depend on that key.",
    ['NIST.800.53.R5-S3DefaultEncryptionKMS'],
  );
  accepted(
    bucket,
    'Files are written once, by CloudTrail, are chained by digests of its own, which show a file that was changed, and end by their age.',
    [
      'AwsSolutions-S1',
      'NIST.800.53.R5-S3BucketLoggingEnabled',
      'NIST.800.53.R5-S3BucketReplicationEnabled',
      'NIST.800.53.R5-S3BucketVersioningEnabled',
    ],
  );
}
