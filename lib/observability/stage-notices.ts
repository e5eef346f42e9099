import { EventField, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../api/events/events.ts';
import { VERIFICATION_EVENT } from '../../runtime/diagnosis/diagnosis.ts';
import type { TreasuryBus } from '../constructs/treasury-bus.ts';
import { ruleName } from './alarm-name.ts';
import { linkOf, NOTICE_FIELDS, NOTICES, type Notice, patternOf, withFields } from './notices.ts';
import type { Notification } from './notification.ts';
import { chatForm, mailForm, notificationTarget } from './notification-forms.ts';

export interface StageNoticesProps {
  readonly stage: string;
  /** Origin of the console, to which notices link; null if the stage has none. */
  readonly console: string | null;
  readonly events: TreasuryBus;
  /** Read by people, as text. */
  readonly people: Topic;
  /** Read by AWS Chatbot, in its own form; null if there is no chat. */
  readonly chat: Topic | null;
  /** The queue of notices that could not be delivered. */
  readonly deadLetters: Queue;
}

/** A rule for each notice. EventBridge itself composes its text: there is no program that could fail. */
export class StageNotices extends Construct {
  constructor(scope: Construct, id: string, props: StageNoticesProps) {
    super(scope, id);
    const { stage, console, events, people, chat, deadLetters } = props;
    const rules = NOTICES.map((notice) => {
      const rule = new Rule(this, notice.name, {
        ruleName: ruleName(stage, notice.name),
        description: notice.title,
        eventBus: events.bus,
        eventPattern: { source: [EVENT_SOURCE], ...mutable(patternOf(notice)) },
      });
      const message = fromEvent(notice, console);
      rule.addTarget(notificationTarget(people, deadLetters, mailForm(message)));
      if (chat !== null) rule.addTarget(notificationTarget(chat, deadLetters, chatForm(message)));
      return rule;
    });
    rules.push(this.#verification(props));
    deadLetters.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rules.map(({ ruleArn }) => ruleArn) } },
      }),
    );
  }

  /** The path of every notice, with a text that causes no alarm: `npm run verify:deployment` puts its event. */
  #verification({ stage, events, people, chat, deadLetters }: StageNoticesProps): Rule {
    const { source, type, ruleName: name } = VERIFICATION_EVENT;
    const rule = new Rule(this, name, {
      ruleName: ruleName(stage, name),
      description: VERIFIED.title,
      eventBus: events.bus,
      eventPattern: { source: [source], detailType: [type] },
    });
    rule.addTarget(notificationTarget(people, deadLetters, mailForm(VERIFIED)));
    if (chat !== null) rule.addTarget(notificationTarget(chat, deadLetters, chatForm(VERIFIED)));
    return rule;
  }
}

const VERIFIED: Notification = {
  title: 'Notices arrive',
  message: `A deployment was verified at ${EventField.fromPath('$.time')}. This went the way of every notice.`,
  next: 'Nothing. Whoever reads notices and did not get this one confirms the subscription.',
  runbook: 'first-deployment',
};

function mutable({ detailType, detail }: ReturnType<typeof patternOf>) {
  if (detail === undefined) return { detailType };
  const data = Object.fromEntries(
    Object.entries(detail.data).map(([field, values]) => [field, [...values]]),
  );
  return { detailType, detail: { data } };
}

/** The notice with EventBridge's values in place of its fields. */
function fromEvent(notice: Notice, console: string | null): Notification {
  const placed = (text: string): string =>
    withFields(text, (field) => EventField.fromPath(NOTICE_FIELDS[field]));
  const { link } = linkOf(notice, console);
  return {
    ...notice,
    message: placed(notice.message),
    next: placed(notice.next),
    ...(link === undefined ? {} : { link: placed(link) }),
  };
}
