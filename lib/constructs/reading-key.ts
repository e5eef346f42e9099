import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { MAC_ALGORITHM } from '../../adapters/seals/mac-algorithm.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allow } from './allow.ts';
import { removalOfData } from './removal.ts';
import { PENDING_WINDOW } from './seal-key.ts';

export interface ReadingKeyProps {
  readonly configuration: StageConfiguration;
}

/**
 * The key that balances are sealed with as they are read: an attacker with write access to the snapshots cannot make up
 * balances that something is given back on. Only take-snapshot makes these seals, and with them it authorises nothing; whoever
 * gives something back verifies them, and can make none.
 */
export class ReadingKey extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { configuration }: ReadingKeyProps) {
    super(scope, id);
    const { stage } = configuration;
    const key = new Key(this, 'Key', {
      alias: `sluice/${stage}/readings`,
      description: `Seals the balances that Sluice reads (${stage}); authorises and encrypts nothing`,
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      pendingWindow: PENDING_WINDOW,
      removalPolicy: removalOfData(configuration),
    });
    this.arn = key.keyArn;
  }

  get environment(): Readonly<Record<string, string>> {
    return { [VARIABLES.readingKey]: this.arn };
  }

  /** For the one function that reads the balances for all the others. */
  allowSeal(grantee: IGrantable): void {
    this.#allow(grantee, 'kms:GenerateMac');
  }

  /** For functions that give something back, or free a currency, on a balance. */
  allowVerify(grantee: IGrantable): void {
    this.#allow(grantee, 'kms:VerifyMac');
  }

  #allow(grantee: IGrantable, action: string): void {
    allow(grantee, [action], [this.arn], { StringEquals: { 'kms:MacAlgorithm': MAC_ALGORITHM } });
  }
}
