import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { BY_STATE_INDEX, BY_TIME_INDEX, ledgerKeys } from '../../adapters/store/keys.ts';
import { EVENT_WRITES } from '../../api/events/event-writes.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { allow } from '../constructs/allow.ts';
import { deadLetterQueue, failuresTo } from '../constructs/dead-letter-queue.ts';
import { deliverStream } from '../constructs/stream-delivery.ts';
import { ticks } from '../constructs/ticks.ts';
import { TreasuryFunction, type TreasuryFunctionProps } from '../constructs/treasury-function.ts';
import {
  BOOKS_BATCH_SIZE,
  BOOKS_MAX_RECORD_AGE,
  BOOKS_RETRY_ATTEMPTS,
  BOOKS_TIMEOUT,
  PUBLISH_BATCH_SIZE,
  PUBLISH_MAX_AGE,
  PUBLISH_RETRY_ATTEMPTS,
  PUBLISH_TIMEOUT,
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
import { sender, sendOnEvent, sendOnStream } from './sending.ts';
import { serviceEnvironment } from './service-environment.ts';
import { statementEnvironment } from './statement-environment.ts';

export interface AutomationStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
}

/** The automatic parts: snapshots on schedule, sweeps on snapshots, sends on approvals, the watchdog. */
export class AutomationStack extends Stack {
  /** The API's settlements ask it for balances. */
  readonly takeSnapshot: TreasuryFunction;
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;

  constructor(scope: Construct, id: string, props: AutomationStackProps) {
    const { configuration, data, ...rest } = props;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    const takeSnapshot = this.#takeSnapshot();
    this.takeSnapshot = takeSnapshot;
    this.#runSweeps();
    this.#updateBooks();
    // Apart from all others: what is in it is never delivered again by hand.
    const unsent = deadLetterQueue(this, 'unsent', data.key);
    const sendWithdrawal = sender(this, 'send-withdrawal', {
      configuration,
      data,
      description: 'Claims an approved withdrawal and sends it, once',
      deadLetters: unsent,
      environment: { [VARIABLES.snapshotsTable]: data.snapshots.name },
    });
    // The prices that floors and limits by value are compared at.
    data.snapshots.allow(sendWithdrawal, ['dynamodb:Query']);
    sendOnStream(sendWithdrawal, data.ledger, unsent);
    const sendTrade = sender(this, 'send-trade', {
      configuration,
      data,
      description: 'Claims a trade that a person has approved and sends it, once',
      deadLetters: unsent,
      environment: { [VARIABLES.snapshotsTable]: data.snapshots.name },
    });
    // The earlier prices: a trade at a price that has jumped since waits.
    data.snapshots.allow(sendTrade, ['dynamodb:Query']);
    this.#publishEvents();
    const { stage } = configuration;
    sendOnEvent(this, sendTrade, { stage, events: data.events }, unsent);
    const watchdog = this.#watchdog({ sendWithdrawal, sendTrade, takeSnapshot });
    ticks(this, {
      configuration,
      deadLetters: data.deadLetters,
      groupName: `sluice-${configuration.stage}`,
      everyMinutes: configuration.snapshotEveryMinutes,
      kinds: [
        { name: 'snapshot', target: takeSnapshot, describe: (tenant) => `Snapshot of ${tenant}` },
        {
          name: 'watch',
          target: watchdog,
          describe: (tenant) => `Watchdog's round of ${tenant}`,
        },
      ],
    });
  }

  /** A function with the common settings. */
  #function(
    name: string,
    props: Omit<TreasuryFunctionProps, 'configuration' | 'key'>,
  ): TreasuryFunction {
    return new TreasuryFunction(this, name, {
      ...props,
      configuration: this.#configuration,
      key: this.#data.key,
    });
  }

  #takeSnapshot(): TreasuryFunction {
    const { snapshots, ledger, tokens, readingKey } = this.#data;
    const target = this.#function('take-snapshot', {
      description: "Records a tenant's balances and prices, or why they could not be read",
      timeout: SNAPSHOT_TIMEOUT,
      environment: {
        ...serviceEnvironment(this.#configuration, tokens),
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.reportingCurrency]: this.#configuration.reportingCurrency,
        [VARIABLES.snapshotRetentionMonths]: String(this.#configuration.snapshotRetentionMonths),
        ...readingKey.environment,
      },
    });
    tokens.allowRead(target);
    readingKey.allowSeal(target);
    // What the controls say of balances of zero.
    ledger.allow(target, ['dynamodb:GetItem'], { only: [ledgerKeys.policyPartition] });
    // It reads and puts the token in use as well.
    snapshots.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    target.configureAsyncInvoke({
      retryAttempts: SNAPSHOT_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(this.#data.deadLetters),
    });
    return target;
  }

  #runSweeps(): void {
    const { snapshots, ledger, sealKey, readingKey } = this.#data;
    const target = this.#function('run-sweeps', {
      description: 'Decides every sweep rule on a new snapshot and records each decision',
      timeout: SWEEPS_TIMEOUT,
      environment: {
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.decisionRetentionMonths]: String(this.#configuration.decisionRetentionMonths),
        ...sealKey.environment,
        ...readingKey.environment,
      },
    });
    sealKey.allowSeal(target);
    // What is unbooked is booked by balances as Sluice read them.
    readingKey.allowVerify(target);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
    // The record of the run stands there, in one transaction with the ledger.
    snapshots.allow(target, ['dynamodb:Query']);
    deliverStream(target, {
      table: snapshots,
      filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['taken'] } } } }],
      batchSize: SWEEPS_BATCH_SIZE,
      retryAttempts: SWEEPS_RETRY_ATTEMPTS,
      maxRecordAge: SWEEPS_MAX_RECORD_AGE,
      answersFailures: true,
      deadLetters: this.#data.deadLetters,
    });
  }

  /**
   * The second reader of the snapshots' stream; a shard serves two without one slowing the other. So it also tells of
   * snapshots and misses as events.
   */
  #updateBooks(): void {
    const { snapshots, series, ledger, sealKey, eventFeed, events } = this.#data;
    const target = this.#function('update-books', {
      description: 'Reconciles each snapshot, rolls it up by hour and day, freezes months',
      timeout: BOOKS_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.seriesTable]: series.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.snapshotRetentionMonths]: String(this.#configuration.snapshotRetentionMonths),
        [VARIABLES.reconciliationTolerances]: JSON.stringify(this.#configuration.books.tolerances),
        ...sealKey.environment,
        ...statementEnvironment(this.#configuration),
        [VARIABLES.eventBus]: events.bus.eventBusName,
        [VARIABLES.eventsTable]: eventFeed.name,
      },
    });
    this.#allowPublishing(target);
    snapshots.allow(target, ['dynamodb:Query']);
    series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    // A matching rule that no deciding function wrote explains nothing.
    sealKey.allowVerify(target);
    ledger.allow(
      target,
      [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // The rule that explains a difference is still the one that was read.
        'dynamodb:DescribeTable',
      ],
      {
        // A day is closed with the requests that were made on it.
        indexes: [BY_STATE_INDEX, BY_TIME_INDEX],
      },
    );
    deliverStream(target, {
      table: snapshots,
      filters: [
        { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['taken', 'missed'] } } } },
        { dynamodb: { NewImage: { entity: { S: ['token-use'] } } } },
      ],
      batchSize: BOOKS_BATCH_SIZE,
      retryAttempts: BOOKS_RETRY_ATTEMPTS,
      maxRecordAge: BOOKS_MAX_RECORD_AGE,
      answersFailures: true,
      deadLetters: this.#data.deadLetters,
    });
  }

  /** Keeps every change of state in the feed of events, and publishes it on the event bus. */
  #publishEvents(): void {
    const { ledger, eventFeed, events } = this.#data;
    const target = this.#function('publish-events', {
      description: 'Tells every change of state in the ledger as an event, for others to subscribe',
      timeout: PUBLISH_TIMEOUT,
      environment: {
        [VARIABLES.eventBus]: events.bus.eventBusName,
        [VARIABLES.eventsTable]: eventFeed.name,
      },
    });
    this.#allowPublishing(target);
    deliverStream(target, {
      table: ledger,
      filters: EVENT_WRITES.map((dynamodb) => ({ dynamodb })),
      batchSize: PUBLISH_BATCH_SIZE,
      retryAttempts: PUBLISH_RETRY_ATTEMPTS,
      maxRecordAge: PUBLISH_MAX_AGE,
      answersFailures: true,
      deadLetters: this.#data.deadLetters,
      from: 'beginning',
    });
  }

  #allowPublishing(target: TreasuryFunction): void {
    const { eventFeed, events } = this.#data;
    events.allowPut(target);
    eventFeed.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable']);
  }

  #watchdog({
    sendWithdrawal,
    sendTrade,
    takeSnapshot,
  }: Readonly<
    Record<'sendWithdrawal' | 'sendTrade' | 'takeSnapshot', TreasuryFunction>
  >): TreasuryFunction {
    const { snapshots, ledger, readingKey } = this.#data;
    const target = this.#function('watchdog', {
      description: 'Gets on, or names, what is stuck: lost sends, expired approvals, deliveries',
      timeout: WATCHDOG_TIMEOUT,
      environment: {
        [VARIABLES.snapshotsTable]: snapshots.name,
        [VARIABLES.ledgerTable]: ledger.name,
        [VARIABLES.sendWithdrawalFunction]: sendWithdrawal.functionName,
        [VARIABLES.sendTradeFunction]: sendTrade.functionName,
        ...readingKey.environment,
        [VARIABLES.takeSnapshotFunction]: takeSnapshot.functionName,
        [VARIABLES.reportingTimeZone]: this.#configuration.books.reportingTimeZone,
        [VARIABLES.snapshotEverySeconds]: `${this.#configuration.snapshotEveryMinutes * 60}`,
      },
    });
    // A lane is freed on balances as Sluice read them, and on some that it reads now.
    readingKey.allowVerify(target);
    snapshots.allow(target, ['dynamodb:Query']);
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
      indexes: [BY_STATE_INDEX],
    });
    allow(
      target,
      ['lambda:InvokeFunction'],
      [sendWithdrawal.functionArn, sendTrade.functionArn, takeSnapshot.functionArn],
    );
    target.configureAsyncInvoke({
      retryAttempts: WATCHDOG_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(this.#data.deadLetters),
    });
    return target;
  }
}
