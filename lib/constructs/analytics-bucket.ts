import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import type { IGrantable, ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct, type IConstruct } from 'constructs';
import { ANALYTICS_DATA_PREFIX, analyticsStateKey } from '../../reporting/analytics/tables.ts';
import { ABANDONED_UPLOAD_AGE, QUERY_RESULTS_KEPT, REPLACED_FILES_KEPT } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { allow, allowKeyThrough } from './allow.ts';
import type { ObjectLog } from './object-log.ts';
import { privateBucket } from './private-bucket.ts';
import { removalOfData } from './removal.ts';
import type { TreasuryFunction } from './treasury-function.ts';

/** The place of Athena's results. */
const RESULTS_PREFIX = 'results';

export interface AnalyticsBucketProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  readonly log: ObjectLog;
}

/** The analyst's files, and the results of queries on them: private, encrypted with the stage's key. */
export class AnalyticsBucket extends Construct {
  readonly bucket: Bucket;
  readonly #key: IKey;
  readonly #tenants: readonly string[];

  constructor(scope: Construct, id: string, { configuration, key, log }: AnalyticsBucketProps) {
    super(scope, id);
    this.#key = key;
    this.#tenants = configuration.tenants;
    this.bucket = new Bucket(this, 'Bucket', {
      ...log.of(this, 'analytics'),
      ...privateBucket(key),
      // A day is written over itself: the earlier version can be restored for a while.
      versioned: true,
      lifecycleRules: [
        {
          id: 'replaced-files-go-after-days',
          noncurrentVersionExpiration: REPLACED_FILES_KEPT,
          abortIncompleteMultipartUploadAfter: ABANDONED_UPLOAD_AGE,
        },
        {
          id: 'answers-are-read-within-days',
          prefix: `${RESULTS_PREFIX}/`,
          expiration: QUERY_RESULTS_KEPT,
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      removalPolicy: removalOfData(configuration),
    });
    accepted(
      this.bucket,
      'Its files are a copy of what the tables hold, which have backups of their own; what is written over can be had back for a while.',
      ['NIST.800.53.R5-S3BucketReplicationEnabled'],
    );
  }

  get name(): string {
    return this.bucket.bucketName;
  }

  /** Address of the objects under a prefix, in the form that Glue and Athena want. */
  addressOf(prefix: string): string {
    return this.bucket.s3UrlForObject(`${prefix}/`);
  }

  get resultsAddress(): string {
    return this.addressOf(RESULTS_PREFIX);
  }

  /** Allows writing the files of tenants and keeping how far they are. No other object can be read. */
  allowExport(target: TreasuryFunction): void {
    const { role } = target;
    if (role === undefined) throw new Error(`${target.node.path} has no role`);
    const states = this.#tenants.map(analyticsStateKey);
    const actions = ['s3:PutObject', 's3:AbortMultipartUpload'];
    this.#allowObjects(role, role, actions, [ANALYTICS_DATA_PREFIX]);
    allow(
      role,
      ['s3:GetObject', 's3:PutObject'],
      states.map((state) => this.bucket.arnForObjects(state)),
    );
    // Without it S3 answers "denied" for a missing object. A GET has no prefix, so none is required here.
    allow(role, ['s3:ListBucket'], [this.bucket.bucketArn]);
    this.#allowKey(role);
  }

  /** Allows reading the files, and writing and reading results; no analyst can change a file. */
  allowQueries(policy: ManagedPolicy): void {
    const { bucketArn } = this.bucket;
    const both = [ANALYTICS_DATA_PREFIX, RESULTS_PREFIX];
    this.#allowObjects(policy, policy, ['s3:GetObject'], both);
    const writing = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
    allow(policy, writing, [this.bucket.arnForObjects(`${RESULTS_PREFIX}/*`)]);
    allow(
      policy,
      ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'],
      [bucketArn],
    );
    this.#allowKey(policy);
  }

  #allowObjects(
    grantee: IGrantable,
    finding: IConstruct,
    actions: readonly string[],
    prefixes: readonly string[],
  ): void {
    const { defaultChild } = this.bucket.node;
    if (!CfnResource.isCfnResource(defaultChild)) throw new Error('the bucket is not what it was');
    const id = String(Stack.of(this).resolve(defaultChild.logicalId));
    allow(
      grantee,
      actions,
      prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}/*`)),
    );
    accepted(
      finding,
      'Files are named by day, and answers by Athena: what they have in common is what they begin with.',
      prefixes.map((prefix) => `AwsSolutions-IAM5[Resource::<${id}.Arn>/${prefix}/*]`),
    );
  }

  /** The key serves through S3 only. A part is encrypted with the key that its upload was begun with, which
   * is read for it. */
  #allowKey(grantee: IGrantable): void {
    allowKeyThrough('s3', this.#key, grantee, ['kms:Decrypt', 'kms:GenerateDataKey']);
  }
}
