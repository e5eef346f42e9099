import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { CallerKind } from '../../../api/roles/authorisation-table.ts';
import { ROLES, SCOPE_PREFIX } from '../../../api/roles/roles.ts';
import { type IdentityKeys, SIGNING_ALGORITHM } from '../../../local/identity/identity-keys.ts';

/** What a caller may come with beside a valid token; null is a request without any. */
export const UNACCEPTABLE = [
  'no token',
  'expired',
  'foreign issuer',
  'foreign key',
  'alg none',
  'shared secret',
  'signature cut off',
  'claims changed',
  'of another client',
  'ID token',
] as const;
export type Unacceptable = (typeof UNACCEPTABLE)[number];

interface Issuing {
  readonly issuer: string;
  readonly keys: IdentityKeys;
  /** A client for people, and one for programs. */
  readonly clients: { readonly person: string; readonly program: string };
}

/** Makes tokens of every kind, as the configured issuer would, or as an attacker might. */
export async function tokenMaker({ issuer, keys, clients }: Issuing) {
  const own = await importJWK(keys.signing, SIGNING_ALGORITHM);
  const foreign = await generateKeyPair(SIGNING_ALGORITHM);
  const sign = (claims: object, change: { key?: typeof own; iss?: string; exp?: string } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.signing.kid })
      .setIssuer(change.iss ?? issuer)
      .setIssuedAt()
      .setExpirationTime(change.exp ?? '5m')
      .sign(change.key ?? own);

  /** The claims of an access token as Cognito has them. */
  const claimsOf = ({ kind, role }: CallerKind | { kind: 'nobody'; role: '' }): object => {
    if (kind === 'program') {
      const client = clients.program;
      const scope = `${SCOPE_PREFIX}${role}`;
      return { sub: client, client_id: client, token_use: 'access', scope };
    }
    return {
      sub: `subject-of-${kind}-${role}`,
      username: `${kind}-${role}`,
      client_id: clients.person,
      token_use: 'access',
      scope: 'openid email profile',
      ...(kind === 'person' ? { 'cognito:groups': [role] } : {}),
    };
  };

  const unacceptable = async (caller: CallerKind, how: Unacceptable): Promise<string | null> => {
    const claims = claimsOf(caller);
    switch (how) {
      case 'no token':
        return null;
      case 'expired':
        return await sign(claims, { exp: '-1m' });
      case 'foreign issuer':
        return await sign(claims, { iss: 'https://issuer.example', key: foreign.privateKey });
      case 'foreign key':
        return await sign(claims, { key: foreign.privateKey });
      case 'alg none': {
        const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
        return new UnsecuredJWT({ ...claims, iss: issuer, exp: inAnHour }).encode();
      }
      case 'shared secret': {
        // What everybody knows of the issuer, used as if it were what only the issuer knows.
        const secret = new TextEncoder().encode(String(keys.signing.n));
        return await new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256', kid: keys.signing.kid })
          .setIssuer(issuer)
          .setExpirationTime('5m')
          .sign(secret);
      }
      case 'signature cut off':
        return (await sign(claims)).replace(/[^.]{8}$/, '');
      case 'claims changed': {
        const [header, payload = '', signature] = (await sign(claims)).split('.');
        const said = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const raised = { ...said, 'cognito:groups': ROLES, sub: 'somebody-else' };
        const changed = Buffer.from(JSON.stringify(raised)).toString('base64url');
        return `${header}.${changed}.${signature}`;
      }
      case 'of another client':
        return await sign({ ...claims, client_id: 'another-client' });
      case 'ID token': {
        const { client_id: aud, scope: _, ...rest } = claims as Record<string, unknown>;
        return await sign({ ...rest, aud, token_use: 'id' });
      }
      default:
        return how satisfies never;
    }
  };
  const valid = (caller: Parameters<typeof claimsOf>[0]) => sign(claimsOf(caller));
  return { clients, sign, valid, unacceptable };
}
