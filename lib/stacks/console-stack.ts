import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { ConsoleBucket, DeliveryLog } from '../constructs/console-bucket.ts';
import { ConsoleDistribution } from '../constructs/console-distribution.ts';
import { failuresTo } from '../constructs/dead-letter-queue.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import { CONSOLE_MAX_AGE, CONSOLE_RETRY_ATTEMPTS, CONSOLE_TIMEOUT } from '../limits.ts';
import type { ConsoleSettings, StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';

export interface ConsoleStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly settings: ConsoleSettings;
  readonly data: DataStack;
}

/**
 * The address of the console, and the place of its files. It stands before the people and the API, which name the address
 * among their own; what the files say of those two is written after them (console-content-stack.ts).
 */
export class ConsoleStack extends Stack {
  /** The console's address, without a slash at its end. */
  readonly address: string;
  /** Holds the build, and writes it when the content is deployed. */
  readonly writer: TreasuryFunction;

  constructor(scope: Construct, id: string, props: ConsoleStackProps) {
    const { configuration, settings, data, ...rest } = props;
    super(scope, id, rest);
    const files = new ConsoleBucket(this, 'files', { configuration, log: data.objectLog });
    const log = new DeliveryLog(this, 'log', { configuration });
    const { address, distribution } = new ConsoleDistribution(this, 'distribution', {
      // The CDK's own types disagree with each other where an absent field is not an undefined one.
      files: files.bucket as IBucket,
      log: log.bucket as IBucket,
      settings,
      stage: configuration.stage,
      comment: `Sluice (${configuration.stage}): the console`,
    });
    this.address = address;
    this.writer = this.#writer(props, files);
    new CfnOutput(this, 'ConsoleAddress', { value: address });
    new CfnOutput(this, 'DistributionDomain', {
      value: distribution.domainName,
      description: 'What the name of the console points to in DNS',
    });
    new CfnOutput(this, 'ConsoleFiles', { value: files.bucket.bucketName });
  }

  #writer({ configuration, data }: ConsoleStackProps, files: ConsoleBucket): TreasuryFunction {
    const target = new TreasuryFunction(this, 'deploy-console', {
      configuration,
      key: data.key,
      description: "Writes the console's files and settings, while the stage is deployed",
      timeout: CONSOLE_TIMEOUT,
      environment: {
        [VARIABLES.consoleBucket]: files.bucket.bucketName,
        [VARIABLES.consoleAddress]: this.address,
      },
    });
    files.allowPut(target);
    target.configureAsyncInvoke({
      retryAttempts: CONSOLE_RETRY_ATTEMPTS,
      maxEventAge: CONSOLE_MAX_AGE,
      onFailure: failuresTo(data.deadLetters),
    });
    return target;
  }
}
