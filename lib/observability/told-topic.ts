import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { arnInStack } from '../constructs/arn-in-stack.ts';
import { eventBusName } from '../constructs/treasury-bus.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { alarmPrefix, backupRuleName } from './alarm-name.ts';

export interface ToldTopicProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  readonly displayName: string;
}

/** A topic that this stage's alarms and the rules on its bus may publish to, over TLS, and nobody else. */
export function toldTopic(scope: Construct, id: string, props: ToldTopicProps): Topic {
  const { configuration, key, displayName } = props;
  const { stage } = configuration;
  const { account } = Stack.of(scope);
  const arn = arnInStack(scope);
  const topic = new Topic(scope, id, { masterKey: key, enforceSSL: true, displayName });
  const publishers = {
    cloudwatch: arn('cloudwatch', `alarm:${alarmPrefix(stage)}*`),
    events: [
      arn('events', `rule/${eventBusName(stage)}/*`),
      arn('events', `rule/${backupRuleName(stage)}`),
    ],
  };
  for (const [service, source] of Object.entries(publishers)) {
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': source },
        },
      }),
    );
  }
  return topic;
}
