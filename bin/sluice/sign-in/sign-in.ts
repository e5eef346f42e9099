import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';
import { COMMAND_LINE_CALLBACKS } from '../../../lib/stages/sign-in-addresses.ts';
import { CommandError } from '../command-error.ts';
import type { Profile } from '../profiles/profiles.ts';
import { discover, issuerOf, reasonOf, tokensOf } from './issuer.ts';
import type { KeptTokens } from './token-file.ts';

/** Milliseconds for a person to sign in, with a second factor and a password to look up. */
const SIGN_IN_TIMEOUT_MS = 5 * 60_000;

const USUAL_SCOPE = 'openid email profile';

/** Shows the person the page to sign in at. */
export type ShowPage = (url: string) => void;

interface SignInOptions {
  /** Asks the issuer for a new sign-in, where its page would take a session of before. @default false */
  readonly again?: boolean;
  readonly timeoutMs?: number;
}

/** Milliseconds that the issuer's clock may be behind this one: a sign-in that old is recent all the same. */
const CLOCK_SKEW_MS = 60_000;

/** What asks for it: issuers know the first, or both (OpenID Connect). The API looks at the time in the token. */
const AGAIN = { prompt: 'login', max_age: '0' } as const;

/**
 * Signs a person in with the authorization code flow: PKCE, a state and a nonce of this sign-in, and a redirect to an
 * address of this machine (RFC 8252).
 */
export async function signIn(
  profile: Profile,
  show: ShowPage,
  { again = false, timeoutMs = SIGN_IN_TIMEOUT_MS }: SignInOptions = {},
): Promise<KeptTokens> {
  const settings = await issuerOf(profile);
  const { server, client, options } = await discover(settings);
  const endpoint = server.authorization_endpoint;
  if (endpoint === undefined)
    throw new CommandError(`${settings.issuer} has no page to sign in at`);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const callback = await listenForCallback(timeoutMs);
  const askedAt = Date.now();
  try {
    const page = new URL(endpoint);
    for (const [name, value] of Object.entries({
      client_id: settings.clientId,
      redirect_uri: callback.address,
      response_type: 'code',
      scope: profile.scope ?? USUAL_SCOPE,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(again ? AGAIN : {}),
      ...(profile.audience === undefined ? {} : { audience: profile.audience }),
    })) {
      page.searchParams.set(name, value);
    }
    show(page.href);
    const parameters = oauth.validateAuthResponse(server, client, await callback.called, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      callback.address,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
    });
    if (again) refuseOldSignIn(tokens, askedAt);
    return tokensOf(tokens, { ...settings, api: profile.api });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`the sign-in failed: ${reasonOf(error)}`, {
      exit: 'signedOut',
      help: 'Try again: sluice login.',
    });
  } finally {
    callback.close();
  }
}

/**
 * An issuer that ignores the question gives back the session of before. What asks for a new sign-in would be refused with it,
 * as often as the person tried.
 */
function refuseOldSignIn(tokens: oauth.TokenEndpointResponse, askedAt: number): void {
  const signedInAt = oauth.getValidatedIdTokenClaims(tokens)?.auth_time;
  if (signedInAt === undefined || signedInAt * 1_000 >= askedAt - CLOCK_SKEW_MS) return;
  const since = new Date(signedInAt * 1_000).toISOString();
  throw new CommandError(
    `the sign-in page did not ask who you are: it gave back your sign-in of ${since}`,
    {
      exit: 'signedOut',
      help: 'Sign out there with your browser, then: sluice login. Tell whoever runs the identity provider that it ignores prompt=login (docs/two-people.md).',
    },
  );
}

interface Callback {
  readonly address: string;
  /** The address that the browser came back to, with its parameters. */
  readonly called: Promise<URL>;
  readonly close: () => void;
}

/** Waits for the browser at the first of the addresses that is free. */
async function listenForCallback(timeoutMs: number): Promise<Callback> {
  for (const address of COMMAND_LINE_CALLBACKS) {
    const callback = await listenAt(new URL(address), timeoutMs);
    if (callback !== null) return callback;
  }
  const ports = COMMAND_LINE_CALLBACKS.map((address) => new URL(address).port).join(', ');
  throw new CommandError(`the ports that a sign-in comes back to are all taken: ${ports}`, {
    help: 'End another sign-in that is still waiting, or free one of them.',
  });
}

async function listenAt(
  { href, hostname, port, pathname }: URL,
  timeoutMs: number,
): Promise<Callback | null> {
  const { promise: called, resolve, reject } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', href);
    const isCallback = url?.pathname === pathname;
    response.writeHead(isCallback ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(isCallback ? 'Back to the terminal: this page can be closed.\n' : 'Not found\n');
    if (isCallback) resolve(url);
  });
  const isListening = await new Promise<boolean>((settle) => {
    server.once('error', () => settle(false));
    server.listen(Number(port), hostname, () => settle(true));
  });
  if (!isListening) return null;
  const timer = setTimeout(() => {
    reject(
      new CommandError(`no sign-in came back within ${Math.round(timeoutMs / 60_000)} minutes`, {
        exit: 'signedOut',
        help: 'Try again: sluice login. Behind SSH, forward the port of the address that it prints.',
      }),
    );
  }, timeoutMs);
  // It may be rejected before it is waited for.
  called.catch(() => undefined);
  return {
    address: href,
    called,
    close: () => {
      clearTimeout(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}
