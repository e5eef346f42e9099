import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, TRADE_APPROVED } from '../../api/events/events.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { failuresTo } from '../constructs/dead-letter-queue.ts';
import { deliverStream } from '../constructs/stream-delivery.ts';
import type { TreasuryBus } from '../constructs/treasury-bus.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import type { TreasuryTable } from '../constructs/treasury-table.ts';
import { SEND_BATCH_SIZE, SEND_MAX_AGE, SEND_RETRY_ATTEMPTS, SENDER_TIMEOUT } from '../limits.ts';
import { ruleName } from '../observability/alarm-name.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';
import { serviceEnvironment } from './service-environment.ts';

/** The sender of one kind of approved instruction. */
export interface SenderProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
  readonly description: string;
  /** Of the table of snapshots, where it needs that. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The dead-letter queue of events. */
  readonly deadLetters: Queue;
}

/** Sends approved instructions of one kind: the platform never retries. */
export function sender(scope: Construct, name: string, props: SenderProps): TreasuryFunction {
  const { configuration, data } = props;
  const { ledger, tokens, key, sealKey, readingKey } = data;
  const target = new TreasuryFunction(scope, name, {
    configuration,
    key,
    description: props.description,
    timeout: SENDER_TIMEOUT,
    environment: {
      ...serviceEnvironment(configuration, tokens),
      ...props.environment,
      [VARIABLES.ledgerTable]: ledger.name,
      ...sealKey.environment,
      ...readingKey.environment,
    },
  });
  tokens.allowRead(target);
  sealKey.allowVerify(target);
  // What the last snapshot says that each currency was worth, as Sluice left it on record.
  readingKey.allowVerify(target);
  ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
  target.configureAsyncInvoke({
    retryAttempts: SEND_RETRY_ATTEMPTS,
    maxEventAge: SEND_MAX_AGE,
    onFailure: failuresTo(props.deadLetters),
  });
  return target;
}

/** Withdrawals go by the shortest way: straight from the ledger. */
export function sendOnStream(
  sendWithdrawal: TreasuryFunction,
  ledger: TreasuryTable,
  deadLetters: Queue,
): void {
  deliverStream(sendWithdrawal, {
    table: ledger,
    filters: [
      {
        dynamodb: {
          NewImage: {
            entity: { S: ['instruction'] },
            kind: { S: ['withdrawal'] },
            state: { S: ['approved'] },
          },
        },
      },
    ],
    batchSize: SEND_BATCH_SIZE,
    retryAttempts: SEND_RETRY_ATTEMPTS,
    maxRecordAge: SEND_MAX_AGE,
    answersFailures: false,
    deadLetters,
  });
}

/** A stream serves two readers: approved trades, which are rare, take their event. */
export function sendOnEvent(
  scope: Construct,
  sendTrade: TreasuryFunction,
  { stage, events }: { readonly stage: string; readonly events: TreasuryBus },
  deadLetters: Queue,
): void {
  new Rule(scope, 'approved-trades', {
    ruleName: ruleName(stage, 'approved-trades'),
    description: 'Has trades sent that a person has approved',
    eventBus: events.bus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [TRADE_APPROVED] },
    targets: [
      new LambdaFunction(sendTrade, {
        retryAttempts: SEND_RETRY_ATTEMPTS,
        maxEventAge: SEND_MAX_AGE,
        deadLetterQueue: deadLetters,
      }),
    ],
  });
}
