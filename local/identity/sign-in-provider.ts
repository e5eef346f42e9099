import Provider, {
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import type { UserPoolClientModel } from '../assembly/model.ts';
import { isLoopback } from '../network/loopback.ts';
import { accessTokenClaims, programTokenClaims, TOKEN_SCOPE } from './access-token.ts';
import { type IdentityKeys, SIGNING_ALGORITHM } from './identity-keys.ts';
import { IDENTITY_PATH } from './identity-path.ts';
import { personWithSubject } from './people.ts';
import { signOutPage } from './sign-in.ts';
import { personClaims } from './userinfo.ts';

/**
 * The secret of the client for programs. It is no secret: every caller that reaches this machine's own address gets a
 * token of any person. In the cloud the pool generates one.
 */
const PROGRAM_SECRET = 'local';

/** Seconds: a working day, as the deployed pool has it, and a short while for a form in between. */
const SIGN_IN_SECONDS = 12 * 60 * 60;
const INTERACTION_SECONDS = 10 * 60;
const CODE_SECONDS = 60;

export interface SignInOptions {
  readonly issuer: string;
  /** The stack's own address, without a slash at its end. */
  readonly baseUrl: string;
  readonly clients: readonly UserPoolClientModel[];
  /** Seconds for which access tokens of the first client of people are good. */
  readonly accessTokenSeconds: number;
  readonly keys: IdentityKeys;
}

/** The provider that signs people and programs in. Its library is a quarter of all modules of a start. */
export function signInProvider(options: SignInOptions): Provider {
  const { issuer, baseUrl, clients, accessTokenSeconds, keys } = options;
  const lives = new Map(clients.map((client) => [client.id, client.accessTokenSeconds]));
  const provider = new Provider(issuer, {
    ...configuration(issuer, keys, clients),
    clients: clients.map((client) =>
      client.isMachine ? programMetadata(client) : clientMetadata(client, baseUrl),
    ),
    ttl: {
      ClientCredentials: (_, __, client) => lives.get(client.clientId) ?? accessTokenSeconds,
      AccessToken: (_, __, client) => lives.get(client.clientId) ?? accessTokenSeconds,
      IdToken: accessTokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      Grant: SIGN_IN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: SIGN_IN_SECONDS,
      Session: SIGN_IN_SECONDS,
    },
  });
  permitLoopbackRedirects(provider);
  return provider;
}

/**
 * People may be sent back to a development server of this machine, on whichever port it listens. Programs never are:
 * their client has no redirects at all.
 */
function permitLoopbackRedirects({ Client }: Provider): void {
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = Client.prototype;
  const isOwn = (
    client: { readonly redirectUris?: readonly string[] | undefined },
    uri: string,
  ): boolean => (client.redirectUris ?? []).length > 0 && isLoopback(uri) && !uri.includes('#');
  Client.prototype.redirectUriAllowed = function allowed(uri) {
    return redirectUriAllowed.call(this, uri) || isOwn(this, uri);
  };
  Client.prototype.postLogoutRedirectUriAllowed = function allowed(uri) {
    return postLogoutRedirectUriAllowed.call(this, uri) || isOwn(this, uri);
  };
}

function clientMetadata(client: UserPoolClientModel, baseUrl: string): ClientMetadata {
  const local = [`${baseUrl}/`, `${baseUrl.replace('127.0.0.1', 'localhost')}/`];
  const urls = [...new Set([...client.callbackUrls, ...local])];
  return {
    client_id: client.id,
    token_endpoint_auth_method: 'none',
    // When the person signed in: what needs a sign-in of a moment ago is told by it, as with the deployed pool.
    require_auth_time: true,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: urls,
    post_logout_redirect_uris: urls,
  };
}

/** A program proves itself with its secret, and gets a token with the scopes that it asks for. */
function programMetadata({ id, scopes }: UserPoolClientModel): ClientMetadata {
  return {
    client_id: id,
    client_secret: PROGRAM_SECRET,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    scope: scopes.join(' '),
  };
}

function configuration(
  issuer: string,
  keys: IdentityKeys,
  clients: readonly UserPoolClientModel[],
): Configuration {
  const programs = new Map(
    clients.filter(({ isMachine }) => isMachine).map((each) => [each.id, each]),
  );
  const programScopes = [...programs.values()].flatMap(({ scopes }) => scopes);
  return {
    // In memory: after a restart people sign in again. It is the provider's own, named here because the provider warns of it
    // where it is only implied.
    adapter: createMemoryAdapter(),
    jwks: { keys: [keys.signing as never] },
    cookies: { keys: [...keys.cookies] },
    scopes: [...new Set([...TOKEN_SCOPE.split(' '), ...programScopes])],
    claims: {
      openid: ['sub', 'cognito:groups', 'token_use'],
      email: ['email'],
      profile: ['name', 'username'],
    },
    conformIdTokenClaims: false,
    interactions: { url: (_, { uid }) => `${IDENTITY_PATH}/sign-in/${uid}` },
    clientBasedCORS: (_, origin, client) =>
      isLoopback(origin) ||
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    // As the deployed pool does, without asking for a scope of its own.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain';
      ctx.body = `The sign-in failed: ${error}${description === undefined ? '' : ` (${description})`}\n`;
    },
    // Each is good once, as at the deployed pool.
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      // Signing out ends the refresh token as well, at the deployed pool too.
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutAtOnce },
      clientCredentials: { enabled: true },
      // Makes access tokens JWTs, which is what the deployed pool's are.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, __, client) => ({
          scope: programs.get(client.clientId)?.scopes.join(' ') ?? TOKEN_SCOPE,
          // The provider insists on one, where Cognito has none: authorisers look for either.
          audience: client.clientId,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
    },
    formats: {
      customizers: {
        jwt: (ctx, token, { payload }) => {
          const clientId = String(token.clientId);
          const program = programs.get(clientId);
          if (program !== undefined) {
            // A client that asks for no scope in particular gets them all, as from Cognito.
            const asked = ctx.oidc.params?.scope !== undefined;
            const scope = asked ? String(token.scope ?? '') : program.scopes.join(' ');
            Object.assign(payload, programTokenClaims(clientId, scope));
            return;
          }
          const person = 'accountId' in token && personWithSubject(String(token.accountId));
          if (!person) return;
          const signedIn = ctx.oidc.entities.AuthorizationCode ?? ctx.oidc.entities.RefreshToken;
          Object.assign(payload, accessTokenClaims(person, clientId), {
            // Of the sign-in, not of this token: renewing it makes no sign-in younger.
            auth_time: signedIn?.authTime,
          });
        },
      },
    },
    findAccount: (_, id) => {
      const person = personWithSubject(id);
      if (person === undefined) return undefined;
      return {
        accountId: id,
        claims: async () => ({ sub: id, ...personClaims(person), token_use: 'id' }),
      };
    },
    // The console is part of the same whole: no user has to consent to it.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const { clientId } = client;
      const grant = new provider.Grant({ clientId, accountId: session.accountId });
      grant.addOIDCScope(TOKEN_SCOPE);
      grant.addResourceScope(issuer, TOKEN_SCOPE);
      await grant.save();
      return grant;
    },
  };
}

/** The page that ends a session: it sends the provider's form by itself. */
function signOutAtOnce(ctx: KoaContextWithOIDC, form: string): void {
  ctx.type = 'html';
  ctx.body = signOutPage(form);
}
