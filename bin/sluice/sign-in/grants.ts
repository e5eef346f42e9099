import * as oauth from 'oauth4webapi';
import { CommandError } from '../command-error.ts';
import type { Profile } from '../profiles/profiles.ts';
import { discover, issuerOf, reasonOf, tokensOf } from './issuer.ts';
import type { KeptTokens } from './token-file.ts';

/** New tokens for a sign-in; null if the issuer takes the refresh token no longer. */
export async function refreshed(
  { api, issuer, clientId }: KeptTokens,
  refreshToken: string,
): Promise<KeptTokens | null> {
  const settings = { issuer, clientId };
  const { server, client, options } = await discover(settings);
  try {
    const answer = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      options,
    );
    const tokens = await oauth.processRefreshTokenResponse(server, client, answer);
    return tokensOf(tokens, { ...settings, api, refreshToken });
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return null;
    throw new CommandError(`the sign-in cannot be renewed: ${reasonOf(error)}`, {
      exit: 'unreachable',
    });
  }
}

interface Program {
  readonly clientId: string;
  readonly secret: string;
  readonly scope: string | undefined;
}

/** The token of a program, by its own id and secret (client credentials). */
export async function programTokens(profile: Profile, program: Program): Promise<KeptTokens> {
  const { issuer } = await issuerOf({ ...profile, clientId: program.clientId });
  const settings = { issuer, clientId: program.clientId };
  const { server, client, options } = await discover(settings);
  const parameters = new URLSearchParams();
  if (program.scope !== undefined) parameters.set('scope', program.scope);
  if (profile.audience !== undefined) parameters.set('audience', profile.audience);
  try {
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(program.secret),
      parameters,
      options,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, client, answer);
    return tokensOf(tokens, { ...settings, api: profile.api });
  } catch (error) {
    throw new CommandError(`the program's sign-in failed: ${reasonOf(error)}`, {
      exit: 'signedOut',
      help: 'Check SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET, and the issuer of the profile.',
    });
  }
}

/** Tells the issuer that a sign-in is over; false if it has no address for that, or nothing goes on without this program. */
export async function revoke({ issuer, clientId, refreshToken }: KeptTokens): Promise<boolean> {
  if (refreshToken === undefined) return false;
  const { server, client, options } = await discover({ issuer, clientId });
  if (server.revocation_endpoint === undefined) return false;
  const answer = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
  await oauth.processRevocationResponse(answer);
  return true;
}
