import { Stack } from 'aws-cdk-lib';
import {
  CfnMicrosoftTeamsChannelConfiguration,
  CfnSlackChannelConfiguration,
} from 'aws-cdk-lib/aws-chatbot';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { accepted } from '../constructs/accepted-finding.ts';
import { ownPolicy } from '../constructs/own-policy.ts';
import type { ChatChannel } from '../stages/notification-configuration.ts';

export interface ChatChannelsProps {
  readonly stage: string;
  readonly channels: readonly ChatChannel[];
  readonly topics: readonly Topic[];
}

/** Channels that read the topics, and can do nothing in the account but draw an alarm's curve. */
export class ChatChannels extends Construct {
  constructor(scope: Construct, id: string, { stage, channels, topics }: ChatChannelsProps) {
    super(scope, id);
    const drawing = new PolicyStatement({
      actions: ['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'],
      resources: ['*'],
    });
    const role = new Role(this, 'chat-role', {
      assumedBy: new ServicePrincipal('chatbot.amazonaws.com'),
      description: 'Draws the curves of alarms for the chat',
    });
    role.addToPolicy(drawing);
    ownPolicy(role);
    // Whatever a channel's members may ask of the bot stays within this, however the role is changed.
    const bound = new ManagedPolicy(this, 'bound', {
      description: `What may be asked from the chat about Sluice (${stage})`,
      statements: [drawing],
    });
    for (const resource of [role, bound]) {
      accepted(
        resource,
        'CloudWatch knows no resources that reading its metrics could be narrowed to.',
        ['AwsSolutions-IAM5[Resource::*]'],
      );
    }
    const shared = {
      iamRoleArn: role.roleArn,
      guardrailPolicies: [bound.managedPolicyArn],
      snsTopicArns: topics.map(({ topicArn }) => topicArn),
      loggingLevel: 'ERROR',
    };
    for (const [index, channel] of channels.entries()) {
      // Unique in its account, over all regions.
      const configurationName = `sluice-${stage}-${Stack.of(this).region}-${index + 1}`;
      switch (channel.kind) {
        case 'slack':
          new CfnSlackChannelConfiguration(this, `slack-${index + 1}`, {
            ...shared,
            configurationName,
            slackWorkspaceId: channel.workspaceId,
            slackChannelId: channel.channelId,
          });
          break;
        case 'teams':
          new CfnMicrosoftTeamsChannelConfiguration(this, `teams-${index + 1}`, {
            ...shared,
            configurationName,
            teamsTenantId: channel.tenantId,
            teamId: channel.teamId,
            teamsChannelId: channel.channelId,
          });
          break;
        default:
          channel satisfies never;
      }
    }
  }
}
