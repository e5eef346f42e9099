import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPoolClient,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import {
  PROGRAM_ROLES,
  ROLE_DESCRIPTIONS,
  ROLES,
  SCOPE_PREFIX,
  TENANT_PREFIX,
} from '../../api/roles/roles.ts';
import { removalOfData } from '../constructs/removal.ts';
import { COMMAND_LINE_CALLBACKS } from '../stages/sign-in-addresses.ts';
import type { IdentityConfiguration, StageConfiguration } from '../stages/stage-configuration.ts';

/** Characters of a password; people sign in with a second factor as well. */
const MIN_PASSWORD_CHARACTERS = 14;
/** A stolen access token is valid for this long at most. */
const ACCESS_TOKEN_LIFE = Duration.minutes(30);
/** A person signs in once a working day. */
const SIGN_IN_LIFE = Duration.hours(12);

export interface IdentityStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly identity: IdentityConfiguration & { readonly kind: 'cognito' };
  /** The console's address, without a slash at its end; null if the stage has none. */
  readonly consoleAddress: string | null;
}

/** The people and programs that may call the API, unless another identity provider is named. */
export class IdentityStack extends Stack {
  readonly pool: UserPool;
  readonly clients: readonly UserPoolClient[];
  readonly consoleClient: UserPoolClient;
  /** The origin of the sign-in page, which hands out tokens too. */
  readonly signInAddress: string;

  constructor(scope: Construct, id: string, props: IdentityStackProps) {
    const { configuration, identity, consoleAddress, ...rest } = props;
    super(scope, id, rest);
    this.pool = this.#userPool(configuration);
    const domain = this.pool.addDomain('sign-in', {
      // Unique among all accounts, hence the account in it.
      cognitoDomain: { domainPrefix: `sluice-${configuration.stage}-${Aws.ACCOUNT_ID}` },
    });
    const own = consoleAddress === null ? [] : [`${consoleAddress}/`];
    const console = this.#publicClient('console', [...own, ...identity.consoleUrls]);
    const commandLine = this.#publicClient('command-line', [...COMMAND_LINE_CALLBACKS]);
    const machines = this.#machineClients(configuration);
    this.clients = [console, commandLine, ...machines];
    this.consoleClient = console;
    this.signInAddress = domain.baseUrl();

    new CfnOutput(this, 'UserPool', { value: this.pool.userPoolId });
    new CfnOutput(this, 'SignInAddress', { value: this.signInAddress });
    new CfnOutput(this, 'ConsoleClient', { value: console.userPoolClientId });
    new CfnOutput(this, 'CommandLineClient', { value: commandLine.userPoolClientId });
    new CfnOutput(this, 'Issuer', { value: this.pool.userPoolProviderUrl });
    for (const { node, userPoolClientId: value } of machines) {
      new CfnOutput(this, node.id.replace('machine', 'MachineClient').replaceAll('-', ''), {
        value,
      });
    }
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
    for (const tenant of ofSeveral(configuration)) {
      const groupName = `${TENANT_PREFIX}${tenant}`;
      pool.addGroup(groupName, { groupName, description: `Sees the tenant ${tenant}` });
    }
    for (const groupName of ROLES) {
      pool.addGroup(groupName, { groupName, description: ROLE_DESCRIPTIONS[groupName] });
    }
    return pool;
  }

  /** The console, and the command line: authorisation code with PKCE, so there is no secret to keep. */
  #publicClient(id: string, urls: string[]): UserPoolClient {
    const client = this.pool.addClient(id, {
      generateSecret: false,
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
    return byOAuthAlone(client);
  }

  /**
   * Programs: client credentials, with the scopes of the roles that programs may have. If a deployment has several
   * tenants there is a program for each, which sees that one only.
   */
  #machineClients(
    configuration: StageConfiguration,
  ): readonly [UserPoolClient, ...UserPoolClient[]] {
    const scopeOf = (scopeName: string, scopeDescription: string) =>
      new ResourceServerScope({ scopeName, scopeDescription });
    const roles = PROGRAM_ROLES.map((role) => scopeOf(role, ROLE_DESCRIPTIONS[role]));
    const seeing = new Map(
      ofSeveral(configuration).map((tenant) => [
        tenant,
        scopeOf(`${TENANT_PREFIX}${tenant}`, `Sees the tenant ${tenant}`),
      ]),
    );
    const identifier = SCOPE_PREFIX.slice(0, -1);
    const scopes = [...roles, ...seeing.values()];
    const server = this.pool.addResourceServer('api', { identifier, scopes });
    const machine = (id: string, tenant: string): UserPoolClient => {
      const own = seeing.get(tenant);
      const allowed = own === undefined ? roles : [...roles, own];
      const made = this.pool.addClient(id, {
        generateSecret: true,
        enableTokenRevocation: true,
        accessTokenValidity: ACCESS_TOKEN_LIFE,
        oAuth: {
          flows: { clientCredentials: true },
          scopes: allowed.map((scope) => OAuthScope.resourceServer(server, scope)),
        },
      });
      return byOAuthAlone(made);
    };
    const [first, ...others] = configuration.tenants;
    return [
      machine('machine', first),
      ...others.map((tenant) => machine(`machine-${tenant}`, tenant)),
    ];
  }
}

/**
 * A client whose one way in is its OAuth flow. Left out, Cognito also allows SRP and custom flows, at an interface of its own
 * beside the sign-in page; refreshing what that flow handed out stays.
 */
function byOAuthAlone(client: UserPoolClient): UserPoolClient {
  const { defaultChild } = client.node;
  if (!(defaultChild instanceof CfnUserPoolClient))
    throw new Error('the client is not what it was');
  defaultChild.explicitAuthFlows = ['ALLOW_REFRESH_TOKEN_AUTH'];
  return client;
}

/** The tenants between which people's access is divided: none if there is only one. */
function ofSeveral({ tenants }: StageConfiguration): readonly string[] {
  return tenants.length > 1 ? tenants : [];
}
