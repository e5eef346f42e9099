import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { CommandError } from '../command-error.ts';
import { isThisMachine, type Profile } from '../profiles/profiles.ts';
import type { KeptTokens } from './token-file.ts';

const issuerSettings = z.object({ issuer: z.string(), clientId: z.string() });

/** The identity provider of a profile, and the client that the command line is there. */
export type IssuerSettings = Readonly<z.infer<typeof issuerSettings>>;

/** The path at which a stack on one machine names its identity provider. */
const LOCAL_SIGN_IN = '/local/sign-in';

/** Seconds that an access token lasts whose answer does not say it: too short costs a refresh. */
const UNSAID_LIFE_SECONDS = 300;

/** Issuer and client of a profile; a stack on this machine says them itself. */
export async function issuerOf(profile: Profile): Promise<IssuerSettings> {
  const { issuer, clientId, api, name } = profile;
  if (issuer !== undefined && clientId !== undefined) return { issuer, clientId };
  if (isThisMachine(api)) {
    const answer = await fetch(new URL(LOCAL_SIGN_IN, api)).catch(() => null);
    const said = issuerSettings.safeParse(answer?.ok ? await answer.json() : null);
    if (said.success) return said.data;
    throw new CommandError(`no stack with an identity provider answers at ${api}`, {
      exit: 'unreachable',
      help: 'Start it: npm start. Or name a deployment: --profile NAME.',
    });
  }
  throw new CommandError(`the profile "${name}" does not say who its people sign in with`, {
    exit: 'usage',
    help: `sluice login --profile ${name} --api ${api} --issuer URL --client-id ID; the stack's outputs have both.`,
  });
}

export interface Issuer {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** What every request needs: http is for this machine alone. */
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

/** What the issuer says of itself. */
export async function discover({ issuer, clientId }: IssuerSettings): Promise<Issuer> {
  const options = { [oauth.allowInsecureRequests]: isThisMachine(issuer) };
  try {
    const url = new URL(issuer);
    const answer = await oauth.discoveryRequest(url, { algorithm: 'oidc', ...options });
    const server = await oauth.processDiscoveryResponse(url, answer);
    return { server, client: { client_id: clientId }, options };
  } catch (error) {
    throw new CommandError(`the identity provider ${issuer} cannot be asked: ${reasonOf(error)}`, {
      exit: 'unreachable',
      help: 'Check --issuer: its address with /.well-known/openid-configuration behind it answers JSON.',
    });
  }
}

/** The tokens of an answer of the issuer, as they are kept. */
export function tokensOf(
  answer: oauth.TokenEndpointResponse,
  of: IssuerSettings & { readonly api: string; readonly refreshToken?: string | undefined },
): KeptTokens {
  const { api, issuer, clientId } = of;
  const refreshToken = answer.refresh_token ?? of.refreshToken;
  return {
    api,
    issuer,
    clientId,
    accessToken: answer.access_token,
    expiresAtMs: Date.now() + (answer.expires_in ?? UNSAID_LIFE_SECONDS) * 1_000,
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}

/** An error of the issuer without what it was sent: OAuth's own code and description at most. */
export function reasonOf(error: unknown): string {
  if (
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.AuthorizationResponseError
  ) {
    const { error: code, error_description: description } = error;
    return description === undefined ? code : `${code}: ${description}`;
  }
  if (!(error instanceof Error)) return 'it failed';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
