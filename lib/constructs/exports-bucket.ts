import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { EXPORT_LIFETIME_DAYS } from '../../api/routes/exports.ts';
import { ABANDONED_UPLOAD_AGE } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { allow, allowKeyThrough } from './allow.ts';
import type { ObjectLog } from './object-log.ts';
import { privateBucket } from './private-bucket.ts';
import { removalOfData } from './removal.ts';
import type { TreasuryFunction } from './treasury-function.ts';

export interface ExportsBucketProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  /** The log of who fetched which export. */
  readonly log: ObjectLog;
}

/** The actions that a function may be allowed on objects. Nothing deletes; the lifecycle does. */
export type ObjectAction = 's3:GetObject' | 's3:PutObject' | 's3:AbortMultipartUpload';

/** Files that were too large for a response: private, encrypted with the stage's key, gone after days. */
export class ExportsBucket extends Construct {
  readonly #bucket: Bucket;
  readonly #key: IKey;
  readonly #tenants: readonly string[];

  constructor(scope: Construct, id: string, { configuration, key, log }: ExportsBucketProps) {
    super(scope, id);
    this.#key = key;
    this.#tenants = configuration.tenants;
    this.#bucket = new Bucket(this, 'Bucket', {
      ...log.of(this, 'exports'),
      ...privateBucket(key),
      lifecycleRules: [
        {
          id: 'exports-are-fetched-within-days',
          expiration: Duration.days(EXPORT_LIFETIME_DAYS),
          abortIncompleteMultipartUploadAfter: ABANDONED_UPLOAD_AGE,
        },
      ],
      removalPolicy: removalOfData(configuration),
    });
    accepted(
      this.#bucket,
      'What is in it is a copy of what the tables hold, made again by asking again, and gone after days.',
      ['NIST.800.53.R5-S3BucketReplicationEnabled', 'NIST.800.53.R5-S3BucketVersioningEnabled'],
    );
  }

  get name(): string {
    return this.#bucket.bucketName;
  }

  get #logicalId(): string {
    const { defaultChild } = this.#bucket.node;
    if (!CfnResource.isCfnResource(defaultChild)) throw new Error('the bucket is not what it was');
    return String(Stack.of(this).resolve(defaultChild.logicalId));
  }

  /** Allows named actions on the objects of this stage's tenants, and the key through S3 alone. */
  allow(grantee: TreasuryFunction, actions: readonly ObjectAction[]): void {
    const ofTenants = this.#tenants.map((tenant) => `${tenant}/*`);
    const writes = actions.includes('s3:PutObject');
    allow(
      grantee,
      actions,
      ofTenants.map((prefix) => this.#bucket.arnForObjects(prefix)),
    );
    if (grantee.role === undefined) throw new Error(`${grantee.node.path} has no role`);
    accepted(
      grantee.role,
      'The objects of a tenant have that prefix in common, and names that are not known before.',
      ofTenants.map((prefix) => `AwsSolutions-IAM5[Resource::<${this.#logicalId}.Arn>/${prefix}]`),
    );
    // Without it S3 answers "denied" for a missing object. A GET has no prefix, so none is required here.
    if (actions.includes('s3:GetObject'))
      allow(grantee, ['s3:ListBucket'], [this.#bucket.bucketArn]);
    // A part is encrypted with the key that the upload was begun with, which is read for it.
    const keyActions = writes ? ['kms:Decrypt', 'kms:GenerateDataKey'] : ['kms:Decrypt'];
    allowKeyThrough('s3', this.#key, grantee, keyActions);
  }
}
