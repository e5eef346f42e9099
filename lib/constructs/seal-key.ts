import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allowMac, macKey } from './mac-key.ts';

export interface SealKeyProps {
  readonly configuration: StageConfiguration;
}

/**
 * The key that seals everything that authorises a send. It never leaves KMS: an attacker with write access to the
 * ledger still cannot make a seal. Only deciding functions may make seals; sending functions may verify them. KMS
 * rotates no HMAC keys by itself: another key takes its place by hand (docs/operations.md).
 */
export class SealKey extends Construct {
  readonly arn: string;
  /** Earlier keys, whose seals are valid until their items are sealed again. */
  readonly #previous: readonly string[];

  constructor(scope: Construct, id: string, { configuration }: SealKeyProps) {
    super(scope, id);
    const { stage, previousSealKeys } = configuration;
    const description = `Seals what authorises a send of Sluice (${stage}); encrypts nothing`;
    this.arn = macKey(this, configuration, { alias: 'seals', description }).keyArn;
    this.#previous = previousSealKeys;
  }

  /** The variable of functions that make or verify seals: the current key first. */
  get environment(): Readonly<Record<string, string>> {
    return { [VARIABLES.sealKeys]: [this.arn, ...this.#previous].join(',') };
  }

  /** For deciding functions: they verify the basis of a decision, and seal its result. */
  allowSeal(grantee: IGrantable): void {
    allowMac(grantee, 'kms:GenerateMac', [this.arn]);
    this.allowVerify(grantee);
  }

  /** For sending functions, and for the one that shows what waits. */
  allowVerify(grantee: IGrantable): void {
    allowMac(grantee, 'kms:VerifyMac', [this.arn, ...this.#previous]);
  }
}
