import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiModel, RouteModel } from '../../../local/assembly/model.ts';
import { Functions } from '../../../local/functions/functions.ts';
import { ApiServer } from '../../../local/http/api-server.ts';
import { preflightHeaders } from '../../../local/http/cross-origin.ts';
import { serveFront } from '../../../local/http/front-server.ts';
import { compileRoutes } from '../../../local/http/routes.ts';
import { identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity } from '../../../local/identity/identity-provider.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import { NO_EVENTS, sampleFunction } from './sample-models.ts';

function route(key: string, changes: Partial<RouteModel> = {}): RouteModel {
  const plain = { functionName: 'sample-http', timeoutMs: 29_000, authoriser: null, scopes: [] };
  return { key, ...plain, throttle: null, ...changes };
}

const CONSOLE = 'https://console.example';

const OF_A_PAGE = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' };

const API: ApiModel = {
  id: 'api',
  crossOrigin: {
    allowOrigins: [CONSOLE],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization'],
    exposeHeaders: ['etag'],
    maxAgeSeconds: 3600,
  },
  throttle: null,
  routes: [
    route('GET /v1/things/{id}'),
    route('GET /v1/things/latest'),
    route('POST /v1/things'),
    route('GET /v1/fails'),
    route('GET /v1/plain'),
    route('GET /v1/rare', { throttle: { rate: 0.001, burst: 2 } }),
    route('GET /v1/slow', { functionName: 'sample-slow', timeoutMs: 200 }),
  ],
};

let listening: Listening;
let functions: Functions;

beforeAll(async () => {
  functions = new Functions([sampleFunction('http'), sampleFunction('slow')], {
    environmentOf: () => ({}),
    log: () => undefined,
    finished: () => undefined,
  });
  const api = new ApiServer({ api: API, functions, issuerFor: ({ issuer }) => issuer });
  listening = await listen(0, 'a test', (request, response) =>
    serveFront(
      {
        api,
        identity,
        events: NO_EVENTS,
        port: listening.port,
        welcome: ['look here'],
        failed: () => undefined,
      },
      request,
      response,
    ),
  );
  const client = {
    id: 'console',
    isMachine: false,
    scopes: [],
    callbackUrls: [],
    accessTokenSeconds: 60,
  };
  const identity = createIdentity({
    baseUrl: listening.url,
    clients: [client],
    keys: await identityKeys(null),
  });
});
afterAll(async () => {
  await listening.close();
  await functions.close();
});

async function eventOf(path: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(`${listening.url}${path}`, init);
  expect(answer.status).toBe(202);
  return (await answer.json()) as Record<string, unknown>;
}

describe('a browser', () => {
  const ask = async (origin: string, method: string) =>
    await fetch(`${listening.url}/v1/things`, {
      method,
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it('is told what it may send from the console, and nothing from anywhere else', async () => {
    const allowed = await ask(CONSOLE, 'OPTIONS');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': CONSOLE,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '3600',
    });
    const other = await ask('https://elsewhere.example', 'OPTIONS');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may call from a page that this machine serves, on any port, whatever the template permits', async () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:8080']) {
      const told = await ask(origin, 'OPTIONS');
      expect([told.status, told.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect((await ask(origin, 'POST')).headers.get('access-control-allow-origin')).toBe(origin);
    }
    expect(preflightHeaders(null, 'OPTIONS', OF_A_PAGE)).toMatchObject({
      'access-control-allow-origin': OF_A_PAGE.origin,
      'access-control-allow-methods': 'GET,POST,PUT,DELETE',
    });
    const elsewhere = { ...OF_A_PAGE, origin: 'https://elsewhere.example' };
    expect(preflightHeaders(null, 'OPTIONS', elsewhere)).toBeNull();
    const alike = await ask('http://localhost.elsewhere.example', 'OPTIONS');
    expect(alike.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may read answers where it asks from the console', async () => {
    const answer = await ask(CONSOLE, 'POST');
    expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(answer.headers.get('access-control-expose-headers')).toBe('etag');
    const other = await ask('https://elsewhere.example', 'POST');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the event of a request', () => {
  it('has the shape of payload format 2.0', async () => {
    const event = await eventOf('/v1/things/a%20b?x=1&x=2&y=', {
      headers: { cookie: 'one=1; two=2', 'X-Mixed': 'Case', 'user-agent': 'test' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /v1/things/{id}',
      rawPath: '/v1/things/a b',
      rawQueryString: 'x=1&x=2&y=',
      cookies: ['one=1', 'two=2'],
      headers: { 'x-mixed': 'Case' },
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { id: 'a b' },
      isBase64Encoded: false,
      requestContext: {
        apiId: 'api',
        stage: '$default',
        routeKey: 'GET /v1/things/{id}',
        http: {
          method: 'GET',
          path: '/v1/things/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
    });
    expect(event).not.toHaveProperty('body');
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.requestContext).not.toHaveProperty('authorizer');
  });

  it('carries a JSON body as text and any other as base64', async () => {
    const post = (type: string, body: string) =>
      eventOf('/v1/things', { method: 'POST', headers: { 'content-type': type }, body });
    expect(await post('application/json; charset=utf-8', '{"a":"é"}')).toMatchObject({
      body: '{"a":"é"}',
      isBase64Encoded: false,
    });
    expect(await post('application/octet-stream', 'é')).toMatchObject({
      body: Buffer.from('é').toString('base64'),
      isBase64Encoded: true,
    });
  });
});

describe('the answer to a request', () => {
  it("has the function's status, headers and cookies", async () => {
    const answer = await fetch(`${listening.url}/v1/things/latest`);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('x-own')).toBe('header');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('apigw-requestid')).toMatch(/^[\da-f-]{36}$/);
  });

  it('is the value itself where the function answered without a status', async () => {
    const answer = await fetch(`${listening.url}/v1/plain`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ plain: 'value' });
  });

  it('is 404 for what is no route, 500 for a function that fails, 503 for one that is late', async () => {
    const seen = async (path: string, init?: RequestInit) => {
      const answer = await fetch(`${listening.url}${path}`, init);
      return [answer.status, await answer.text()];
    };
    expect(await seen('/v1/nothing')).toEqual([404, '{"message":"Not Found"}']);
    expect(await seen('/v1/things', { method: 'DELETE' })).toEqual([
      404,
      '{"message":"Not Found"}',
    ]);
    expect(await seen('/v1/fails')).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(await seen('/v1/slow')).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  it('is 429 beyond the limits of the route, with the time after which to ask again', async () => {
    const ask = async () => await fetch(`${listening.url}/v1/rare`);
    const statuses = [await ask(), await ask()].map(({ status }) => status);
    expect(statuses).toEqual([202, 202]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(900);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    // What API Gateway itself would say is in it as well.
    expect(await refused.json()).toMatchObject({ status: 429, message: 'Too Many Requests' });
  });

  it('is 413 for a body that is below the limit of the gateway, and escaped above that of the function', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = '"'.repeat(3_200_000);
    const answer = await fetch(`${listening.url}/v1/things`, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
  });

  it('is 413 for a body beyond the limit', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const answer = await fetch(`${listening.url}/v1/things`, { method: 'POST', body });
    expect(answer.status).toBe(413);
  });
});

describe('the address of the stack', () => {
  it('answers by the names of this machine only', async () => {
    const http = await import('node:http');
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const request = http.get(`${listening.url}/local`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        request.on('error', reject);
      });
    expect(await statusFor(`127.0.0.1:${listening.port}`)).toBe(200);
    expect(await statusFor(`localhost:${listening.port}`)).toBe(200);
    expect(await statusFor('rebound.example')).toBe(403);
    expect(await statusFor(`rebound.example:${listening.port}`)).toBe(403);
  });

  it('says under /local where to look', async () => {
    expect(await (await fetch(`${listening.url}/local`)).text()).toBe('look here\n');
  });

  /** A request with whatever headers, as a browser sends it on behalf of a page. */
  async function asked(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const request = http.request(`${listening.url}${path}`, { method, headers });
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }
  const LOCAL = ['/local', '/local/token?user=viewer', '/local/sign-in', '/local/events'];

  it('has nothing below /local for pages of other origins, on this machine or off it', async () => {
    const port = String(listening.port);
    const pages: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
    ];
    for (const path of LOCAL) {
      for (const page of pages) {
        const { status, body } = await asked(path, page);
        expect([path, status, body]).toEqual([
          path,
          403,
          'pages of other origins have nothing here\n',
        ]);
      }
      for (const own of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }]) {
        expect([path, (await asked(path, own)).status]).not.toEqual([path, 403]);
      }
      expect((await asked(path, { origin: listening.url })).status).not.toBe(403);
    }
    const framed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' };
    expect((await asked('/local/identity/auth', framed)).status).toBe(403);
    const went = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    expect((await asked('/local/identity/auth', went)).status).not.toBe(403);
  });

  it('answers GET alone below /local, and no answer is kept, framed or sniffed', async () => {
    for (const path of [...LOCAL, '/local/nothing']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
        const { status, headers } = await asked(path, {}, method);
        expect([path, method, status, headers.allow]).toEqual([path, method, 405, 'GET']);
      }
      const { headers } = await asked(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
    const end = await asked('/local/identity/session/end');
    expect(end.headers).toMatchObject({ 'clear-site-data': '"cache"', 'x-frame-options': 'DENY' });
  });

  it('hands out tokens of the built-in people, and names them for an unknown user', async () => {
    const ask = (user: string) => fetch(`${listening.url}/local/token?user=${user}`);
    const token = (await (await ask('treasurer')).text()).trim();
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      username: 'treasurer',
      'cognito:groups': ['treasurer'],
      client_id: 'console',
      token_use: 'access',
    });
    expect(claims).not.toHaveProperty('aud');
    const nobody = await ask('nobody');
    expect(nobody.status).toBe(404);
    expect(await nobody.text()).toContain('approver2');
    // This template has a client for people only.
    expect((await fetch(`${listening.url}/local/token?client=machine`)).status).toBe(404);
  });
});

describe('the route of a request', () => {
  const find = compileRoutes([
    route('ANY /a/{proxy+}'),
    route('GET /a/{id}'),
    route('GET /a/b'),
    route('ANY /a/b'),
    route('$default'),
  ]);
  it.each([
    ['GET', '/a/b', 'GET /a/b'],
    ['POST', '/a/b', 'ANY /a/b'],
    ['GET', '/a/c', 'GET /a/{id}'],
    ['POST', '/a/c', 'ANY /a/{proxy+}'],
    ['GET', '/a/c/d', 'ANY /a/{proxy+}'],
    ['GET', '/a/', 'ANY /a/{proxy+}'],
    ['GET', '/other', '$default'],
  ])('%s %s is %s: the most specific one', (method, path, key) => {
    expect(find(method, path)?.route.key).toBe(key);
  });
});
