import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { removalOfNamed } from './removal.ts';

export interface TreasuryLogGroupProps {
  /** Under one of the prefixes that the key's policy names. */
  readonly logGroupName: string;
  readonly configuration: StageConfiguration;
  readonly key: IKey;
}

/** A log group that is encrypted, ages as the stage says and, where data is kept, is kept. */
export function treasuryLogGroup(
  scope: Construct,
  id: string,
  { logGroupName, configuration, key }: TreasuryLogGroupProps,
): LogGroup {
  return new LogGroup(scope, id, {
    logGroupName,
    encryptionKey: key,
    // The numbers of this enumeration are days, and the configuration accepts only such.
    retention: configuration.logRetentionDays as RetentionDays,
    removalPolicy: removalOfNamed(configuration),
  });
}

/** The names that a stage's log groups may have, as patterns for the key's policy. */
export function logGroupPatterns(stage: string): readonly string[] {
  return [`/sluice/${stage}/*`, `${accessLogPrefix(stage)}/*`];
}

/** Access logs stand under the prefix that keeps the account's log delivery policy from growing. */
export function accessLogPrefix(stage: string): string {
  return `/aws/vendedlogs/sluice/${stage}`;
}
