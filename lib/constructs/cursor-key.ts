import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { removalOfNamed } from './removal.ts';
import { allowReadOf } from './secret-reading.ts';

/** Letters and digits of the key: more than 256 bits, the most that HMAC-SHA256 uses. */
const KEY_CHARACTERS = 64;

export interface CursorKeyProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
}

/**
 * The secret that signs the cursors of lists. Secrets Manager generates its value in place, so no person has ever
 * seen it. Replacing it makes open cursors void, nothing else.
 */
export class CursorKey extends Construct {
  readonly arn: string;
  readonly #key: IKey;

  constructor(scope: Construct, id: string, { configuration, key }: CursorKeyProps) {
    super(scope, id);
    this.#key = key;
    const secret = new CfnSecret(this, 'Secret', {
      name: `sluice/${configuration.stage}/cursor-key`,
      description: 'Signs the cursors of lists; generated, and never shown to a person',
      kmsKeyId: key.keyArn,
      generateSecretString: { passwordLength: KEY_CHARACTERS, excludePunctuation: true },
    });
    secret.applyRemovalPolicy(removalOfNamed(configuration));
    accepted(
      secret,
      'A new key would end lists that people are paging through, and protect nothing: a cursor is a place in a list that its holder may read anyway (docs/paging.md).',
      ['AwsSolutions-SMG4', 'NIST.800.53.R5-SecretsManagerRotationEnabled'],
    );
    this.arn = secret.ref;
  }

  /** Allows reading the key, and the encryption key only for that. */
  allowRead(grantee: IGrantable): void {
    allowReadOf(this.arn, this.#key, grantee);
  }
}
