import { Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { BY_STATE_INDEX } from '../../adapters/store/keys.ts';
import { EVENT_SOURCE } from '../../api/events/events.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { allow } from '../constructs/allow.ts';
import { deadLetterQueue, failuresTo } from '../constructs/dead-letter-queue.ts';
import { ticks } from '../constructs/ticks.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import {
  DELIVER_MAX_AGE,
  DELIVER_RETRY_ATTEMPTS,
  DELIVER_TIMEOUT,
  DELIVERIES_EVERY_MINUTES,
  QUEUE_EVENT_ATTEMPTS,
  QUEUE_MAX_AGE,
  QUEUE_RETRY_ATTEMPTS,
  QUEUE_TIMEOUT,
  TENANTS_OF_A_LOOK,
} from '../limits.ts';
import { ruleName } from '../observability/alarm-name.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';

export interface WebhooksStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
}

/**
 * Events to receivers outside. One function queues and pauses; the other one posts, and is the only one that calls
 * addresses that people enter: it can change neither the ledger nor a webhook.
 */
export class WebhooksStack extends Stack {
  readonly deliver: TreasuryFunction;

  constructor(scope: Construct, id: string, props: WebhooksStackProps) {
    const { configuration, data, ...rest } = props;
    super(scope, id, rest);
    this.deliver = this.#deliver(props);
    const queue = this.#queue(props);
    ticks(this, {
      configuration,
      deadLetters: data.deadLetters,
      groupName: `sluice-${configuration.stage}-webhooks`,
      everyMinutes: DELIVERIES_EVERY_MINUTES,
      kinds: [
        {
          name: 'deliveries',
          target: queue,
          description: 'Deliveries that are due',
          tenantsAtOnce: TENANTS_OF_A_LOOK,
        },
      ],
    });
  }

  /** One webhook for each invocation, and one invocation at a time for each webhook: 20 of a tenant at most. */
  #deliver({ configuration, data }: WebhooksStackProps): TreasuryFunction {
    const { ledger, deliveries, sealKey, webhookSecrets, key } = data;
    const target = new TreasuryFunction(this, 'deliver-webhooks', {
      configuration,
      key,
      description: 'Posts events to one webhook, signed, and records what came back',
      timeout: DELIVER_TIMEOUT,
      environment: {
        ...sealKey.environment,
        ...webhookSecrets.environment,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.deliveriesTable]: deliveries.name,
      },
    });
    sealKey.allowVerify(target);
    webhookSecrets.allowDecrypt(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
    deliveries.allow(target, ['dynamodb:GetItem'], {
      indexes: [BY_STATE_INDEX],
    });
    target.configureAsyncInvoke({
      retryAttempts: DELIVER_RETRY_ATTEMPTS,
      maxEventAge: DELIVER_MAX_AGE,
      onFailure: failuresTo(data.deadLetters),
    });
    return target;
  }

  #queue({ configuration, data }: WebhooksStackProps): TreasuryFunction {
    const { ledger, deliveries, sealKey, events, key } = data;
    const target = new TreasuryFunction(this, 'queue-deliveries', {
      configuration,
      key,
      description: 'Queues events for webhooks, has what is due sent, pauses what does not answer',
      timeout: QUEUE_TIMEOUT,
      environment: {
        ...sealKey.environment,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.deliveriesTable]: deliveries.name,
        [VARIABLES.deliverWebhooksFunction]: this.deliver.functionName,
      },
    });
    // A pause narrows: it carries the seal of what it pauses, and this function can make none.
    sealKey.allowVerify(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
    deliveries.allow(target, ['dynamodb:GetItem'], {
      indexes: [BY_STATE_INDEX],
    });
    allow(target, ['lambda:InvokeFunction'], [this.deliver.functionArn]);
    const deadLetters = deadLetterQueue(this, 'dead-letters-webhooks', key);
    target.configureAsyncInvoke({
      retryAttempts: QUEUE_RETRY_ATTEMPTS,
      maxEventAge: QUEUE_MAX_AGE,
      onFailure: failuresTo(deadLetters),
    });
    new Rule(this, 'events-to-webhooks', {
      ruleName: ruleName(configuration.stage, 'events-to-webhooks'),
      description: 'Queues every event for the webhooks that are sent its type',
      eventBus: events.bus,
      eventPattern: { source: [EVENT_SOURCE] },
      targets: [
        new LambdaFunction(target, {
          retryAttempts: QUEUE_EVENT_ATTEMPTS,
          maxEventAge: QUEUE_MAX_AGE,
          deadLetterQueue: deadLetters,
        }),
      ],
    });
    return target;
  }
}
