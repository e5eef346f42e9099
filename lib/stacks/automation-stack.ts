import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../adapters/environment/names.ts';
import { BY_STATE_INDEX } from '../../adapters/store/keys.ts';
import { EVENT_SOURCE, TOLD_ENTITIES, TRADE_APPROVED } from '../../contract/events.ts';
import { deliverStream } from '../constructs/stream-delivery.ts';
import { tick } from '../constructs/tick.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import { failuresTo, undeliveredQueue } from '../constructs/undelivered-queue.ts';
import {
  BOOKS_BATCH_SIZE,
  BOOKS_MAX_RECORD_AGE,
  BOOKS_RETRY_ATTEMPTS,
  BOOKS_TIMEOUT,
  PUBLISH_BATCH_SIZE,
  PUBLISH_MAX_AGE,
  PUBLISH_RETRY_ATTEMPTS,
  PUBLISH_TIMEOUT,
  SEND_BATCH_SIZE,
  SEND_MAX_AGE,
  SEND_RETRY_ATTEMPTS,
  SENDER_TIMEOUT,
  SNAPSHOT_RETRY_ATTEMPTS,
  SNAPSHOT_TIMEOUT,
  SWEEPS_BATCH_SIZE,
  SWEEPS_MAX_RECORD_AGE,
  SWEEPS_RETRY_ATTEMPTS,
  SWEEPS_TIMEOUT,
  TICK_MAX_AGE,
  WATCHDOG_RETRY_ATTEMPTS,
  WATCHDOG_TIMEOUT,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';
import { serviceEnvironment } from './service-environment.ts';
import { statementEnvironment } from './statement-environment.ts';

export interface AutomationStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
}

/** What sends one kind of approved instruction. */
interface SenderProps {
  readonly description: string;
  /** Invocations at once. */
  readonly concurrency: number;
  /** What could not be delivered. */
  readonly undelivered: Queue;
}

/** What runs by itself: snapshots on schedule, sweeps on snapshots, sends on approvals, the watchdog. */
export class AutomationStack extends Stack {
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;

  constructor(scope: Construct, id: string, props: AutomationStackProps) {
    const { configuration, data, ...rest } = props;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    const takeSnapshot = this.#takeSnapshot();
    this.#runSweeps();
    this.#keepBooks();
    const { concurrency } = this.#configuration;
    const withdrawals = undeliveredQueue(this, 'undelivered-withdrawals', this.#data.key);
    const sendWithdrawal = this.#sender('send-withdrawal', {
      description: 'Claims an approved withdrawal and sends it, once',
      concurrency: concurrency.sendWithdrawal,
      undelivered: withdrawals,
    });
    this.#sendOnStream(sendWithdrawal, withdrawals);
    const trades = undeliveredQueue(this, 'undelivered-trades', this.#data.key);
    const sendTrade = this.#sender('send-trade', {
      description: 'Claims a trade that a person has approved and sends it, once',
      concurrency: concurrency.placeTrade,
      undelivered: trades,
    });
    this.#publishEvents();
    this.#sendOnEvent(sendTrade, trades);
    const watchdog = this.#watchdog(sendWithdrawal, sendTrade);
    this.#schedule(takeSnapshot, watchdog);
  }

  #takeSnapshot(): TreasuryFunction {
    const { snapshots, tokens, key } = this.#data;
    const target = new TreasuryFunction(this, 'take-snapshot', {
      configuration: this.#configuration,
      key,
      description: "Records a client's balances and prices, or why they could not be read",
      timeout: SNAPSHOT_TIMEOUT,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
        [VARIABLES.snapshotRetentionMonths]: String(this.#configuration.snapshotRetentionMonths),
      },
    });
    tokens.allowRead(target);
    snapshots.allow(target, ['dynamodb:PutItem']);
    target.configureAsyncInvoke({
      retryAttempts: SNAPSHOT_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(undeliveredQueue(this, 'failed-snapshots', this.#data.key)),
    });
    return target;
  }

  #runSweeps(): void {
    const { snapshots, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'run-sweeps', {
      configuration: this.#configuration,
      key,
      description: 'Decides every sweep rule on a new snapshot and records each decision',
      timeout: SWEEPS_TIMEOUT,
      environment: { [VARIABLES.ledgerTable]: ledger.name },
    });
    ledger.allow(target, [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:DescribeTable',
      'dynamodb:PutItem',
      'dynamodb:ConditionCheckItem',
    ]);
    deliverStream(target, {
      table: snapshots,
      filter: { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['taken'] } } } },
      batchSize: SWEEPS_BATCH_SIZE,
      retryAttempts: SWEEPS_RETRY_ATTEMPTS,
      maxRecordAge: SWEEPS_MAX_RECORD_AGE,
      answersFailures: true,
      undelivered: undeliveredQueue(this, 'undelivered-snapshots', this.#data.key),
    });
  }

  /** The second reader of the snapshots' stream; a shard serves two without one slowing the other. */
  #keepBooks(): void {
    const { snapshots, series, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'keep-books', {
      configuration: this.#configuration,
      key,
      description: 'Reconciles each snapshot, rolls it up by hour and day, freezes months',
      timeout: BOOKS_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.seriesTable]: series.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.snapshotRetentionMonths]: String(this.#configuration.snapshotRetentionMonths),
        [VARIABLES.reconciliationTolerances]: JSON.stringify(this.#configuration.books.tolerances),
        ...statementEnvironment(this.#configuration),
      },
    });
    snapshots.allow(target, ['dynamodb:Query', 'dynamodb:UpdateItem']);
    series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem']);
    ledger.allow(
      target,
      ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      [BY_STATE_INDEX],
    );
    deliverStream(target, {
      table: snapshots,
      filter: { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['taken'] } } } },
      batchSize: BOOKS_BATCH_SIZE,
      retryAttempts: BOOKS_RETRY_ATTEMPTS,
      maxRecordAge: BOOKS_MAX_RECORD_AGE,
      answersFailures: true,
      undelivered: undeliveredQueue(this, 'unkept-snapshots', this.#data.key),
    });
  }

  /** Sends what was approved, of one kind: nothing is ever retried by the platform. */
  #sender(name: string, props: SenderProps): TreasuryFunction {
    const { ledger, tokens, key } = this.#data;
    const target = new TreasuryFunction(this, name, {
      configuration: this.#configuration,
      key,
      description: props.description,
      timeout: SENDER_TIMEOUT,
      reservedConcurrency: props.concurrency,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        [VARIABLES.ledgerTable]: ledger.name,
      },
    });
    tokens.allowRead(target);
    ledger.allowAudit(target);
    ledger.allow(target, [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:DescribeTable',
      'dynamodb:PutItem',
      'dynamodb:ConditionCheckItem',
    ]);
    target.configureAsyncInvoke({
      retryAttempts: SEND_RETRY_ATTEMPTS,
      maxEventAge: SEND_MAX_AGE,
      onFailure: failuresTo(props.undelivered),
    });
    return target;
  }

  /** Withdrawals go by the shortest way: straight from the ledger. */
  #sendOnStream(sendWithdrawal: TreasuryFunction, undelivered: Queue): void {
    deliverStream(sendWithdrawal, {
      table: this.#data.ledger,
      filter: {
        dynamodb: {
          NewImage: {
            entity: { S: ['instruction'] },
            kind: { S: ['withdrawal'] },
            state: { S: ['approved'] },
          },
        },
      },
      batchSize: SEND_BATCH_SIZE,
      retryAttempts: SEND_RETRY_ATTEMPTS,
      maxRecordAge: SEND_MAX_AGE,
      answersFailures: false,
      undelivered,
    });
  }

  /** A stream serves two readers: approved trades, which are rare, go by the event that tells of them. */
  #sendOnEvent(sendTrade: TreasuryFunction, undelivered: Queue): void {
    new Rule(this, 'approved-trades', {
      description: 'Has trades sent that a person has approved',
      eventBus: this.#data.events.bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: [TRADE_APPROVED] },
      targets: [
        new LambdaFunction(sendTrade, {
          retryAttempts: SEND_RETRY_ATTEMPTS,
          maxEventAge: SEND_MAX_AGE,
          deadLetterQueue: undelivered,
        }),
      ],
    });
  }

  /** Tells every change of state on the event bus. */
  #publishEvents(): void {
    const { ledger, events, key } = this.#data;
    const target = new TreasuryFunction(this, 'publish-events', {
      configuration: this.#configuration,
      key,
      description: 'Tells every change of state in the ledger as an event, for others to subscribe',
      timeout: PUBLISH_TIMEOUT,
      environment: { [VARIABLES.eventBus]: events.bus.eventBusName },
    });
    events.allowPut(target);
    deliverStream(target, {
      table: ledger,
      filter: { dynamodb: { NewImage: { entity: { S: [...TOLD_ENTITIES] } } } },
      batchSize: PUBLISH_BATCH_SIZE,
      retryAttempts: PUBLISH_RETRY_ATTEMPTS,
      maxRecordAge: PUBLISH_MAX_AGE,
      answersFailures: true,
      undelivered: undeliveredQueue(this, 'undelivered-events', this.#data.key),
      from: 'beginning',
    });
  }

  #watchdog(sendWithdrawal: TreasuryFunction, sendTrade: TreasuryFunction): TreasuryFunction {
    const { snapshots, ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'watchdog', {
      configuration: this.#configuration,
      key,
      description: 'Gets on, or names, what is stuck: lost sends, expired approvals, deliveries',
      timeout: WATCHDOG_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.sendWithdrawalFunction]: sendWithdrawal.functionName,
        [VARIABLES.sendTradeFunction]: sendTrade.functionName,
      },
    });
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allowAudit(target);
    ledger.allow(
      target,
      [
        'dynamodb:GetItem',
        'dynamodb:Query',
        'dynamodb:DescribeTable',
        'dynamodb:PutItem',
        'dynamodb:ConditionCheckItem',
      ],
      [BY_STATE_INDEX],
    );
    target.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [sendWithdrawal.functionArn, sendTrade.functionArn],
      }),
    );
    target.configureAsyncInvoke({
      retryAttempts: WATCHDOG_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(undeliveredQueue(this, 'failed-rounds', this.#data.key)),
    });
    return target;
  }

  #schedule(takeSnapshot: TreasuryFunction, watchdog: TreasuryFunction): void {
    const { stage, clients, snapshotEveryMinutes } = this.#configuration;
    const group = new ScheduleGroup(this, 'ticks', {
      scheduleGroupName: `sluice-${stage}`,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const undelivered = undeliveredQueue(this, 'undelivered-ticks', this.#data.key);
    for (const client of clients) {
      const shared = { everyMinutes: snapshotEveryMinutes, client, group, undelivered };
      tick(this, `snapshot-${client}`, {
        ...shared,
        description: `Snapshot of ${client}`,
        target: takeSnapshot,
      });
      tick(this, `watch-${client}`, {
        ...shared,
        description: `Watchdog's round of ${client}`,
        target: watchdog,
      });
    }
  }
}
