import { CfnOutput, Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allow } from './allow.ts';
import { removalOfNamed } from './removal.ts';

/** The bus of a stage, by its public name. */
export function eventBusName(stage: string): string {
  return `sluice-${stage}`;
}

export interface TreasuryBusProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  /** Events that cannot be encrypted or read back. */
  readonly deadLetters: Queue;
}

/**
 * The bus on which every change of state is published, encrypted with our key. It outlives deployments like the
 * tables do: other systems' rules hang on it. Events that cannot be encrypted or read back, such as while the key is
 * disabled, wait in a queue.
 */
export class TreasuryBus extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { configuration, key, deadLetters }: TreasuryBusProps) {
    super(scope, id);
    const name = eventBusName(configuration.stage);
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: name,
      description: `What happens to the treasury (${configuration.stage}), as CloudEvents`,
      kmsKey: key,
      deadLetterQueue: deadLetters,
    });
    this.bus.applyRemovalPolicy(removalOfNamed(configuration));
    deadLetters.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
        conditions: {
          ArnEquals: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'events',
              resource: 'event-bus',
              resourceName: name,
            }),
          },
        },
      }),
    );
    new CfnOutput(Stack.of(this), 'EventBusName', {
      value: this.bus.eventBusName,
      description: 'Others subscribe with rules on it: docs/events.md',
    });
  }

  /** Allows putting events. The key serves EventBridge itself, so the putting role needs no use of it. */
  allowPut(grantee: IGrantable): void {
    allow(grantee, ['events:PutEvents'], [this.bus.eventBusArn]);
  }
}
