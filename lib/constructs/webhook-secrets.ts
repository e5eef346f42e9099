import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SECRET_PURPOSE } from '../../adapters/seals/secret-purpose.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allow } from './allow.ts';

/**
 * The secrets of webhooks, encrypted by the key of all data, for this purpose alone: a role that may use the key through
 * a table cannot decrypt a secret, and one that may decrypt a secret can decrypt nothing else.
 */
export class WebhookSecrets {
  readonly #key: IKey;
  readonly #tenants: readonly string[];

  constructor(key: IKey, { tenants }: Pick<StageConfiguration, 'tenants'>) {
    this.#key = key;
    this.#tenants = tenants;
  }

  get environment(): Readonly<Record<string, string>> {
    return { [VARIABLES.webhookKey]: this.#key.keyArn };
  }

  /** For the function that makes a secret and shows it. */
  allowEncrypt(grantee: IGrantable): void {
    this.#allow(grantee, 'kms:Encrypt');
  }

  /** For the function that signs by it. */
  allowDecrypt(grantee: IGrantable): void {
    this.#allow(grantee, 'kms:Decrypt');
  }

  #allow(grantee: IGrantable, action: string): void {
    allow(grantee, [action], [this.#key.keyArn], {
      StringEquals: {
        'kms:EncryptionContext:purpose': SECRET_PURPOSE,
        'kms:EncryptionContext:tenant': [...this.#tenants],
      },
    });
  }
}
