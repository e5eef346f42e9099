import { EventField, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { backupVaultName } from '../constructs/backup-vault-name.ts';
import { backupRuleName } from './alarm-name.ts';
import type { Notification } from './notification.ts';
import { chatForm, mailForm, notificationTarget } from './notification-forms.ts';

/** States in which a job of AWS Backup has ended without a copy. */
const WITHOUT_A_COPY = ['ABORTED', 'EXPIRED', 'FAILED'];

export interface BackupNoticeProps {
  readonly stage: string;
  readonly people: Topic;
  readonly chat: Topic | null;
  /** The queue of notices that could not be delivered. */
  readonly deadLetters: Queue;
}

/**
 * Notifies that a nightly, monthly or quarterly copy of a table was not made. AWS Backup says so on the account's own bus, of
 * all vaults: this is about the stage's.
 */
export function backupNotice(scope: Construct, props: BackupNoticeProps): void {
  const { stage, people, chat, deadLetters } = props;
  const rule = new Rule(scope, 'backup-failed', {
    // By this name the key knows it.
    ruleName: backupRuleName(stage),
    description: 'Tells that a copy of a table was not made',
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change', 'Copy Job State Change'],
      // A copy to a vault elsewhere names the vault that it comes from by its ARN.
      detail: {
        state: WITHOUT_A_COPY,
        $or: [
          { backupVaultName: [backupVaultName(stage)] },
          { sourceBackupVaultArn: [{ suffix: `:${backupVaultName(stage)}` }] },
        ],
      },
    },
  });
  const message = messageFor(stage);
  rule.addTarget(notificationTarget(people, deadLetters, mailForm(message)));
  if (chat !== null) rule.addTarget(notificationTarget(chat, deadLetters, chatForm(message)));
  deadLetters.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [deadLetters.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
    }),
  );
}

function messageFor(stage: string): Notification {
  const field = (name: string): string => EventField.fromPath(`$.detail.${name}`);
  return {
    title: 'A copy of a table was not made',
    message: `${stage}: the copy of ${field('resourceArn')} ended as ${field('state')}. Older copies and point-in-time recovery are not affected.`,
    next: `See why (aws backup list-backup-jobs and list-copy-jobs, --by-state FAILED), and make one by hand before the next night.`,
    runbook: 'a-copy-that-was-not-made',
  };
}
