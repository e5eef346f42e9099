import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authoriser } from '../../../local/http/authoriser.ts';
import { type IdentityKeys, identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity, type Identity } from '../../../local/identity/identity-provider.ts';
import { PEOPLE } from '../../../local/identity/people.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';

const CLIENT = {
  id: 'console',
  isMachine: false,
  scopes: [],
  callbackUrls: [],
  accessTokenSeconds: 60,
};

let listening: Listening;
let identity: Identity;
let keys: IdentityKeys;
let authoriser: Authoriser;

beforeAll(async () => {
  keys = await identityKeys(null);
  listening = await listen(0, 'a test', (request, response) => identity.serve(request, response));
  identity = createIdentity({ baseUrl: listening.url, clients: [CLIENT], keys });
  authoriser = new Authoriser({ issuer: identity.issuer, audience: ['console', 'machine'] });
});
afterAll(async () => {
  await listening.close();
});

interface Forged {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly issuer?: string;
  readonly expiresIn?: string;
  /** Seconds since 1970. */
  readonly issuedAt?: number;
  readonly key?: Parameters<SignJWT['sign']>[0];
  readonly kid?: string;
  readonly alg?: string;
}

/** A token of the provider's own making, except for what a test changes. */
async function forged(changes: Forged = {}): Promise<string> {
  const { claims = { client_id: 'console' }, issuer = identity.issuer } = changes;
  const { alg = 'RS256', kid = keys.signing.kid, expiresIn = '1m' } = changes;
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ alg, kid })
    .setIssuer(issuer)
    .setIssuedAt(changes.issuedAt)
    .setExpirationTime(expiresIn)
    .sign(changes.key ?? (await importJWK(keys.signing, 'RS256')));
}

async function outcomeOf(token: string, scopes: readonly string[] = []): Promise<number> {
  const outcome = await authoriser.authorise(`Bearer ${token}`, scopes);
  return outcome.ok ? 200 : outcome.status;
}

describe('the authoriser', () => {
  it('accepts every built-in person and hands claims on as text', async () => {
    for (const person of PEOPLE) {
      const header = `Bearer ${await identity.tokenFor(person)}`;
      const outcome = await authoriser.authorise(header, []);
      expect(outcome).toMatchObject({
        ok: true,
        scopes: null,
        claims: {
          username: person.username,
          'cognito:groups': `[${person.groups.join(' ')}]`,
          client_id: 'console',
          token_use: 'access',
          iss: identity.issuer,
          exp: expect.stringMatching(/^\d+$/),
        },
      });
    }
  });

  it('takes the audience from aud, and from client_id only where there is no aud', async () => {
    expect(await outcomeOf(await forged({ claims: { client_id: 'machine' } }))).toBe(200);
    expect(await outcomeOf(await forged({ claims: { aud: ['x', 'console'] } }))).toBe(200);
    expect(await outcomeOf(await forged({ claims: { client_id: 'another' } }))).toBe(401);
    expect(await outcomeOf(await forged({ claims: { aud: 'x', client_id: 'console' } }))).toBe(401);
    expect(await outcomeOf(await forged({ claims: {} }))).toBe(401);
  });

  it.each([undefined, '', 'Bearer ', 'Bearer not-a-token', 'Basic dXNlcjpwYXNz'])(
    'refuses the header %j',
    async (header) => {
      const outcome = await authoriser.authorise(header, []);
      expect(outcome).toMatchObject({ ok: false, status: 401 });
    },
  );

  it('refuses a token that expired, or that is not valid yet', async () => {
    expect(await outcomeOf(await forged({ expiresIn: '-1m' }))).toBe(401);
    const later = Math.floor(Date.now() / 1_000) + 600;
    expect(await outcomeOf(await forged({ claims: { client_id: 'console', nbf: later } }))).toBe(
      401,
    );
  });

  it('refuses a token that was issued in the future, as the gateway does', async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await outcomeOf(await forged({ issuedAt: now }))).toBe(200);
    expect(await outcomeOf(await forged({ issuedAt: now + 30 }))).toBe(401);
  });

  it('refuses a token of another issuer, and one signed with another key', async () => {
    const foreign = await generateKeyPair('RS256');
    expect(await outcomeOf(await forged({ issuer: 'https://issuer.example' }))).toBe(401);
    expect(await outcomeOf(await forged({ key: foreign.privateKey }))).toBe(401);
    expect(await outcomeOf(await forged({ key: foreign.privateKey, kid: 'another' }))).toBe(401);
  });

  it('refuses a token without a signature', async () => {
    const claims = { iss: identity.issuer, client_id: 'console', exp: 9_999_999_999 };
    expect(await outcomeOf(new UnsecuredJWT(claims).encode())).toBe(401);
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: keys.signing.kid })).toString(
      'base64url',
    );
    expect(await outcomeOf(`${header}.${payload}.`)).toBe(401);
  });

  it('refuses a token signed with the public key as if it were a shared secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(keys.signing.n));
    expect(await outcomeOf(await forged({ alg: 'HS256', key: secret }))).toBe(401);
  });

  it('refuses a token that was tampered with', async () => {
    const [header = '', payload = '', signature = ''] = (await forged()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const raised = Buffer.from(JSON.stringify({ ...claims, 'cognito:groups': ['admin'] })).toString(
      'base64url',
    );
    expect(await outcomeOf([header, payload, signature].join('.'))).toBe(200);
    expect(await outcomeOf([header, raised, signature].join('.'))).toBe(401);
  });

  it('wants one of the scopes that a route asks for', async () => {
    const token = await forged({ claims: { client_id: 'console', scope: 'openid sluice/api' } });
    expect(await outcomeOf(token, ['sluice/api'])).toBe(200);
    expect(await outcomeOf(token, ['sluice/admin'])).toBe(403);
    expect(await authoriser.authorise(`Bearer ${token}`, ['sluice/api'])).toMatchObject({
      scopes: ['openid', 'sluice/api'],
    });
  });
});
