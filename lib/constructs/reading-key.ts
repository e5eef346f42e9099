import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allowMac, macKey } from './mac-key.ts';

export interface ReadingKeyProps {
  readonly configuration: StageConfiguration;
}

/**
 * The key that balances are sealed with as they are read: an attacker with write access to the snapshots cannot make up
 * balances that something is given back on, or values that the next prices are judged by. Only take-snapshot makes these seals,
 * and with them it authorises nothing; whoever gives something back or sends verifies them, and can make none.
 */
export class ReadingKey extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { configuration }: ReadingKeyProps) {
    super(scope, id);
    const { stage } = configuration;
    const description = `Seals the balances that Sluice reads (${stage}); authorises and encrypts nothing`;
    this.arn = macKey(this, configuration, { alias: 'readings', description }).keyArn;
  }

  get environment(): Readonly<Record<string, string>> {
    return { [VARIABLES.readingKey]: this.arn };
  }

  /** For the one function that reads the balances for all the others. */
  allowSeal(grantee: IGrantable): void {
    allowMac(grantee, 'kms:GenerateMac', [this.arn]);
  }

  /** For functions that give something back or free a currency on a balance, send by what it is worth, or say whether one would. */
  allowVerify(grantee: IGrantable): void {
    allowMac(grantee, 'kms:VerifyMac', [this.arn]);
  }
}
