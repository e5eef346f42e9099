import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMAND_LINE_CALLBACKS } from '../../../lib/stages/sign-in-addresses.ts';
import { type IdentityKeys, identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity, type Identity } from '../../../local/identity/identity-provider.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { sluice } from './command-line.ts';

const CLIENT = {
  ...{ id: 'command-line', isMachine: false, scopes: [], accessTokenSeconds: 1_800 },
  callbackUrls: [...COMMAND_LINE_CALLBACKS],
};
const MINUTES_MS = 60_000;

const folder = temporaryFolder();
const kept = path.join(folder, 'sluice/tokens.json');
const cookies = new Map<string, string>();
let listening: Listening;
let keys: IdentityKeys;
let identity: Identity;

const provider = (ignoresPrompt: boolean) =>
  createIdentity({ baseUrl: listening.url, clients: [CLIENT], keys, ignoresPrompt });

beforeAll(async () => {
  listening = await listen(0, 'a test', (request, response) => identity.serve(request, response));
  keys = await identityKeys(null);
});
afterAll(async () => {
  await listening.close();
});

/** One browser: it keeps its session from one sign-in to the next. */
async function go(url: string, init: RequestInit = {}): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(new URL(url, listening.url), {
    ...{ ...init, redirect: 'manual', headers: { cookie } },
  });
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return answer.headers.get('location') ?? '';
}

/** Goes where the page leads, and says who is there if it asks. */
async function comesBack(page: string): Promise<void> {
  const next = await go(page);
  const body = new URLSearchParams({ user: 'approver' });
  const isAsked = next.includes('/sign-in/');
  const callback = isAsked ? await go(await go(next, { method: 'POST', body })) : next;
  await fetch(callback);
}

async function login(...more: readonly string[]) {
  let isOpened = false;
  const args = ['login', '--no-browser', '--api', listening.url, '--issuer', identity.issuer];
  const env = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
  return await sluice([...args, '--client-id', CLIENT.id, ...more], env, (stderr) => {
    const [page] = /http:\S+\/auth\S+/.exec(stderr) ?? [];
    if (page === undefined || isOpened) return;
    isOpened = true;
    void comesBack(page);
  });
}

/** Signed in ten minutes ago, with this browser. */
async function signedInEarlier(): Promise<void> {
  cookies.clear();
  const earlier = Date.now() - 10 * MINUTES_MS;
  vi.spyOn(Date, 'now').mockReturnValue(earlier);
  expect(await login()).toMatchObject({ code: 0 });
  vi.restoreAllMocks();
}

describe('signing in again', () => {
  it('keeps the new sign-in of an issuer that asks', async () => {
    identity = provider(false);
    await signedInEarlier();
    const before = readFileSync(kept, 'utf8');
    expect(await login('--again')).toMatchObject({ code: 0 });
    expect(readFileSync(kept, 'utf8')).not.toBe(before);
  });

  it('says that the issuer did not ask, instead of sending a person round in circles', async () => {
    identity = provider(true);
    await signedInEarlier();
    const before = readFileSync(kept, 'utf8');
    const ran = await login('--again');
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toMatch(/did not ask who you are: it gave back your sign-in of \d{4}-/);
    expect(ran.stderr).toContain('ignores prompt=login');
    expect(readFileSync(kept, 'utf8')).toBe(before);
  });
});

describe('signing out', () => {
  it('ends the refresh token at the issuer as well, and says whether it did', async () => {
    identity = provider(false);
    cookies.clear();
    expect(await login()).toMatchObject({ code: 0 });
    const tokens = Object.values(JSON.parse(readFileSync(kept, 'utf8')) as object)[0];
    const env = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
    const out = await sluice(['logout', '--json', '--api', listening.url], env);
    expect(JSON.parse(out.stdout)).toMatchObject({ wasSignedIn: true, isRevoked: true });
    expect(existsSync(kept) ? readFileSync(kept, 'utf8') : '{}').toBe('{}');
    const refused = await fetch(`${identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: CLIENT.id },
        refresh_token: tokens.refreshToken,
      }),
    });
    expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
  });
});
