import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { OBJECT_LOG_KEPT } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { PRIVATE_BUCKET } from './private-bucket.ts';
import { removalOfData } from './removal.ts';

export interface ObjectLogProps {
  readonly configuration: StageConfiguration;
}

/** The log of reads and writes of objects in our buckets, kept by S3 itself. */
export class ObjectLog extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { configuration }: ObjectLogProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      ...PRIVATE_BUCKET,
      lifecycleRules: [{ id: 'logs-end', expiration: OBJECT_LOG_KEPT }],
      removalPolicy: removalOfData(configuration),
    });
    // For buckets of stacks that are deployed later as well: by account, since their names are not known yet.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('logging.s3.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    accepted(this.bucket, 'It is the log: a log of writing the log would be without end.', [
      'AwsSolutions-S1',
      'NIST.800.53.R5-S3BucketLoggingEnabled',
    ]);
    accepted(this.bucket, 'S3 delivers logs only to buckets that are encrypted with a key of S3.', [
      'NIST.800.53.R5-S3DefaultEncryptionKMS',
    ]);
    accepted(
      this.bucket,
      'Objects are written once, by S3, and end by their age; the same is told by CloudTrail where it is switched on.',
      ['NIST.800.53.R5-S3BucketReplicationEnabled', 'NIST.800.53.R5-S3BucketVersioningEnabled'],
    );
  }

  /** The place of a bucket's log, for the properties of that bucket. It may be one of another stack. */
  of(scope: Construct, prefix: string) {
    accepted(
      scope,
      'The bucket of logs takes them from every bucket of the account, and says so itself.',
      ['@aws-cdk/aws-s3:accessLogsPolicyNotAdded'],
    );
    return {
      // By its name: an ARN of another stack would have to be taken apart, and the bucket itself would be told of every
      // bucket it serves, in a circle of stacks.
      serverAccessLogsBucket: Bucket.fromBucketName(scope, 'ObjectLog', this.bucket.bucketName),
      serverAccessLogsPrefix: `${prefix}/`,
    } as const;
  }
}
