import { EventField, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { TreasuryTable } from '../constructs/treasury-table.ts';
import { type AccessRule, ruleName } from './alarm-name.ts';
import type { Notification } from './notification.ts';
import { chatForm, mailForm, notificationTarget } from './notification-forms.ts';

/** Calls that give a table another policy of its own, or none. */
const POLICY_CALLS = ['PutResourcePolicy', 'DeleteResourcePolicy'];

/** Calls that may add a replica, let items expire, take the stream or a safeguard off. */
const TABLE_CALLS = ['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups'];

/** Calls after which other principals may use a key, or no seal of it can be made or verified any more. */
const KEY_CALLS = [
  'DisableKey',
  'PutKeyPolicy',
  'ReplicateKey',
  'ScheduleKeyDeletion',
  'UpdatePrimaryRegion',
];

/** A grant lets another principal use a key beside its policy. Services make theirs on behalf of whoever uses them, every night. */
const GRANT_CALLS = ['CreateGrant'];

/** Calls after which CloudTrail tells less than before. */
const TRAIL_CALLS = ['DeleteTrail', 'PutEventSelectors', 'StopLogging', 'UpdateTrail'];

export interface AccessNoticesProps {
  readonly stage: string;
  readonly tables: readonly TreasuryTable[];
  /** ARNs of the keys: of what is kept, and of the seals. */
  readonly keys: readonly string[];
  readonly people: Topic;
  readonly chat: Topic | null;
  /** The queue of notices that could not be delivered. */
  readonly deadLetters: Queue;
}

interface AccessNotice {
  readonly name: AccessRule;
  readonly source: string;
  readonly calls: readonly string[];
  /** Which of the account's calls are about the stage; all of them if it says nothing. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly notification: Notification;
}

/**
 * Tells of changes of who may write, which no program of Sluice makes: an administrator's, or a deployment's. CloudTrail
 * says so on the account's own bus, if a trail of the account records management events.
 */
export function accessNotices(scope: Construct, props: AccessNoticesProps): void {
  const { people, chat, deadLetters } = props;
  const rules = noticesOf(props).map(({ name, source, calls, about = {}, notification }) => {
    const rule = new Rule(scope, name, {
      // By this name the key knows it.
      ruleName: ruleName(props.stage, name),
      description: notification.title,
      eventPattern: {
        source: [source],
        detailType: ['AWS API Call via CloudTrail'],
        detail: { eventName: [...calls], ...about },
      },
    });
    rule.addTarget(notificationTarget(people, deadLetters, mailForm(notification)));
    if (chat !== null)
      rule.addTarget(notificationTarget(chat, deadLetters, chatForm(notification)));
    return rule;
  });
  deadLetters.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [deadLetters.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rules.map(({ ruleArn }) => ruleArn) } },
    }),
  );
}

function noticesOf({ stage, tables, keys }: AccessNoticesProps): readonly AccessNotice[] {
  const arns = tables.map(({ table }) => table.tableArn);
  const names = tables.map(({ name }) => name);
  const by = EventField.fromPath('$.detail.userIdentity.arn');
  const call = EventField.fromPath('$.detail.eventName');
  const at = EventField.fromPath('$.detail.eventTime');
  const parameter = (name: string) => EventField.fromPath(`$.detail.requestParameters.${name}`);
  return [
    {
      name: 'table-policy-changed',
      source: 'aws.dynamodb',
      calls: POLICY_CALLS,
      about: { requestParameters: { resourceArn: arns } },
      notification: {
        title: "A table's own policy was changed",
        message: `${stage}: ${by} called ${call} on ${parameter('resourceArn')} at ${at}. Who may write to the table may be different now.`,
        next: 'Nothing, if a deployment of yours ran at that time. Else halt (npm run sluice -- halt), and compare: npm run verify:deployment -- --stage STAGE --only table-policies.',
        runbook: 'a-change-of-who-may-write',
      },
    },
    {
      name: 'table-changed',
      source: 'aws.dynamodb',
      calls: TABLE_CALLS,
      about: { requestParameters: { tableName: [...names, ...arns] } },
      notification: {
        title: 'A table was changed',
        message: `${stage}: ${by} called ${call} on ${parameter('tableName')} at ${at}. That may add a replica, which takes writes of its own, or let items expire.`,
        next: 'Nothing, if a deployment of yours ran at that time. Else look at the table (aws dynamodb describe-table, describe-time-to-live); halt if it has a replica.',
        runbook: 'a-change-of-who-may-write',
      },
    },
    {
      name: 'key-changed',
      source: 'aws.kms',
      calls: KEY_CALLS,
      about: { resources: { ARN: [...keys] } },
      notification: {
        title: 'A key was changed',
        message: `${stage}: ${by} called ${call} on a key of Sluice at ${at}. Others may use it now, or no seal of it holds any more.`,
        next: 'Nothing, if a deployment of yours ran at that time. Else halt (npm run sluice -- halt), and take it back: aws kms cancel-key-deletion, enable-key, put-key-policy.',
        runbook: 'a-change-of-a-key',
      },
    },
    {
      name: 'key-granted',
      source: 'aws.kms',
      calls: GRANT_CALLS,
      about: {
        resources: { ARN: [...keys] },
        userIdentity: { invokedBy: [{ exists: false }] },
      },
      notification: {
        title: 'A key was granted to another principal',
        message: `${stage}: ${by} granted the use of a key of Sluice to ${parameter('granteePrincipal')} at ${at}. No part of Sluice makes grants.`,
        next: 'Find out why. If it is not yours, halt (npm run sluice -- halt) and take it back: aws kms list-grants, revoke-grant.',
        runbook: 'a-change-of-a-key',
      },
    },
    {
      name: 'trail-changed',
      source: 'aws.cloudtrail',
      calls: TRAIL_CALLS,
      notification: {
        title: 'The trail of the account was changed',
        message: `${stage}: ${by} called ${call} at ${at}. CloudTrail may record less from now on, and these notices may end with it.`,
        next: 'Find out why. If it is not yours, halt (npm run sluice -- halt) before anything else, and start the trail again (aws cloudtrail start-logging).',
        runbook: 'a-change-of-the-trail',
      },
    },
  ];
}
