import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  ACCESS_RULES,
  backupRuleName,
  ruleName,
  TOPIC_READERS,
  topicName,
} from '../observability/alarm-name.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { arnInStack } from './arn-in-stack.ts';
import { removalOfData } from './removal.ts';
import { eventBusName } from './treasury-bus.ts';
import { logGroupPatterns } from './treasury-log-group.ts';

/** Days in which the deletion of the key can be taken back: the most that KMS offers. */
const PENDING_WINDOW = Duration.days(30);

/**
 * One key for all data at rest. Functions are given their use of it in their own roles, each through one service. Its
 * policy names the account and two services that act for themselves, by the names that their resources have in a
 * stage, so that no stack that is deployed later is mentioned here.
 */
export function treasuryKey(scope: Construct, id: string, configuration: StageConfiguration): Key {
  const { stage } = configuration;
  const { region, account } = Stack.of(scope);
  const arn = arnInStack(scope);
  const key = new Key(scope, id, {
    alias: `sluice/${stage}`,
    description: `Encrypts all that Sluice (${stage}) keeps`,
    enableKeyRotation: true,
    pendingWindow: PENDING_WINDOW,
    removalPolicy: removalOfData(configuration),
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'Logs',
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': logGroupPatterns(stage).map((pattern) =>
            arn('logs', `log-group:${pattern}`),
          ),
        },
      },
    }),
  );
  // The bus and its rules put dead letters into queues; they have no role that could say so.
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'DeadLetterEvents',
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: {
          'aws:SourceArn': [
            arn('events', `event-bus/${eventBusName(stage)}`),
            arn('events', `rule/${eventBusName(stage)}/*`),
            arn('events', `rule/${backupRuleName(stage)}`),
            ...ACCESS_RULES.map((name) => arn('events', `rule/${ruleName(stage, name)}`)),
          ],
        },
      },
    }),
  );
  // EventBridge shows a topic neither its account nor its rule, so that such conditions would keep every notice out.
  // SNS says for which topic the key is used.
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'Notices',
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:EncryptionContext:aws:sns:topicArn': TOPIC_READERS.map((reader) =>
            arn('sns', topicName(stage, reader)),
          ),
        },
      },
    }),
  );
  return key;
}
