import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { type IdentityKeys, SIGNING_ALGORITHM } from './identity-keys.ts';
import { type Person, subjectOf } from './people.ts';

export const TOKEN_SCOPE = 'openid email profile';

interface TokenGrant {
  readonly issuer: string;
  readonly lifeSeconds: number;
}

/** The claims of a person's access token as Cognito has them: `client_id`, and no audience. */
export function accessTokenClaims(person: Person, clientId: string): Record<string, unknown> {
  return {
    sub: subjectOf(person),
    'cognito:groups': person.groups,
    client_id: clientId,
    token_use: 'access',
    scope: TOKEN_SCOPE,
    username: person.username,
  };
}

/** The claims of a program's access token as Cognito has them: its client is its subject, and no person signed in. */
export function programTokenClaims(clientId: string, scope: string): Record<string, unknown> {
  return { sub: clientId, client_id: clientId, token_use: 'access', scope };
}

/** An access token with the claims of a person or a program, signed with the provider's own key. */
export async function mintAccessToken(
  keys: IdentityKeys,
  claims: Readonly<Record<string, unknown>>,
  { issuer, lifeSeconds }: TokenGrant,
): Promise<string> {
  const key = await importJWK(keys.signing, SIGNING_ALGORITHM);
  const now = Math.floor(Date.now() / 1_000);
  return await new SignJWT({ ...claims, auth_time: now })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.signing.kid })
    .setIssuer(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + lifeSeconds)
    .setJti(randomUUID())
    .sign(key);
}
