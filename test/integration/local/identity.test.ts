import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Authoriser } from '../../../local/http/authoriser.ts';
import {
  accessTokenClaims,
  mintAccessToken,
  programTokenClaims,
} from '../../../local/identity/access-token.ts';
import { type IdentityKeys, identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity, type Identity } from '../../../local/identity/identity-provider.ts';
import { PEOPLE, personWithSubject, subjectOf } from '../../../local/identity/people.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const CLIENT = {
  id: 'console',
  isMachine: false,
  scopes: [],
  callbackUrls: [],
  accessTokenSeconds: 1_800,
};

const temporary = temporaryFolder();
let listening: Listening;
let identity: Identity;
let keys: IdentityKeys;

beforeAll(async () => {
  listening = await listen(0, 'a test', (request, response) => identity.serve(request, response));
  keys = await identityKeys(null);
  identity = createIdentity({
    baseUrl: listening.url,
    clients: [CLIENT],
    keys,
  });
});
afterAll(async () => {
  await listening.close();
});

/** A browser as far as signing in needs one: it keeps cookies and follows by hand. */
function browser() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const target = new URL(url, listening.url);
    const answer = await fetch(target, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** Sends the form of a page, as the page does by itself in a browser. */
async function sent(
  go: ReturnType<typeof browser>,
  page: Response,
  added: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const html = await page.text();
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(
    Object.fromEntries([
      ...fields.map(([, name = '', value = '']) => [name, value]),
      ...Object.entries(added),
    ]),
  );
  return await go(action, { method: 'POST', body });
}

function locationOf(answer: Response): string {
  expect([302, 303]).toContain(answer.status);
  return answer.headers.get('location') ?? '';
}

describe('the identity provider', () => {
  it('lets a person sign in by choosing who they are, and issues tokens that the API accepts', async () => {
    const go = browser();
    const verifier = randomBytes(32).toString('base64url');
    const redirect = `${listening.url}/`;
    const query = new URLSearchParams({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid email profile',
      state: 'of-the-test',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const signIn = locationOf(await go(`/local/identity/auth?${query}`));
    expect(await (await go(signIn)).text()).toContain('value="approver2"');
    const chosen = await go(signIn, {
      method: 'POST',
      body: new URLSearchParams({ user: 'approver2' }),
    });
    const callback = new URL(locationOf(await go(locationOf(chosen))));
    expect(`${callback.origin}${callback.pathname}`).toBe(redirect);
    expect(callback.searchParams.get('state')).toBe('of-the-test');

    const answer = await fetch(`${identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT.id,
        redirect_uri: redirect,
        code: callback.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    });
    const tokens = (await answer.json()) as {
      readonly [name in 'access_token' | 'id_token' | 'refresh_token']: string;
    };
    const authoriser = new Authoriser({ issuer: identity.issuer, audience: [CLIENT.id] });
    expect(await authoriser.authorise(`Bearer ${tokens.access_token}`, [])).toMatchObject({
      ok: true,
      claims: { username: 'approver2', 'cognito:groups': '[approver]', token_use: 'access' },
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ client_id: CLIENT.id, aud: CLIENT.id });
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      aud: CLIENT.id,
      'cognito:groups': ['approver'],
      token_use: 'id',
      // When the person signed in: large amounts ask for a sign-in of a moment ago.
      auth_time: expect.any(Number),
    });
    const signedInAt = decodeJwt(tokens.access_token).auth_time;
    expect(signedInAt).toBe(decodeJwt(tokens.id_token).auth_time);
    // Renewed a good while later: the token is new, and the sign-in is as old as it was.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 400_000);
    const renewed = await fetch(`${identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: CLIENT.id },
        refresh_token: tokens.refresh_token,
      }),
    });
    vi.restoreAllMocks();
    const { access_token: later, refresh_token: next } = (await renewed.json()) as typeof tokens;
    expect(decodeJwt(later).auth_time).toBe(signedInAt);
    expect(decodeJwt(later).iat).toBeGreaterThan(Number(signedInAt) + 300);
    // Each refresh token is good once, and none after signing out.
    expect(next).not.toBe(tokens.refresh_token);
    const revoked = await fetch(`${identity.issuer}/token/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT.id, token: next }),
    });
    expect(revoked.status).toBe(200);
    const refused = await fetch(`${identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: CLIENT.id, refresh_token: next },
      }),
    });
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('ends a session without a question, and takes nothing from another address for it', async () => {
    const query = new URLSearchParams({
      client_id: CLIENT.id,
      post_logout_redirect_uri: `${listening.url}/`,
    });
    const signIn = new URLSearchParams({
      ...{ client_id: CLIENT.id, response_type: 'code', scope: 'openid' },
      ...{ redirect_uri: `${listening.url}/`, login_hint: 'viewer' },
      code_challenge: createHash('sha256').update('v').digest('base64url'),
      code_challenge_method: 'S256',
    });
    const go = browser();
    const hinted = locationOf(await go(`/local/identity/auth?${signIn}`));
    await go(locationOf(await go(hinted)));
    const page = await go(`/local/identity/session/end?${query}`);
    const html = await page.clone().text();
    expect(html).toMatch(/form\.submit\(\)/);
    expect(html).not.toMatch(/https:/);
    // The script adds what a click on "yes" would.
    expect(html).toMatch(/name: 'logout', value: 'yes'/);
    expect(locationOf(await sent(go, page, { logout: 'yes' }))).toBe(`${listening.url}/`);
  });

  it('signs a person in without a question where the console names one of those built in', async () => {
    const query = (hint: string) =>
      new URLSearchParams({
        client_id: CLIENT.id,
        response_type: 'code',
        redirect_uri: `${listening.url}/`,
        scope: 'openid',
        prompt: 'login',
        login_hint: hint,
        code_challenge: createHash('sha256').update('v').digest('base64url'),
        code_challenge_method: 'S256',
      });
    const go = browser();
    // One after the other, in one browser: the second is another person.
    for (const name of ['treasurer', 'approver2']) {
      const signIn = locationOf(await go(`/local/identity/auth?${query(name)}`));
      let answer = await go(locationOf(await go(signIn)));
      // Another person than before is signed out first, by a form that sends itself.
      if (answer.status === 200) answer = await go(locationOf(await sent(go, answer)));
      const back = locationOf(answer);
      expect(new URL(back).searchParams.get('code'), name).not.toBeNull();
    }
    const unknown = locationOf(await go(`/local/identity/auth?${query('stranger')}`));
    expect(await (await go(unknown)).text()).toContain('value="approver2"');
  });

  it('gives back the sign-in of before to a request for a new one, in the mode of an issuer that ignores it', async () => {
    const query = (more: Readonly<Record<string, string>>) =>
      new URLSearchParams({
        ...{ client_id: CLIENT.id, response_type: 'code', scope: 'openid' },
        redirect_uri: `${listening.url}/`,
        code_challenge: createHash('sha256').update('v').digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      });
    const go = browser();
    const first = locationOf(await go(`/local/identity/auth?${query({ login_hint: 'viewer' })}`));
    await go(locationOf(await go(first)));
    const again = `/local/identity/auth?${query({ prompt: 'login', max_age: '0' })}`;
    expect(locationOf(await go(again))).toContain('/sign-in/');
    const before = identity;
    identity = createIdentity({
      ...{ baseUrl: listening.url, clients: [CLIENT], keys },
      ignoresPrompt: true,
    });
    const other = browser();
    const begun = locationOf(
      await other(`/local/identity/auth?${query({ login_hint: 'viewer' })}`),
    );
    await other(locationOf(await other(begun)));
    const back = new URL(locationOf(await other(again)));
    identity = before;
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  it('sends people back to a development server of this machine on any port, and nowhere else', async () => {
    const startAt = async (redirect: string) =>
      await browser()(
        `/local/identity/auth?${new URLSearchParams({
          client_id: CLIENT.id,
          response_type: 'code',
          redirect_uri: redirect,
          scope: 'openid',
          code_challenge: createHash('sha256').update('v').digest('base64url'),
          code_challenge_method: 'S256',
        })}`,
      );
    for (const own of [
      'http://localhost:5173/signed-in',
      'http://127.0.0.1:3000/',
      'http://[::1]:8080/',
    ]) {
      expect((await startAt(own)).headers.get('location')).toContain('/local/identity/sign-in/');
    }
    for (const other of [
      'https://elsewhere.example/',
      'http://localhost.elsewhere.example:5173/',
      'http://person@localhost:5173/',
      'http://localhost:5173/#fragment',
    ]) {
      const refused = await startAt(other);
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    }
  });

  it('says whose access token it is, to pages of this machine too', async () => {
    const [viewer] = PEOPLE;
    if (viewer === undefined) throw new Error('no person is built in');
    const { userinfo_endpoint: endpoint } = (await (
      await fetch(`${identity.issuer}/.well-known/openid-configuration`)
    ).json()) as { userinfo_endpoint: string };
    const ask = async (token: string) =>
      await fetch(endpoint, {
        headers: { authorization: `Bearer ${token}`, origin: 'http://localhost:5173' },
      });
    const answer = await ask(await identity.tokenFor(viewer));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(await answer.json()).toEqual({
      sub: subjectOf(viewer),
      username: 'viewer',
      name: viewer.displayName,
      email: 'viewer@sluice.example',
      'cognito:groups': ['viewer'],
    });
  });

  it('tells nothing to a token that it did not sign, to an ID token, and to a program', async () => {
    const ask = async (token: string) =>
      await fetch(`${identity.issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
    const [viewer] = PEOPLE;
    if (viewer === undefined) throw new Error('no person is built in');
    const { issuer } = identity;
    const grant = { issuer, lifeSeconds: 60 };
    const claims = accessTokenClaims(viewer, CLIENT.id);
    const foreign = await mintAccessToken(await identityKeys(null), claims, grant);
    const ofIdentity = await mintAccessToken(keys, { ...claims, token_use: 'id' }, grant);
    const old = await mintAccessToken(keys, claims, { issuer, lifeSeconds: -1 });
    for (const token of ['', 'none', foreign, ofIdentity, old]) {
      const answer = await ask(token);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    }
    const ofProgram = await mintAccessToken(
      keys,
      programTokenClaims('program', 'sluice/read'),
      grant,
    );
    expect((await ask(ofProgram)).status).toBe(403);
  });

  it('gives the same person the same subject, signed in or not', async () => {
    const [viewer] = PEOPLE;
    if (viewer === undefined) throw new Error('no person is built in');
    const { sub } = decodeJwt(await identity.tokenFor(viewer));
    expect(sub).toBe(subjectOf(viewer));
    expect(personWithSubject(String(sub))).toBe(viewer);
  });

  it('keeps its keys with the data, and has fresh ones without', async () => {
    const file = path.join(temporary, 'keys.json');
    const first = await identityKeys(file);
    expect((await identityKeys(file)).signing.kid).toBe(first.signing.kid);
    expect((await identityKeys(null)).signing.kid).not.toBe(first.signing.kid);
  });
});
