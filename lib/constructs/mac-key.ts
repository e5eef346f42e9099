import { Duration } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { MAC_ALGORITHM } from '../../adapters/seals/mac-algorithm.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allow } from './allow.ts';
import { removalOfData } from './removal.ts';

/** Days in which the deletion of the key can be taken back: without the key no existing seal is valid any more. */
const PENDING_WINDOW = Duration.days(30);

/** A key that seals and encrypts nothing; it never leaves KMS. The alias is its name below that of the stage. */
export function macKey(
  scope: Construct,
  configuration: StageConfiguration,
  { alias, description }: { readonly alias: string; readonly description: string },
): Key {
  return new Key(scope, 'Key', {
    alias: `sluice/${configuration.stage}/${alias}`,
    description,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    pendingWindow: PENDING_WINDOW,
    removalPolicy: removalOfData(configuration),
  });
}

/** With these keys, and in the one way in which Sluice seals. */
export function allowMac(
  grantee: IGrantable,
  action: 'kms:GenerateMac' | 'kms:VerifyMac',
  keys: readonly string[],
): void {
  allow(grantee, [action], keys, { StringEquals: { 'kms:MacAlgorithm': MAC_ALGORITHM } });
}
