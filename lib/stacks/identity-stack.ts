import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { PROGRAM_ROLES, ROLE_WORDS, ROLES, SCOPE_PREFIX } from '../../contract/roles.ts';
import { removalOfData } from '../constructs/removal.ts';
import type { IdentityConfiguration, StageConfiguration } from '../stages/stage-configuration.ts';

/** Characters of a password; people sign in with a second factor as well. */
const MIN_PASSWORD_CHARACTERS = 14;
/** A stolen access token is of use for this long at most. */
const ACCESS_TOKEN_LIFE = Duration.minutes(30);
/** A person signs in once a working day. */
const SIGN_IN_LIFE = Duration.hours(12);

export interface IdentityStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly identity: IdentityConfiguration & { readonly kind: 'cognito' };
}

/** The people and programs that may call the API, where no identity provider of their own is named. */
export class IdentityStack extends Stack {
  readonly pool: UserPool;
  readonly clients: readonly UserPoolClient[];

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    const { configuration, identity, ...rest } = props;
    super(scope, id, rest);
    this.pool = this.#userPool(configuration);
    const domain = this.pool.addDomain('sign-in', {
      // Unique among all accounts, hence the account in it.
      cognitoDomain: { domainPrefix: `sluice-${configuration.stage}-${Aws.ACCOUNT_ID}` },
    });
    const console = this.#consoleClient(identity.consoleUrls);
    const machine = this.#machineClient();
    this.clients = [console, machine];

    new CfnOutput(this, 'UserPool', { value: this.pool.userPoolId });
    new CfnOutput(this, 'SignInAddress', { value: domain.baseUrl() });
    new CfnOutput(this, 'ConsoleClient', { value: console.userPoolClientId });
    new CfnOutput(this, 'MachineClient', { value: machine.userPoolClientId });
  }

  #userPool(configuration: StageConfiguration): UserPool {
    const pool = new UserPool(this, 'people', {
      userPoolName: `sluice-${configuration.stage}`,
      selfSignUpEnabled: false,
      signInAliases: { username: true, email: true },
      signInCaseSensitive: false,
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: MIN_PASSWORD_CHARACTERS,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
      },
      // Refuses passwords that are known to have leaked, and asks again where a sign-in looks odd. Billed by
      // person and month, of whom a finance team has few.
      featurePlan: FeaturePlan.PLUS,
      standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
      deletionProtection: configuration.data === 'retain',
      removalPolicy: removalOfData(configuration),
    });
    for (const groupName of ROLES) {
      pool.addGroup(groupName, { groupName, description: ROLE_WORDS[groupName] });
    }
    return pool;
  }

  /** The console in a browser: authorisation code with PKCE, so there is no secret to keep. */
  #consoleClient(urls: string[]): UserPoolClient {
    return this.pool.addClient('console', {
      generateSecret: false,
      authFlows: {},
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: ACCESS_TOKEN_LIFE,
      idTokenValidity: ACCESS_TOKEN_LIFE,
      refreshTokenValidity: SIGN_IN_LIFE,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: urls,
        logoutUrls: urls,
      },
    });
  }

  /** Programs: client credentials, with the scopes of the roles that programs may have. */
  #machineClient(): UserPoolClient {
    const scopes = PROGRAM_ROLES.map(
      (scopeName) =>
        new ResourceServerScope({ scopeName, scopeDescription: ROLE_WORDS[scopeName] }),
    );
    const identifier = SCOPE_PREFIX.slice(0, -1);
    const server = this.pool.addResourceServer('api', { identifier, scopes });
    return this.pool.addClient('machine', {
      generateSecret: true,
      authFlows: {},
      enableTokenRevocation: true,
      accessTokenValidity: ACCESS_TOKEN_LIFE,
      oAuth: {
        flows: { clientCredentials: true },
        scopes: scopes.map((scope) => OAuthScope.resourceServer(server, scope)),
      },
    });
  }
}
