import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolClient,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  ResourceServerScope,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  PROGRAM_ROLES,
  ROLE_DESCRIPTIONS,
  ROLES,
  SCOPE_PREFIX,
  TENANT_PREFIX,
} from '../../api/roles/roles.ts';
import { accepted } from '../constructs/accepted-finding.ts';
import { removalOfData } from '../constructs/removal.ts';
import { signInDomain } from '../constructs/sign-in-domain.ts';
import { brandSignIn, logSignIns, refuseRisks } from '../constructs/sign-in-page.ts';
import { COMMAND_LINE_CALLBACKS } from '../stages/sign-in-addresses.ts';
import type { IdentityConfiguration, StageConfiguration } from '../stages/stage-configuration.ts';

/** Characters of a password; people sign in with a second factor as well. */
const MIN_PASSWORD_CHARACTERS = 14;
/** A stolen access token is valid for this long at most. */
const ACCESS_TOKEN_LIFE = Duration.minutes(30);
/** A person signs in once a working day. */
const SIGN_IN_LIFE = Duration.hours(12);
/**
 * A renewal whose answer was lost is repeated with the same refresh token within this time; afterwards a token that was
 * used once ends the sign-in. Longer than a request's patience and one repetition of it.
 */
const ROTATION_GRACE = Duration.seconds(30);

export interface IdentityStackProps extends StackProps {
  readonly configuration: StageConfiguration;
  readonly identity: IdentityConfiguration & { readonly kind: 'cognito' };
  /** Encrypts the log of sign-ins. */
  readonly key: IKey;
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
    const { configuration, identity, key, consoleAddress, ...rest } = props;
    super(scope, id, rest);
    // Unique among all accounts and regions, hence both in it.
    const domainPrefix = signInDomain(configuration.stage, Aws.ACCOUNT_ID, Aws.REGION);
    this.pool = this.#userPool(configuration);
    const domain = this.pool.addDomain('sign-in', {
      cognitoDomain: { domainPrefix },
      // The classic page knows neither passkeys nor `prompt`: signing in again would give back the old sign-in.
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const own = consoleAddress === null ? [] : [`${consoleAddress}/`];
    const console = this.#publicClient('console', [...own, ...identity.consoleUrls]);
    const commandLine = this.#publicClient('command-line', [...COMMAND_LINE_CALLBACKS]);
    const machines = this.#machineClients(configuration);
    this.clients = [console, commandLine, ...machines];
    for (const client of [console, commandLine]) brandSignIn(this.pool, client);
    refuseRisks(this.pool);
    logSignIns(this.pool, { configuration, key });
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
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      // For the one domain that the pool has, by default: said here, its name would be longer than CloudFormation takes.
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      passwordPolicy: { minLength: MIN_PASSWORD_CHARACTERS },
      // Refuses passwords that are known to have leaked, and asks again where a sign-in looks odd. Billed by
      // person and month, of whom a finance team has few.
      featurePlan: FeaturePlan.PLUS,
      standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
      deletionProtection: configuration.data === 'retain',
      removalPolicy: removalOfData(configuration),
    });
    const { defaultChild } = pool.node;
    if (!(defaultChild instanceof CfnUserPool)) throw new Error('the pool is not what it was');
    // A passkey that verified its person (a finger, a PIN) is both factors by itself; otherwise it could not be used where two
    // are required.
    defaultChild.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    accepted(
      pool,
      'Rules about characters make passwords that are guessed and written down (NIST SP 800-63B): length and a check against leaked ones stand for them.',
      ['AwsSolutions-COG1'],
    );
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
      refreshTokenRotationGracePeriod: ROTATION_GRACE,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: urls,
        logoutUrls: urls,
      },
    });
    return byFlows(client, ['ALLOW_USER_AUTH']);
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
      return byFlows(made, ['ALLOW_REFRESH_TOKEN_AUTH']);
    };
    const [first, ...others] = configuration.tenants;
    return [
      machine('machine', first),
      ...others.map((tenant) => machine(`machine-${tenant}`, tenant)),
    ];
  }
}

/**
 * A client with these flows at Cognito's own interface, beside its OAuth flow. Left out, Cognito also allows SRP and custom
 * flows. People's have the one by which the sign-in page offers the choice of a passkey; a second factor is asked for there as
 * well. Refreshing is left to the token endpoint, which rotates: the interface's own flow does not.
 */
function byFlows(client: UserPoolClient, flows: readonly string[]): UserPoolClient {
  const { defaultChild } = client.node;
  if (!(defaultChild instanceof CfnUserPoolClient))
    throw new Error('the client is not what it was');
  defaultChild.explicitAuthFlows = [...flows];
  return client;
}

/** The tenants between which people's access is divided: none if there is only one. */
function ofSeveral({ tenants }: StageConfiguration): readonly string[] {
  return tenants.length > 1 ? tenants : [];
}
