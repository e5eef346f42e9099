import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { accepted } from '../constructs/accepted-finding.ts';
import { deadLetterQueue, failuresTo } from '../constructs/dead-letter-queue.ts';
import { ticks } from '../constructs/ticks.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';
import {
  AUDIT_EVERY_MINUTES,
  AUDIT_RETRY_ATTEMPTS,
  AUDIT_TIMEOUT,
  TICK_MAX_AGE,
} from '../limits.ts';
import { accessNotices } from '../observability/access-notices.ts';
import { KEYLESS_READERS, type TopicReader } from '../observability/alarm-name.ts';
import { backupNotice } from '../observability/backup-notice.ts';
import { ChatChannels } from '../observability/chat-channel.ts';
import { operatorDashboard } from '../observability/dashboards.ts';
import { LOG_QUERIES, type LogQuery, queryName } from '../observability/log-queries.ts';
import { notificationTopic } from '../observability/notification-topic.ts';
import { StageAlarms } from '../observability/stage-alarms.ts';
import { StageNotices } from '../observability/stage-notices.ts';
import { partsOf } from '../observability/stage-parts.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { DataStack } from './data-stack.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
  readonly api: HttpApi;
  /** The console's address, without a slash at its end; null if the stage has none. */
  readonly consoleAddress: string | null;
  /** Everything that is watched. */
  readonly stacks: readonly Stack[];
}

/**
 * The watching parts: alarms, notices, saved queries of the logs, and the verification of the audit log. Nothing depends on it, and
 * money does not wait for it.
 */
export class ObservabilityStack extends Stack {
  readonly #configuration: StageConfiguration;
  readonly #data: DataStack;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    const { configuration, data, api, consoleAddress, stacks, ...rest } = props;
    super(scope, id, rest);
    this.#configuration = configuration;
    this.#data = data;
    ticks(this, {
      configuration,
      deadLetters: data.deadLetters,
      groupName: `sluice-${configuration.stage}-observability`,
      everyMinutes: AUDIT_EVERY_MINUTES,
      kinds: [
        {
          name: 'verify',
          target: this.#verifyAudit(),
          describe: (tenant) => `Verification of the audit log of ${tenant}`,
        },
      ],
    });
    const people = this.#topic('notifications', 'people');
    const alarmTopic = this.#topic('alarm-notifications', 'alarms');
    for (const address of configuration.notifications.emails) {
      for (const topic of [people, alarmTopic]) {
        accepted(
          topic.addSubscription(new EmailSubscription(address)),
          'SNS repeats an e-mail by itself and never hears whether a person got it; verify:deployment sends one to see.',
          ['Serverless-SNSRedrivePolicy'],
        );
      }
    }
    const { notices: chat, access: accessChat } = this.#chat(alarmTopic);
    const deadLetters = deadLetterQueue(this, 'dead-letters-notices', data.key);
    if (configuration.data === 'retain') {
      backupNotice(this, { stage: configuration.stage, people, chat, deadLetters });
      const { snapshots, series, eventFeed, ledger, deliveries } = data;
      accessNotices(this, {
        stage: configuration.stage,
        tables: [snapshots, series, eventFeed, ledger, deliveries],
        keys: [data.key.keyArn, data.sealKey.arn, data.readingKey.arn],
        people: alarmTopic,
        chat: accessChat,
        deadLetters,
      });
    }
    new StageNotices(this, 'notices', {
      stage: configuration.stage,
      console: consoleAddress ?? consoleOrigin(configuration),
      events: data.events,
      people,
      chat,
      deadLetters,
    });

    const parts = partsOf(configuration.stage, [...stacks, this]);
    const action = { bind: () => ({ alarmActionArn: alarmTopic.topicArn }) };
    const { alarms } = new StageAlarms(this, 'alarms', { configuration, parts, action });
    if (configuration.dashboard) operatorDashboard(this, { configuration, parts, alarms, api });
    this.#queries(parts.functions.map(({ part }) => part.logGroup.logGroupName));
    new CfnOutput(this, 'Told', {
      value: people.topicArn,
      description: 'The topic that notices are told on; e-mail has to be confirmed once',
    });
    new CfnOutput(this, 'ToldOfAlarms', {
      value: alarmTopic.topicArn,
      description: 'The topic that alarms are told on; e-mail has to be confirmed once',
    });
  }

  #topic(id: string, reader: TopicReader): Topic {
    const configuration = this.#configuration;
    const isKeyless = KEYLESS_READERS.some((each) => each === reader);
    const key = isKeyless ? null : this.#data.key;
    return notificationTopic(this, id, {
      configuration,
      key,
      reader,
      displayName: `Sluice (${configuration.stage}): ${reader}`,
    });
  }

  /** Alarms are understood by the chat as they are; notices need a form of their own, and so topics. */
  #chat(alarmTopic: Topic): { readonly notices: Topic | null; readonly access: Topic | null } {
    const { stage, notifications } = this.#configuration;
    if (notifications.chat.length === 0) return { notices: null, access: null };
    const notices = this.#topic('notifications-in-chat', 'chat');
    const access = this.#topic('access-in-chat', 'alarms-chat');
    const channels = notifications.chat;
    new ChatChannels(this, 'chat', { stage, channels, topics: [alarmTopic, notices, access] });
    return { notices, access };
  }

  #verifyAudit(): TreasuryFunction {
    const { ledger, key } = this.#data;
    const target = new TreasuryFunction(this, 'verify-audit', {
      configuration: this.#configuration,
      key,
      description:
        'Follows the audit chain from its beginning to its end, and says whether it is whole',
      timeout: AUDIT_TIMEOUT,
      environment: { [VARIABLES.ledgerTable]: ledger.name },
    });
    ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
    target.configureAsyncInvoke({
      retryAttempts: AUDIT_RETRY_ATTEMPTS,
      maxEventAge: TICK_MAX_AGE,
      onFailure: failuresTo(this.#data.deadLetters),
    });
    return target;
  }

  /** Queries of the logs that the runbooks use (docs/metrics.md). */
  #queries(logGroupNames: readonly string[]): void {
    const { stage } = this.#configuration;
    for (const [name, queryString] of Object.entries(LOG_QUERIES)) {
      new CfnQueryDefinition(this, `query-${name}`, {
        name: queryName(stage, name as LogQuery),
        queryString,
        logGroupNames: [...logGroupNames],
      });
    }
  }
}

/** Another console that people decide in: of the pages that they sign in at the first, or of those that may call the API. */
function consoleOrigin({ identity, consoleOrigins }: StageConfiguration): string | null {
  const [page] = identity.kind === 'cognito' ? identity.consoleUrls : [];
  return page === undefined ? (consoleOrigins?.[0] ?? null) : new URL(page).origin;
}
