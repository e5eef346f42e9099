import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { accepted } from '../constructs/accepted-finding.ts';
import { arnInStack } from '../constructs/arn-in-stack.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { alarmPrefix, type TopicReader, topicName } from './alarm-name.ts';

export interface NotificationTopicProps {
  readonly configuration: StageConfiguration;
  /** Null for a topic that must not depend on it. */
  readonly key: IKey | null;
  readonly displayName: string;
  readonly reader: TopicReader;
}

/** A topic that only this stage's alarms and the rules of EventBridge may publish to, over TLS. */
export function notificationTopic(
  scope: Construct,
  id: string,
  props: NotificationTopicProps,
): Topic {
  const { configuration, key, displayName, reader } = props;
  const { stage } = configuration;
  const topic = new Topic(scope, id, {
    topicName: topicName(stage, reader),
    ...(key === null ? {} : { masterKey: key }),
    enforceSSL: true,
    displayName,
  });
  if (key === null) {
    accepted(
      topic,
      "Its messages tell of the key's end as well and must not depend on that key; no amount, no account and no name stands in them.",
      ['NIST.800.53.R5-SNSEncryptedKMS'],
    );
  }
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
        ArnLike: {
          'aws:SourceArn': arnInStack(scope)('cloudwatch', `alarm:${alarmPrefix(stage)}*`),
        },
      },
    }),
  );
  // No condition: EventBridge shows a topic neither its account nor its rule, and each such condition would keep
  // every notice out. An attacker who knows the topic's name could have EventBridge publish to it: people read a
  // message, and check it before they act, and no program reads it.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
    }),
  );
  return topic;
}
