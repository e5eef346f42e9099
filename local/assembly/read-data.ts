import * as z from 'zod';
import { ignored, type LocatedResources } from './located-resources.ts';
import type { BucketModel, QueueModel, SecretModel, TableModel } from './model.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));

const tableProperties = z.strictObject({
  TableName: z.string().optional(),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: keySchema,
        Projection: z.object({
          ProjectionType: z.string().optional(),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .default([]),
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  BillingMode: ignored,
  ContributorInsightsSpecification: ignored,
  DeletionProtectionEnabled: ignored,
  OnDemandThroughput: ignored,
  PointInTimeRecoverySpecification: ignored,
  ProvisionedThroughput: ignored,
  ResourcePolicy: ignored,
  SSESpecification: ignored,
  TableClass: ignored,
  Tags: ignored,
  WarmThroughput: ignored,
});

/** Secrets Manager's own. */
const DEFAULT_PASSWORD_CHARACTERS = 32;

/** A value in a template would be a secret that every reader sees: only empty and generated ones are served. */
const secretProperties = z.strictObject({
  Name: z.string().optional(),
  Description: ignored,
  GenerateSecretString: z
    .strictObject({
      PasswordLength: z.number().int().min(1).max(4_096).default(DEFAULT_PASSWORD_CHARACTERS),
      ExcludePunctuation: z.literal(true, 'only letters and digits are generated locally'),
    })
    .optional(),
  KmsKeyId: ignored,
  Tags: ignored,
});

const queueProperties = z.strictObject({
  QueueName: z.string().optional(),
  KmsDataKeyReusePeriodSeconds: ignored,
  KmsMasterKeyId: ignored,
  MessageRetentionPeriod: ignored,
  SqsManagedSseEnabled: ignored,
  Tags: ignored,
  VisibilityTimeout: ignored,
});

const bucketProperties = z.strictObject({
  BucketName: z.string().optional(),
  BucketEncryption: ignored,
  LifecycleConfiguration: ignored,
  LoggingConfiguration: ignored,
  OwnershipControls: ignored,
  PublicAccessBlockConfiguration: ignored,
  Tags: ignored,
  // Nothing here reads a version that was written over.
  VersioningConfiguration: ignored,
});

export function readBuckets(resources: LocatedResources): readonly BucketModel[] {
  return resources.ofType('AWS::S3::Bucket', bucketProperties).map(({ name }) => ({ name }));
}

export function readTables(resources: LocatedResources): readonly TableModel[] {
  return resources.ofType('AWS::DynamoDB::Table', tableProperties).map(({ name, properties }) => ({
    name,
    keySchema: properties.KeySchema,
    attributes: properties.AttributeDefinitions,
    globalIndexes: properties.GlobalSecondaryIndexes,
    streamViewType: properties.StreamSpecification?.StreamViewType ?? null,
    timeToLiveAttribute:
      properties.TimeToLiveSpecification?.Enabled === true
        ? properties.TimeToLiveSpecification.AttributeName
        : null,
  }));
}

export function readSecrets(resources: LocatedResources): readonly SecretModel[] {
  return resources
    .ofType('AWS::SecretsManager::Secret', secretProperties)
    .map(({ name, ref, properties: { GenerateSecretString: generated } }) => ({
      name,
      arn: ref,
      generatedCharacters: generated?.PasswordLength ?? null,
    }));
}

export function readQueues(resources: LocatedResources): readonly QueueModel[] {
  return resources
    .ofType('AWS::SQS::Queue', queueProperties)
    .map(({ name, arn }) => ({ name, arn }));
}
