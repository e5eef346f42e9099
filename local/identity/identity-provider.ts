import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { COMMAND_LINE_CALLBACKS } from '../../lib/stages/sign-in-addresses.ts';
import type { UserPoolClientModel } from '../assembly/model.ts';
import { accessTokenClaims, mintAccessToken, programTokenClaims } from './access-token.ts';
import type { IdentityKeys } from './identity-keys.ts';
import { IDENTITY_PATH } from './identity-path.ts';
import type { Person } from './people.ts';
import { serveSignIn } from './sign-in.ts';
import type { SignInOptions } from './sign-in-provider.ts';
import { serveUserinfo, USERINFO_PATH } from './userinfo.ts';

export interface IdentityOptions {
  /** The stack's own address, without a slash at its end. */
  readonly baseUrl: string;
  readonly clients: readonly UserPoolClientModel[];
  readonly keys: IdentityKeys;
  /**
   * Gives back the session of before where a request asks for a new sign-in, as the classic pages of some issuers do.
   * @default false
   */
  readonly ignoresPrompt?: boolean;
}

/** What asks for a new sign-in (OpenID Connect). */
const NEW_SIGN_IN = ['prompt', 'max_age'] as const;

/** A real OIDC provider for the built-in people, in place of the deployed one. */
export interface Identity {
  readonly issuer: string;
  /** Serves everything below IDENTITY_PATH. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** An access token for a person, without signing in. */
  readonly tokenFor: (person: Person) => Promise<string>;
  /** An access token for the client for programs, with all its scopes; null if there is none. */
  readonly programToken: () => Promise<string | null>;
  /** The id of the client that the command line signs people in with; null if the template has none. */
  readonly commandLineClient: string | null;
  /** The id of the client that the console signs people in with. */
  readonly consoleClient: string;
}

export function createIdentity({
  baseUrl,
  clients,
  keys,
  ignoresPrompt = false,
}: IdentityOptions): Identity {
  const issuer = `${baseUrl}${IDENTITY_PATH}`;
  const people = clients.filter(({ isMachine }) => !isMachine);
  const [first] = people;
  if (first === undefined) throw new Error('the template has no client for people');
  const [program] = clients.filter(({ isMachine }) => isMachine);
  const { accessTokenSeconds } = first;
  const opened: { current: Promise<OpenSignIn> | null } = { current: null };
  const signIn = async (): Promise<OpenSignIn> => {
    opened.current ??= openSignIn({ issuer, baseUrl, clients, accessTokenSeconds, keys });
    return await opened.current;
  };
  const [signedIn] = COMMAND_LINE_CALLBACKS;
  const commandLine = people.find(({ callbackUrls }) => callbackUrls.includes(signedIn));
  return {
    issuer,
    commandLineClient: commandLine?.id ?? null,
    consoleClient: (people.find((client) => client !== commandLine) ?? first).id,
    serve: async (request, response) => {
      const { provider, callback } = await signIn();
      if (await serveSignIn(provider, IDENTITY_PATH, request, response)) return;
      if (URL.parse(request.url ?? '', baseUrl)?.pathname === `${IDENTITY_PATH}${USERINFO_PATH}`) {
        await serveUserinfo(issuer, keys, request, response);
        return;
      }
      if (ignoresPrompt) request.url = withoutPrompt(request.url ?? '/', baseUrl);
      // The provider finds out where it is mounted by comparing the two.
      Object.assign(request, { originalUrl: request.url });
      request.url = request.url?.slice(IDENTITY_PATH.length) || '/';
      await callback(request, response);
    },
    tokenFor: (person) =>
      mintAccessToken(keys, accessTokenClaims(person, first.id), {
        issuer,
        lifeSeconds: first.accessTokenSeconds,
      }),
    programToken: async () =>
      program === undefined
        ? null
        : await mintAccessToken(keys, programTokenClaims(program.id, program.scopes.join(' ')), {
            issuer,
            lifeSeconds: program.accessTokenSeconds,
          }),
  };
}

function withoutPrompt(path: string, baseUrl: string): string {
  const url = new URL(path, baseUrl);
  for (const name of NEW_SIGN_IN) url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}

interface OpenSignIn {
  readonly provider: Provider;
  readonly callback: ReturnType<Provider['callback']>;
}

/** Loaded with the first sign-in, not before the stack is ready: most callers take a token without. */
async function openSignIn(options: SignInOptions): Promise<OpenSignIn> {
  const { signInProvider } = await import('./sign-in-provider.ts');
  const provider = signInProvider(options);
  return { provider, callback: provider.callback() };
}
