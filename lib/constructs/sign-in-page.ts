import {
  CfnLogDeliveryConfiguration,
  CfnManagedLoginBranding,
  CfnUserPoolRiskConfigurationAttachment,
  type UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { arnInStack } from './arn-in-stack.ts';
import { accessLogPrefix, treasuryLogGroup } from './treasury-log-group.ts';

/** Cognito's own look for a client: the managed login shows an error to a client without one. */
export function brandSignIn(pool: UserPool, client: UserPoolClient): void {
  new CfnManagedLoginBranding(pool, `${client.node.id}-look`, {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
}

/**
 * What happens at a risk, said instead of left to Cognito's defaults. Cognito tells no person: that takes an address of
 * SES; the log of sign-ins has every one.
 */
export function refuseRisks(pool: UserPool): void {
  const asked = { eventAction: 'MFA_REQUIRED', notify: false };
  new CfnUserPoolRiskConfigurationAttachment(pool, 'risks', {
    userPoolId: pool.userPoolId,
    clientId: 'ALL',
    compromisedCredentialsRiskConfiguration: {
      actions: { eventAction: 'BLOCK' },
      // There is no signing up.
      eventFilter: ['SIGN_IN', 'PASSWORD_CHANGE'],
    },
    accountTakeoverRiskConfiguration: {
      actions: {
        highAction: { eventAction: 'BLOCK', notify: false },
        mediumAction: asked,
        lowAction: asked,
      },
    },
  });
}

interface SignInLogProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
}

/** Who signed in when, from where and by which factor, with the attempts that failed. */
export function logSignIns(pool: UserPool, { configuration, key }: SignInLogProps): void {
  const logGroupName = `${accessLogPrefix(configuration.stage)}/sign-ins`;
  const log = treasuryLogGroup(pool, 'sign-in-log', { logGroupName, configuration, key });
  // The attribute ends with ":*", which Cognito's pattern for ARNs refuses.
  const logGroupArn = arnInStack(pool)('logs', `log-group:${logGroupName}`);
  const cloudWatchLogsConfiguration = { logGroupArn };
  const delivery = new CfnLogDeliveryConfiguration(pool, 'sign-in-log-delivery', {
    userPoolId: pool.userPoolId,
    logConfigurations: [
      { eventSource: 'userAuthEvents', logLevel: 'INFO', cloudWatchLogsConfiguration },
      // Messages to people that could not be sent: a new person's first password among them.
      { eventSource: 'userNotification', logLevel: 'ERROR', cloudWatchLogsConfiguration },
    ],
  });
  delivery.node.addDependency(log);
}
