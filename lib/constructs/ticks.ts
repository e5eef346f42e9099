import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { TICK_MAX_AGE, TICK_RETRY_ATTEMPTS } from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { allow } from './allow.ts';
import { allowSend } from './dead-letter-queue.ts';
import { ownPolicy } from './own-policy.ts';

/** The action on the ticks of every tenant. */
export interface TickKind {
  /** Begins the names of its schedules; the tenant follows. */
  readonly name: string;
  readonly describe: (tenant: string) => string;
  readonly target: IFunction;
}

/** The action on the ticks of some tenants at once, one after the other in one invocation. */
export interface SharedTickKind extends Omit<TickKind, 'describe'> {
  readonly description: string;
  /** Tenants of one schedule at most. */
  readonly tenantsAtOnce: number;
}

export interface TicksProps {
  readonly configuration: StageConfiguration;
  /** Ticks that could not be handed over. */
  readonly deadLetters: Queue;
  readonly groupName: string;
  /** Divides an hour; or whole hours that divide a day. */
  readonly everyMinutes: number;
  readonly kinds: readonly (TickKind | SharedTickKind)[];
}

/** The schedules of a stack: for every tenant one of each kind, or one for some of them, in a group of their own. */
export function ticks(scope: Construct, props: TicksProps): void {
  const { configuration, deadLetters, groupName, everyMinutes, kinds } = props;
  const group = new ScheduleGroup(scope, 'ticks', {
    scheduleGroupName: groupName,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const shared = { everyMinutes, group, deadLetters };
  const { tenants } = configuration;
  for (const kind of kinds) {
    const { name, target } = kind;
    if ('describe' in kind) {
      for (const tenant of tenants) {
        const about = { description: kind.describe(tenant), input: { tenant } };
        tick(scope, `${name}-${tenant}`, { ...shared, ...about, target });
      }
      continue;
    }
    const { description, tenantsAtOnce } = kind;
    for (let start = 0; start < tenants.length; start += tenantsAtOnce) {
      const input = { tenants: tenants.slice(start, start + tenantsAtOnce) };
      tick(scope, `${name}-from-${start + 1}`, { ...shared, description, input, target });
    }
  }
}

interface TickProps {
  readonly description: string;
  readonly everyMinutes: number;
  /** Whom the tick is about. */
  readonly input: { readonly tenant: string } | { readonly tenants: readonly string[] };
  readonly target: IFunction;
  readonly group: ScheduleGroup;
  readonly deadLetters: Queue;
}

/**
 * Invokes a function at the same minutes of every hour, in UTC, with the moment of the schedule: that moment, not the time
 * of arrival, identifies the results.
 */
function tick(scope: Construct, id: string, props: TickProps): void {
  const { description, everyMinutes, input, target, group, deadLetters } = props;
  const role = new Role(scope, `${id}-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      // Scheduler acts for this group alone, not for other principals that can name the role.
      conditions: {
        StringEquals: {
          'aws:SourceAccount': Stack.of(scope).account,
          'aws:SourceArn': group.scheduleGroupArn,
        },
      },
    }),
    description: `Invokes ${target.node.id} on its ticks`,
  });
  allow(role, ['lambda:InvokeFunction'], [target.functionArn]);
  allowSend(deadLetters, role);
  ownPolicy(role);
  new Schedule(scope, id, {
    description,
    scheduleGroup: group,
    schedule: ScheduleExpression.expression(expressionOf(everyMinutes)),
    target: new TickTarget(target, {
      role,
      deadLetterQueue: deadLetters,
      maxEventAge: TICK_MAX_AGE,
      retryAttempts: TICK_RETRY_ATTEMPTS,
      input: ScheduleTargetInput.fromObject({
        scheduledFor: ContextAttribute.scheduledTime,
        ...input,
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
