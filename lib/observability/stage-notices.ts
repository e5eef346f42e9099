import { EventField, type IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../contract/events.ts';
import type { TreasuryBus } from '../constructs/treasury-bus.ts';
import { NOTICE_MAX_AGE, NOTICE_RETRY_ATTEMPTS } from '../limits.ts';
import { runbookOf } from './alarms.ts';
import {
  NOTICE_FIELDS,
  NOTICES,
  type Notice,
  noticeText,
  patternOf,
  withFields,
} from './notices.ts';

export interface StageNoticesProps {
  readonly events: TreasuryBus;
  /** Read by people, as text. */
  readonly people: Topic;
  /** Read by AWS Chatbot, in the form that it asks for; null where there is no chat. */
  readonly chat: Topic | null;
  /** What could not be told. */
  readonly untold: Queue;
}

/** A rule for each notice. Its words are put together by EventBridge: there is no program that could fail. */
export class StageNotices extends Construct {
  constructor(scope: Construct, id: string, { events, people, chat, untold }: StageNoticesProps) {
    super(scope, id);
    const rules = NOTICES.map((notice) => {
      const rule = new Rule(this, notice.name, {
        description: notice.title,
        eventBus: events.bus,
        eventPattern: { source: [EVENT_SOURCE], ...mutable(patternOf(notice)) },
      });
      rule.addTarget(told(people, untold, mailed(notice)));
      if (chat !== null) rule.addTarget(told(chat, untold, chatted(notice)));
      return rule;
    });
    untold.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [untold.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rules.map(({ ruleArn }) => ruleArn) } },
      }),
    );
  }
}

function mutable({ detailType, detail }: ReturnType<typeof patternOf>) {
  if (detail === undefined) return { detailType };
  const data = Object.fromEntries(
    Object.entries(detail.data).map(([field, values]) => [field, [...values]]),
  );
  return { detailType, detail: { data } };
}

/** The topic's own policy lets the rules publish; the library's target would open it and the key further. */
function told(topic: Topic, untold: Queue, input: RuleTargetInput): IRuleTarget {
  return {
    bind: () => ({
      arn: topic.topicArn,
      input,
      deadLetterConfig: { arn: untold.queueArn },
      retryPolicy: {
        maximumRetryAttempts: NOTICE_RETRY_ATTEMPTS,
        maximumEventAgeInSeconds: NOTICE_MAX_AGE.toSeconds(),
      },
    }),
  };
}

const fromEvent = (text: string): string =>
  withFields(text, (field) => EventField.fromPath(NOTICE_FIELDS[field]));

function mailed(notice: Notice): RuleTargetInput {
  return RuleTargetInput.fromMultilineText(fromEvent(noticeText(notice)));
}

/** The form of AWS Chatbot's own notifications; anything else it leaves out. */
function chatted({ title, words, next, runbook }: Notice): RuleTargetInput {
  return RuleTargetInput.fromObject({
    version: '1.0',
    source: 'custom',
    content: {
      textType: 'client-markdown',
      title,
      description: fromEvent(words),
      nextSteps: [fromEvent(next), runbookOf(runbook)],
    },
  });
}
