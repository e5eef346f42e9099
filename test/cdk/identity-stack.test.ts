import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { configured, type Properties, synthesised } from './synthesised.ts';

const { identity } = synthesised(configured({ tenants: ['main', 'other'] }));

function resources(type: string): Readonly<Record<string, Properties>> {
  return identity?.findResources(type) ?? {};
}

const pool = Object.values(resources('AWS::Cognito::UserPool'))[0]?.Properties;
const clients = Object.entries(resources('AWS::Cognito::UserPoolClient'));
const ofPeople = clients.filter(([, { Properties }]) => !Properties.GenerateSecret);
const ofPrograms = clients.filter(([, { Properties }]) => Properties.GenerateSecret);

/** The domain's name, without the suffix that Cognito gives it. */
const PREFIX = ['sluice-dev-', { Ref: 'AWS::AccountId' }, '-', { Ref: 'AWS::Region' }];

describe('the page that people sign in at', () => {
  it('is the managed login, which alone asks again where it is told to', () => {
    identity?.hasResourceProperties('AWS::Cognito::UserPoolDomain', { ManagedLoginVersion: 2 });
  });

  it('has a look for each client of people, without which it shows an error, and for no program', () => {
    const branded = Object.values(resources('AWS::Cognito::ManagedLoginBranding')).map(
      ({ Properties }) => Properties,
    );
    expect(branded.map(({ ClientId }) => ClientId.Ref).sort()).toEqual(
      ofPeople.map(([id]) => id).sort(),
    );
    expect(branded.map(({ UseCognitoProvidedValues }) => UseCognitoProvidedValues)).toEqual(
      ofPeople.map(() => true),
    );
  });

  it('has a name that another region does not take from it', () => {
    identity?.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: { 'Fn::Join': ['', PREFIX] },
    });
  });
});

describe('the second factor', () => {
  it('is a one-time password, or a passkey that verifies its person', () => {
    expect(pool).toMatchObject({
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      WebAuthnUserVerification: 'required',
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
    });
  });

  it('belongs to the one domain that the pool has: its name is longer than the 63 characters of the template', () => {
    expect(pool?.WebAuthnRelyingPartyID).toBeUndefined();
    expect(Object.keys(resources('AWS::Cognito::UserPoolDomain'))).toHaveLength(1);
  });
});

describe('a password', () => {
  it('is long, and of whatever characters its person chooses', () => {
    expect(pool?.Policies.PasswordPolicy).toEqual({ MinimumLength: 14 });
  });

  it('that has leaked is refused wherever it is used or set, and a sign-in at high risk is blocked', () => {
    const [risk] = Object.values(resources('AWS::Cognito::UserPoolRiskConfigurationAttachment'));
    expect(risk?.Properties).toMatchObject({
      ClientId: 'ALL',
      CompromisedCredentialsRiskConfiguration: {
        Actions: { EventAction: 'BLOCK' },
        EventFilter: ['SIGN_IN', 'PASSWORD_CHANGE'],
      },
      AccountTakeoverRiskConfiguration: {
        Actions: {
          HighAction: { EventAction: 'BLOCK', Notify: false },
          MediumAction: { EventAction: 'MFA_REQUIRED', Notify: false },
          LowAction: { EventAction: 'MFA_REQUIRED', Notify: false },
        },
      },
    });
    expect(pool?.UserPoolAddOns).toEqual({ AdvancedSecurityMode: 'ENFORCED' });
  });
});

describe('a sign-in', () => {
  it('goes on by refresh tokens that are good once, so that a stolen one shows', () => {
    expect(ofPeople).toHaveLength(2);
    for (const [, { Properties }] of ofPeople) {
      expect(Properties).toMatchObject({
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
        EnableTokenRevocation: true,
        // Cognito refuses rotation beside ALLOW_REFRESH_TOKEN_AUTH; the choice of a passkey needs this flow.
        ExplicitAuthFlows: ['ALLOW_USER_AUTH'],
      });
    }
    for (const [, { Properties }] of ofPrograms) {
      expect(Properties.ExplicitAuthFlows).toEqual(['ALLOW_REFRESH_TOKEN_AUTH']);
      expect(Properties.RefreshTokenRotation).toBeUndefined();
    }
  });

  it('is logged, with those that failed, in an encrypted log of the stage', () => {
    const [id] = Object.keys(resources('AWS::Logs::LogGroup'));
    // Not the group's own attribute: that ends with ":*", which Cognito does not take.
    const LogGroupArn = {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':logs:',
          { Ref: 'AWS::Region' },
          ':',
          { Ref: 'AWS::AccountId' },
          ':log-group:/aws/vendedlogs/sluice/dev/sign-ins',
        ],
      ],
    };
    identity?.hasResourceProperties('AWS::Logs::LogGroup', {
      LogGroupName: '/aws/vendedlogs/sluice/dev/sign-ins',
      KmsKeyId: Match.anyValue(),
      RetentionInDays: 30,
    });
    identity?.hasResourceProperties('AWS::Cognito::LogDeliveryConfiguration', {
      LogConfigurations: [
        {
          EventSource: 'userAuthEvents',
          LogLevel: 'INFO',
          CloudWatchLogsConfiguration: { LogGroupArn },
        },
        {
          EventSource: 'userNotification',
          LogLevel: 'ERROR',
          CloudWatchLogsConfiguration: { LogGroupArn },
        },
      ],
    });
    identity?.hasResource('AWS::Cognito::LogDeliveryConfiguration', { DependsOn: [id] });
  });
});
