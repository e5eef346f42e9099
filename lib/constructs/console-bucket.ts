import { CfnResource, Stack } from 'aws-cdk-lib';
import { Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ABANDONED_UPLOAD_AGE, CONSOLE_LOG_KEPT } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { allow } from './allow.ts';
import type { ObjectLog } from './object-log.ts';
import { PRIVATE_BUCKET } from './private-bucket.ts';
import { removalOfData } from './removal.ts';
import type { TreasuryFunction } from './treasury-function.ts';

export interface ConsoleBucketProps {
  readonly configuration: StageConfiguration;
  readonly log: ObjectLog;
}

/** The console's files. They are the same for everyone, and hold no secret; only CloudFront reads them. */
export class ConsoleBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { configuration, log }: ConsoleBucketProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...log.of(this, 'console'),
      ...PRIVATE_BUCKET,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [
        { id: 'uploads-end', abortIncompleteMultipartUploadAfter: ABANDONED_UPLOAD_AGE },
      ],
      removalPolicy: removalOfData(configuration),
    });
    accepted(
      this.bucket,
      'Every browser gets these files: the key of the stage would keep them from no one, and CloudFront would need it.',
      ['NIST.800.53.R5-S3DefaultEncryptionKMS'],
    );
    accepted(
      this.bucket,
      'They are built from the sources, and a deployment writes them again; those of earlier builds keep their names.',
      ['NIST.800.53.R5-S3BucketReplicationEnabled', 'NIST.800.53.R5-S3BucketVersioningEnabled'],
    );
  }

  /** Allows writing the files. Nothing lists and nothing deletes: earlier builds stay, for pages that are open. */
  allowPut(target: TreasuryFunction): void {
    const { role } = target;
    const { defaultChild } = this.bucket.node;
    if (role === undefined) throw new Error(`${target.node.path} has no role`);
    if (!CfnResource.isCfnResource(defaultChild)) throw new Error('the bucket is not what it was');
    const id = String(Stack.of(this).resolve(defaultChild.logicalId));
    allow(target, ['s3:PutObject'], [this.bucket.arnForObjects('*')]);
    accepted(
      role,
      'The bucket holds the files of the console and nothing else, and their names come from their content.',
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>/*]`],
    );
  }
}

/** The log of a distribution of CloudFront: who asked for what. */
export class DeliveryLog extends Construct {
  readonly bucket: Bucket;

  constructor(
    scope: Construct,
    id: string,
    { configuration }: Pick<ConsoleBucketProps, 'configuration'>,
  ) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      // CloudFront hands its logs over by an access control list, which the bucket has to know.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ id: 'logs-end', expiration: CONSOLE_LOG_KEPT }],
      removalPolicy: removalOfData(configuration),
    });
    accepted(this.bucket, 'It is the log: a log of writing the log would be without end.', [
      'AwsSolutions-S1',
      'NIST.800.53.R5-S3BucketLoggingEnabled',
    ]);
    accepted(
      this.bucket,
      'CloudFront delivers logs to buckets that are encrypted with a key of S3, without a grant on a key of ours.',
      ['NIST.800.53.R5-S3DefaultEncryptionKMS'],
    );
    accepted(
      this.bucket,
      'Objects are written once, by CloudFront, and end by their age; they hold addresses and what was asked for, and no answer.',
      ['NIST.800.53.R5-S3BucketReplicationEnabled', 'NIST.800.53.R5-S3BucketVersioningEnabled'],
    );
  }
}
