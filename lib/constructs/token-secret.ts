import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { removalOfNamed } from './removal.ts';
import { allowReadOf } from './secret-reading.ts';

export interface TokenSecretProps {
  readonly configuration: StageConfiguration;
  readonly tenant: string;
  readonly key: IKey;
}

/**
 * The secret that the service's token of a tenant is put into. It is created without any version:
 * neither a value nor a generated one is in the template, and until a person fills it the functions
 * answer that there is no token. (The higher construct would generate a value, hence the plain one.)
 */
export class TokenSecret extends Construct {
  readonly arn: string;
  readonly secretName: string;
  readonly #key: IKey;

  constructor(scope: Construct, id: string, { configuration, tenant, key }: TokenSecretProps) {
    super(scope, id);
    this.#key = key;
    this.secretName = `sluice/${configuration.stage}/service-token/${tenant}`;
    const secret = new CfnSecret(this, 'Secret', {
      name: this.secretName,
      description: `Token of tenant ${tenant} at the Trading and Withdrawal Service`,
      kmsKeyId: key.keyArn,
    });
    secret.applyRemovalPolicy(removalOfNamed(configuration));
    accepted(
      secret,
      'The service hands out tokens to people and has no interface for it: a person rotates with one command (docs/token.md).',
      ['AwsSolutions-SMG4', 'NIST.800.53.R5-SecretsManagerRotationEnabled'],
    );
    this.arn = secret.ref;
  }

  /** Allows reading the token, and the key only for that. */
  allowRead(grantee: IGrantable): void {
    allowReadOf(this.arn, this.#key, grantee);
  }
}
