import { type IRuleTarget, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { NOTICE_MAX_AGE, NOTICE_RETRY_ATTEMPTS } from '../limits.ts';
import { runbookOf } from './alarm-description.ts';
import { type Notification, notificationText } from './notification.ts';

/** The form for people, as text. */
export function mailForm(notification: Notification): RuleTargetInput {
  return RuleTargetInput.fromMultilineText(notificationText(notification));
}

/** The form of AWS Chatbot's own notifications; anything else it leaves out. */
export function chatForm({ title, message, next, runbook, link }: Notification): RuleTargetInput {
  return RuleTargetInput.fromObject({
    version: '1.0',
    source: 'custom',
    content: {
      textType: 'client-markdown',
      title,
      description: message,
      nextSteps: [next, ...(link === undefined ? [] : [link]), runbookOf(runbook)],
    },
  });
}

/** The topic's own policy lets the rules publish; the library's target would open it and the key further. */
export function notificationTarget(
  topic: Topic,
  deadLetters: Queue,
  input: RuleTargetInput,
): IRuleTarget {
  return {
    bind: () => ({
      arn: topic.topicArn,
      input,
      deadLetterConfig: { arn: deadLetters.queueArn },
      retryPolicy: {
        maximumRetryAttempts: NOTICE_RETRY_ATTEMPTS,
        maximumEventAgeInSeconds: NOTICE_MAX_AGE.toSeconds(),
      },
    }),
  };
}
