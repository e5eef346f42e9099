import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConsoleServer } from '../../../local/console/console-server.ts';
import { Functions } from '../../../local/functions/functions.ts';
import { ApiServer } from '../../../local/http/api-server.ts';
import { serveFront } from '../../../local/http/front-server.ts';
import { identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity, type Identity } from '../../../local/identity/identity-provider.ts';
import { listen } from '../../../local/network/listen.ts';
import type { ConsoleConfiguration } from '../../../runtime/console/console-configuration.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { NO_EVENTS, sampleFunction } from './sample-models.ts';

const SCRIPT = `console.log(1);${'// more '.repeat(400)}`;

const keys = await identityKeys(null);
const folder = temporaryFolder();
mkdirSync(path.join(folder, 'assets'));
for (const [name, content] of Object.entries({
  'index.html': '<!doctype html><title>the console</title>',
  'assets/index-4f2a.js': SCRIPT,
  'favicon.svg': '<svg/>',
})) {
  writeFileSync(path.join(folder, name), content);
}

const CLIENT = { isMachine: false, scopes: [], accessTokenSeconds: 60 };
const CLIENTS = [
  { ...CLIENT, id: 'command-line', callbackUrls: ['http://127.0.0.1:46117/signed-in'] },
  { ...CLIENT, id: 'console', callbackUrls: ['http://localhost:4400/'] },
];

/** The front of a stack with a console that is built when the promise says so. */
async function frontWith(building: Promise<string>): Promise<string> {
  const route = { functionName: 'sample-http', timeoutMs: 29_000, authoriser: null, scopes: [] };
  const functions = new Functions([sampleFunction('http')], {
    environmentOf: () => ({}),
    log: () => undefined,
    finished: () => undefined,
  });
  const model = { id: 'api', crossOrigin: null, throttle: null };
  const routes = [{ ...route, key: 'GET /v1/things', throttle: null }];
  const api = new ApiServer({
    api: { ...model, routes },
    functions,
    issuerFor: ({ issuer }) => issuer,
  });
  const parts: { identity?: Identity } = {};
  const console = ConsoleServer.of(building);
  const listening = await listen(0, 'a test', async (...exchange) => {
    const { identity } = parts;
    if (identity === undefined) throw new Error('asked too early');
    const { port } = listening;
    const front = { api, identity, events: NO_EVENTS, port, welcome: [], failed: () => undefined };
    await serveFront({ ...front, console }, ...exchange);
  });
  parts.identity = createIdentity({ baseUrl: listening.url, clients: CLIENTS, keys });
  onTestFinished(async () => {
    await listening.close();
    await functions.close();
  });
  return listening.url;
}

const built = Promise.resolve(folder);

/** The settings as a browser gets them that asks for this host. */
async function settingsAt(url: string, host = new URL(url).host): Promise<ConsoleConfiguration> {
  return JSON.parse((await askPlainly(url, '/config.json', host)).body);
}

/** A request whose path and host nothing tidies up. */
async function askPlainly(
  url: string,
  path: string,
  host: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  return await new Promise((resolve, reject) => {
    const { port } = new URL(url);
    request({ port, path, host: '127.0.0.1', headers: { host } })
      .on('response', async (response) => {
        resolve({ status: response.statusCode, body: await text(response) });
      })
      .on('error', reject)
      .end();
  });
}

describe('the console on the port of the API', () => {
  it('is one page for every address of it, with a policy that names the API and the issuer, and never kept', async () => {
    const url = await frontWith(built);
    for (const route of ['/', '/t/main', '/t/main/currencies/USDC.e', '/t/main/rules?state=on']) {
      const answer = await fetch(`${url}${route}`);
      expect([answer.status, await answer.text()], route).toEqual([
        200,
        '<!doctype html><title>the console</title>',
      ]);
      expect(Object.fromEntries(answer.headers), route).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining(`connect-src 'self' ${url};`),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('promises no TLS that this machine does not have', async () => {
    const answer = await fetch(await frontWith(built));
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('has its hashed files kept for a year, compressed as the browser can read them', async () => {
    const url = await frontWith(built);
    const encodings = { 'br, gzip': 'br', gzip: 'gzip', 'br;q=0, gzip': 'gzip', identity: null };
    for (const [accepted, used] of Object.entries(encodings)) {
      const answer = await fetch(`${url}/assets/index-4f2a.js`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(await answer.text()).toBe(SCRIPT);
      expect(answer.headers.get('content-encoding'), accepted).toBe(used);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
        vary: 'accept-encoding',
      });
    }
  });

  it('answers a missing file as missing, and with no page', async () => {
    const url = await frontWith(built);
    for (const missing of ['/assets/index-0000.js', '/robots.txt', '/assets/../../secret.js']) {
      const answer = await fetch(`${url}${missing}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await answer.text()).not.toMatch(/html/);
    }
  });

  it('reads nothing outside its folder, however a path is written', async () => {
    const url = await frontWith(built);
    const { host } = new URL(url);
    for (const asked of ['/assets/../../../etc/passwd', '/..%2f..%2fetc.d', '/assets/%2e%2e/x']) {
      const { body } = await askPlainly(url, asked, host);
      expect(body, asked).toMatch(/^(there is no such file|<!doctype html><title>the console<)/);
    }
  });

  it('leaves the API, the sign-in and the hints of this machine as they are', async () => {
    const url = await frontWith(built);
    expect((await fetch(`${url}/v1/things`)).status).toBe(202);
    const missing = await fetch(`${url}/v1/nothing`);
    expect([missing.status, await missing.json()]).toEqual([404, { message: 'Not Found' }]);
    expect((await fetch(`${url}/`, { method: 'POST' })).status).toBe(404);
    const discovery = `${url}/local/identity/.well-known/openid-configuration`;
    expect((await fetch(discovery)).headers.get('content-type')).toMatch(/json/);
    expect((await fetch(`${url}/local/nothing`)).status).toBe(404);
  });

  it('finds in config.json where it is and who there is, at the name that it was asked for by', async () => {
    const url = await frontWith(built);
    const settings = await settingsAt(url);
    expect(settings).toMatchObject({
      stage: 'local',
      apiUrl: url,
      issuer: `${url}/local/identity`,
      clientId: 'console',
    });
    const byName = url.replace('127.0.0.1', 'localhost');
    expect(await settingsAt(url, new URL(byName).host)).toEqual({ ...settings, apiUrl: byName });
    const people = settings.people ?? [];
    expect(people.map(({ id }) => id)).toEqual([
      'viewer',
      'trader',
      'treasurer',
      'approver',
      'approver2',
      'admin',
    ]);
    expect(people[4]).toEqual({
      id: 'approver2',
      name: 'Bo Sandberg, second approver',
      roles: ['approver'],
      description: 'The second approver, where two people must agree.',
    });
  });
});

describe('a console that is not built yet', () => {
  it('is a page that looks again, while the API and the settings answer; then it is there', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const server = ConsoleServer.of(promise);
    const configuration = {
      stage: 'local',
      apiUrl: 'http://127.0.0.1:4400',
      issuer: 'http://127.0.0.1:4400/local/identity',
      clientId: 'console',
    };
    const ask = (asked: string) => server.answer({ path: asked, headers: {}, configuration });
    const waiting = await ask('/t/main');
    expect(waiting).toMatchObject({ status: 503, headers: { refresh: '1' } });
    expect(String(waiting.body)).toMatch(/being built/);
    expect((await ask('/assets/index-4f2a.js')).status).toBe(404);
    expect((await ask('/config.json')).status).toBe(200);
    resolve(folder);
    while ((await ask('/')).status === 503) await turn();
    expect((await ask('/t/main')).status).toBe(200);
  });

  it('says in one line why there will be none, and runs none of it', async () => {
    const server = ConsoleServer.of(Promise.reject(new Error('<b>no such file</b>')));
    await turn();
    const configuration = { stage: 'local', apiUrl: '', issuer: '', clientId: '' };
    const answer = await server.answer({ path: '/', headers: {}, configuration });
    expect(answer.status).toBe(503);
    expect(answer.headers.refresh).toBeUndefined();
    expect(String(answer.body)).toMatch(/could not be built: &lt;b>no such file/);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });
});
