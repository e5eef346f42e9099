import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { EXPORT_LIFETIME_DAYS } from '../../api/routes/exports.ts';
import { ROUTES, routeKeyOf } from '../../api/routes/routes.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { configured, functionsOf, type SynthesisedStacks, synthesised } from './synthesised.ts';

const stacks = synthesised();
const { api, identity } = stacks;

/** What people are known by, in every function that puts them on record. */
function callerClaims(of: SynthesisedStacks): readonly string[] {
  const functions = functionsOf(of);
  const recording = [
    'place-trade',
    'manage-instructions',
    'settle-instruction',
    'manage-policy',
    'halt',
  ];
  return [
    ...new Set(recording.map((name) => functions.get(name)?.Environment.Variables.CALLER_CLAIM)),
  ];
}

const API_FUNCTIONS = [...new Set(ROUTES.map((route) => route.function))];

/** How every function behind the API tells people from programs, where the stage says something about it. */
function identityVariables(of: SynthesisedStacks): readonly object[] {
  const functions = functionsOf(of);
  const names = ['GROUPS_CLAIM', 'CLIENT_CLAIM', 'PERSON_PROOF_CLAIM', 'PERSON_PROOF_VALUES'];
  return API_FUNCTIONS.map((name) => {
    const variables = Object.entries(functions.get(name)?.Environment.Variables ?? {});
    return Object.fromEntries(variables.filter(([variable]) => names.includes(variable)));
  });
}

describe('the routes', () => {
  const routes = Object.values(api.findResources('AWS::ApiGatewayV2::Route'));

  it('are those of the contract', () => {
    expect(routes.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(
      ROUTES.map(routeKeyOf).sort(),
    );
  });

  it('all stand behind the authoriser', () => {
    const [authorizer, ...others] = Object.keys(
      api.findResources('AWS::ApiGatewayV2::Authorizer', { Properties: { AuthorizerType: 'JWT' } }),
    );
    expect(others).toEqual([]);
    for (const { Properties } of routes) {
      expect(Properties.AuthorizationType).toBe('JWT');
      expect(Properties.AuthorizerId).toEqual({ Ref: authorizer });
    }
  });

  it('are throttled, those on which people decide far above a flood of strangers, and logged without query or headers', () => {
    const generous = Match.objectLike({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 });
    api.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: Match.objectLike({
        ThrottlingRateLimit: 100,
        ThrottlingBurstLimit: 200,
      }),
      RouteSettings: Match.objectLike({
        'POST /v1/controls/halt': generous,
        'POST /v1/trades': generous,
        'POST /v1/trades/{id}/approve': generous,
        'POST /v1/withdrawals/{id}/cancel': generous,
        'POST /v1/changes/{id}/approve': generous,
        'POST /v1/withdrawals/{id}/settle': generous,
        'GET /v1/inbox': generous,
        'GET /v1/withdrawals/{id}': generous,
        'GET /v1/changes/{id}': generous,
      }),
      AccessLogSettings: { DestinationArn: Match.anyValue(), Format: Match.anyValue() },
    });
    const [stage] = Object.values(api.findResources('AWS::ApiGatewayV2::Stage'));
    expect(stage?.Properties.AccessLogSettings.Format).not.toMatch(/query|header|path/i);
  });

  it('can be called by browsers from the console only', () => {
    api.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      CorsConfiguration: {
        AllowOrigins: Match.arrayWith([Match.stringLikeRegexp('^https?://[^/*]+$')]),
        AllowHeaders: Match.arrayWith([
          'authorization',
          'content-type',
          'idempotency-key',
          'if-match',
          'if-none-match',
          'time-zone',
        ]),
        ExposeHeaders: Match.arrayWith(['apigw-requestid', 'etag', 'location', 'retry-after']),
      },
    });
    expect(JSON.stringify(api.toJSON())).not.toContain('"AllowOrigins":["*"]');
  });

  it('exist before the settings that name them', () => {
    const [stage] = Object.values(api.findResources('AWS::ApiGatewayV2::Stage'));
    const [trades] = Object.keys(
      api.findResources('AWS::ApiGatewayV2::Route', {
        Properties: { RouteKey: 'POST /v1/trades' },
      }),
    );
    expect(stage?.DependsOn).toContain(trades);
  });
});

it('puts out its address as runbooks go on from it, without a slash at the end', () => {
  const [id] = Object.keys(api.findResources('AWS::ApiGatewayV2::Api'));
  expect(api.toJSON().Outputs.ApiAddress.Value).toEqual({ 'Fn::GetAtt': [id, 'ApiEndpoint'] });
});

describe('who may call', () => {
  it('is by default a user of the pool: no self sign-up, and a second factor for everybody', () => {
    identity?.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      DeletionProtection: 'ACTIVE',
    });
    const groups = Object.values(identity?.findResources('AWS::Cognito::UserPoolGroup') ?? {});
    expect(groups.map(({ Properties }) => Properties.GroupName).sort()).toEqual([
      'admin',
      'approver',
      'trader',
      'treasurer',
      'viewer',
    ]);
  });

  it('signs in by code without a secret in a browser, by credentials in a program', () => {
    identity?.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      GenerateSecret: false,
      CallbackURLs: Match.arrayWith(['http://localhost:4400/']),
    });
    identity?.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['client_credentials'],
      GenerateSecret: true,
    });
  });

  it('signs in by that flow, with a passkey by choice: no flow of a password alone or of our own making', () => {
    const tenants = Object.values(identity?.findResources('AWS::Cognito::UserPoolClient') ?? {});
    expect(tenants.length).toBeGreaterThan(1);
    for (const { Properties } of tenants) {
      // Left out, Cognito would also allow SRP and custom flows.
      expect(Properties.ExplicitAuthFlows).toEqual([
        Properties.GenerateSecret ? 'ALLOW_REFRESH_TOKEN_AUTH' : 'ALLOW_USER_AUTH',
      ]);
      expect(Properties.AllowedOAuthFlows).toHaveLength(1);
      expect(Properties.AllowedOAuthFlowsUserPoolClient).toBe(true);
    }
  });

  it('is whom another issuer knows where the stage names one, and then there is no user pool', () => {
    const other = synthesised(
      configured({
        identity: {
          kind: 'oidc',
          issuer: 'https://id.example/',
          audience: ['sluice'],
          claims: { person: 'oid', groups: 'groups', program: 'appid' },
          personProof: { claim: 'idtyp', values: ['user', 'guest'] },
        },
        console: {
          ...withEverything(configured()).console,
          issuerOrigins: [],
          clientId: 'console',
        },
        consoleOrigins: ['https://console.example', 'http://localhost:5173'],
      }),
    );
    other.api.hasResourceProperties('AWS::ApiGatewayV2::Api', {
      CorsConfiguration: {
        AllowOrigins: [
          'https://console.example.com',
          'https://console.example',
          'http://localhost:5173',
        ],
        AllowHeaders: Match.arrayWith(['if-none-match']),
      },
    });
    expect([...other.all.keys()].sort()).toEqual([
      'sluice-dev-analytics',
      'sluice-dev-api',
      'sluice-dev-automation',
      'sluice-dev-console',
      'sluice-dev-console-content',
      'sluice-dev-data',
      'sluice-dev-observability',
      'sluice-dev-webhooks',
    ]);
    other.api.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'JWT',
      JwtConfiguration: { Issuer: 'https://id.example/', Audience: ['sluice'] },
    });
    expect(callerClaims(other)).toEqual(['oid']);
    const stated = {
      GROUPS_CLAIM: 'groups',
      CLIENT_CLAIM: 'appid',
      PERSON_PROOF_CLAIM: 'idtyp',
      PERSON_PROOF_VALUES: 'user,guest',
    };
    expect(identityVariables(other)).toEqual(API_FUNCTIONS.map(() => stated));
    const ours = { PERSON_PROOF_CLAIM: 'username' };
    expect(identityVariables(stacks)).toEqual(API_FUNCTIONS.map(() => ours));
    expect(callerClaims(stacks)).toEqual(['username']);
  });
});

describe('the bucket of exports', () => {
  it('is private, encrypted with the key of the stage, and empties itself after days', () => {
    api.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          {
            BucketKeyEnabled: true,
            ServerSideEncryptionByDefault: {
              SSEAlgorithm: 'aws:kms',
              KMSMasterKeyID: Match.anyValue(),
            },
          },
        ],
      },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({
            ExpirationInDays: EXPORT_LIFETIME_DAYS,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
            Status: 'Enabled',
          }),
        ]),
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    api.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    });
  });

  it('stays with the data of a stage that keeps them', () => {
    expect(configured().data).toBe('retain');
    api.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  it('is written to by a function that is tried once more, and whose failures wait for a person', () => {
    const { MaximumRetryAttempts, DestinationConfig } = onlyInvokeConfig();
    expect(MaximumRetryAttempts).toBe(1);
    expect(JSON.stringify(DestinationConfig)).toContain('deadletters');
  });
});

function onlyInvokeConfig() {
  const [config, ...others] = Object.values(api.findResources('AWS::Lambda::EventInvokeConfig'));
  expect(others).toEqual([]);
  return config?.Properties ?? {};
}
