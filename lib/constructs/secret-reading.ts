import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { allow, allowKeyThrough } from './allow.ts';

/** Allows reading one secret, and the key only for that. */
export function allowReadOf(arn: string, key: IKey, grantee: IGrantable): void {
  allow(grantee, ['secretsmanager:GetSecretValue'], [arn]);
  allowKeyThrough('secretsmanager', key, grantee, ['kms:Decrypt']);
}
