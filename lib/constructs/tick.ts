import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  type ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { TICK_MAX_AGE, TICK_RETRY_ATTEMPTS } from '../limits.ts';
import { ownPolicy } from './own-policy.ts';
import { allowSend } from './undelivered-queue.ts';

export interface TickProps {
  readonly description: string;
  /** Divides an hour; or whole hours that divide a day. */
  readonly everyMinutes: number;
  readonly client: string;
  readonly target: IFunction;
  readonly group: ScheduleGroup;
  readonly undelivered: Queue;
}

/**
 * Invokes a function for a client at the same minutes of every hour, in UTC, and tells it the moment
 * it was meant for: that moment, not the time of arrival, is the identity of what comes of it.
 */
export function tick(scope: Construct, id: string, props: TickProps): Schedule {
  const { description, everyMinutes, client, target, group, undelivered } = props;
  const role = new Role(scope, `${id}-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      // Scheduler acts for this group alone, not for whoever else can name the role.
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Stack.of(scope).account,
          'aws:SourceArn': group.scheduleGroupArn,
        },
      },
    }),
    description: `Invokes ${target.node.id} on its ticks`,
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
  );
  allowSend(undelivered, role);
  ownPolicy(role);
  return new Schedule(scope, id, {
    description,
    scheduleGroup: group,
    schedule: ScheduleExpression.expression(expressionOf(everyMinutes)),
    target: new TickTarget(target, {
      role,
      deadLetterQueue: undelivered,
      maxEventAge: TICK_MAX_AGE,
      retryAttempts: TICK_RETRY_ATTEMPTS,
      input: ScheduleTargetInput.fromObject({
        scheduledFor: ContextAttribute.scheduledTime,
        client,
      }),
    }),
  });
}

/** The target, without the broader permission (any version, any alias) that it would add. */
class TickTarget extends LambdaInvoke {
  protected override addTargetActionToRole(): void {}
}

/** EventBridge's cron: a rate would begin to count at whatever moment the stack was deployed. */
function expressionOf(everyMinutes: number): string {
  const hour = Duration.hours(1).toMinutes();
  if (everyMinutes > hour) return `cron(0 0/${everyMinutes / hour} * * ? *)`;
  return everyMinutes === hour ? 'cron(0 * * * ? *)' : `cron(0/${everyMinutes} * * * ? *)`;
}
