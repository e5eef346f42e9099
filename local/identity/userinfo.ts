import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { isLoopback } from '../network/loopback.ts';
import { type IdentityKeys, SIGNING_ALGORITHM } from './identity-keys.ts';
import { type Person, personWithSubject } from './people.ts';

/** The endpoint of `userinfo_endpoint`, below the provider's path. */
export const USERINFO_PATH = '/me';

const PERMITTED_METHODS: readonly string[] = ['GET', 'POST'];

/** What an ID token, and the userinfo endpoint, say about a person. */
export function personClaims({ username, displayName, groups }: Person) {
  return {
    username,
    name: displayName,
    email: `${username}@sluice.example`,
    'cognito:groups': [...groups],
  };
}

/**
 * The userinfo endpoint, as the deployed pool has it: it takes the pool's own access tokens, which are JWTs. The
 * provider's endpoint takes only tokens that it looks up, and refuses a JWT.
 */
export async function serveUserinfo(
  issuer: string,
  keys: IdentityKeys,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin, authorization } = request.headers;
  if (origin !== undefined && isLoopback(origin)) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-headers', 'authorization');
    response.setHeader('access-control-allow-methods', PERMITTED_METHODS.join(','));
    response.writeHead(204).end();
    return;
  }
  const person = await bearerOf(authorization, issuer, keys);
  response.setHeader('cache-control', 'no-store');
  if (typeof person === 'string') {
    response.setHeader('www-authenticate', `Bearer error="${person}"`);
    send(response, person === 'insufficient_scope' ? 403 : 401, { error: person });
    return;
  }
  send(response, 200, person);
}

/** The claims of the token's person, or why the token is not accepted. */
async function bearerOf(
  header: string | undefined,
  issuer: string,
  keys: IdentityKeys,
): Promise<object | 'invalid_token' | 'insufficient_scope'> {
  const payload = await verified(header?.replace(/^Bearer /i, '') ?? '', issuer, keys);
  if (payload?.sub === undefined) return 'invalid_token';
  // A program's token says nothing about a person, and was not given to learn of one.
  if (!String(payload.scope).split(' ').includes('openid')) return 'insufficient_scope';
  const person = personWithSubject(payload.sub);
  return person === undefined ? 'invalid_token' : { sub: payload.sub, ...personClaims(person) };
}

async function verified(
  token: string,
  issuer: string,
  { signing }: IdentityKeys,
): Promise<JWTPayload | null> {
  const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicKey } = signing;
  try {
    const key = await importJWK(publicKey, SIGNING_ALGORITHM);
    const options = { issuer, algorithms: [SIGNING_ALGORITHM], requiredClaims: ['exp'] };
    const { payload } = await jwtVerify(token, key, options);
    // An ID token proves who signed in to a page; it opens nothing.
    return payload.token_use === 'access' ? payload : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
