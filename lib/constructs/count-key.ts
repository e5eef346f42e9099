import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allowMac, macKey } from './mac-key.ts';

export interface CountKeyProps {
  readonly configuration: StageConfiguration;
}

/**
 * The key that what limits count is sealed by: an attacker with write access to the ledger cannot lower it. Functions that
 * claim, give back or re-arm use it, those that send among them, so it is not the key of seals: it authorises nothing.
 */
export class CountKey extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { configuration }: CountKeyProps) {
    super(scope, id);
    const { stage } = configuration;
    const description = `Seals what limits of Sluice count (${stage}); authorises and encrypts nothing`;
    this.arn = macKey(this, configuration, { alias: 'counts', description }).keyArn;
  }

  get environment(): Readonly<Record<string, string>> {
    return { [VARIABLES.countKey]: this.arn };
  }

  /** For functions that claim, give back or re-arm: of a MAC by this key they make a key of their own. */
  allow(grantee: IGrantable): void {
    allowMac(grantee, 'kms:GenerateMac', [this.arn]);
  }
}
