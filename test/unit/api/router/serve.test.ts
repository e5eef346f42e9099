import type { Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { json } from '../../../../api/problems/problem.ts';
import type { GatewayEvent } from '../../../../api/requests/api-event.ts';
import { INSTRUCTION_ID } from '../../../../api/requests/path-parameters.ts';
import { declare } from '../../../../api/routes/declare.ts';
import { VARIABLES } from '../../../../runtime/environment/names.ts';
import { asTheGatewaySays, bearer } from '../../../http/bearer.ts';

// Read when the modules of a function are loaded.
vi.stubEnv(VARIABLES.stage, 'test');
vi.stubEnv(VARIABLES.tenants, 'main');
const { serve } = await import('../../../../api/router/serve.ts');

const path = { id: INSTRUCTION_ID };
const THINGS = declare('halt', {
  'GET /v1/things': { roles: ['viewer'], query: z.strictObject({}) },
  'POST /v1/things/{id}/turn': {
    roles: ['trader'],
    path,
    idempotencyKey: true,
    ifMatch: 'version',
    body: z.strictObject({ turns: z.int() }),
  },
});

const LISTED = declare('query-reports', {
  'GET /v1/rows': {
    roles: ['viewer'],
    query: z.strictObject({ limit: z.string() }),
    file: {
      formats: ['csv'],
      isWanted: ({ whole }: Readonly<Record<string, string | undefined>>) => whole !== undefined,
      query: z.strictObject({ whole: z.literal('true'), of: z.string() }),
    },
  },
});

const listed = serve(LISTED, {
  'GET /v1/rows': {
    page: async ({ query }) => json(200, { page: query }),
    file: async ({ query, parameters, by }) => json(200, { file: query, parameters, by: by() }),
  },
});

const handler = serve(THINGS, {
  'GET /v1/things': async ({ query, by }) => json(200, { query, by: by() }),
  'POST /v1/things/{id}/turn': async ({ path: { id }, body, idempotencyKey, ifMatch }) => {
    const version: number = await ifMatch(async () => ({ version: 3 }));
    return json(200, { id, turns: body.turns, idempotencyKey, version });
  },
});

const CLAIMS = {
  sub: 'somebody',
  username: 'tess',
  client_id: 'console',
  auth_time: 1_767_603_600,
};
const TURN = 'POST /v1/things/{id}/turn';
const ASKED = {
  pathParameters: { id: 'a-thing' },
  headers: { 'idempotency-key': 'key-1', 'if-match': '"7"', 'content-type': 'application/json' },
  body: '{"turns":2}',
};

async function ask(
  routeKey: string,
  roles: readonly string[],
  request: object = {},
  served: typeof handler = handler,
) {
  const claims = { ...CLAIMS, 'cognito:groups': roles };
  const authorizer = { jwt: { claims: asTheGatewaySays(claims), scopes: [] } };
  const { headers = {}, ...more } = request as { readonly headers?: object };
  const event = {
    routeKey,
    ...more,
    headers: { ...headers, authorization: bearer(claims) },
    requestContext: { requestId: 'r-1', authorizer },
    isBase64Encoded: false,
  } as unknown as GatewayEvent;
  const context = { functionName: 'things', getRemainingTimeInMillis: () => 1_000 };
  const answer = await served(event, context as unknown as Context);
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? '') as object };
}

describe('the router', () => {
  it('hands each handler what its route declares, parsed', async () => {
    expect(await ask('GET /v1/things', ['viewer'])).toEqual({
      status: 200,
      body: { query: {}, by: 'somebody' },
    });
    expect(await ask(TURN, ['trader'], ASKED)).toEqual({
      status: 200,
      body: { id: 'a-thing', turns: 2, idempotencyKey: 'key-1', version: 7 },
    });
  });

  it.each([
    ['role-missing', ['viewer'], { ...ASKED, pathParameters: {}, headers: {}, body: '' }],
    ['not-found', ['trader'], { ...ASKED, pathParameters: {}, headers: {}, body: '' }],
    ['idempotency-key-missing', ['trader'], { ...ASKED, headers: {}, body: '' }],
    ['not-json', ['trader'], { ...ASKED, headers: { 'idempotency-key': 'k' }, body: '' }],
    [
      'if-match-missing',
      ['trader'],
      { ...ASKED, headers: { 'idempotency-key': 'k', 'content-type': 'application/json' } },
    ],
  ])(
    'refuses in the order of role, path, key, body, precondition: %s',
    async (code, roles, asked) => {
      expect((await ask(TURN, roles, asked)).body).toMatchObject({ code });
    },
  );

  it.each(['GET /v1/secrets', 'GET /v1/lanes', 'toString'])(
    'answers no route but those that are declared: %s',
    async (routeKey) => {
      expect(await ask(routeKey, ['admin', 'viewer'])).toMatchObject({
        status: 404,
        body: { code: 'not-found' },
      });
    },
  );

  it('refuses a parameter that its route does not know', async () => {
    const query = { queryStringParameters: { unknown: 'x' } };
    expect((await ask('GET /v1/things', ['viewer'], query)).body).toMatchObject({
      code: 'invalid-query',
    });
  });
});

describe('a route with a file', () => {
  const asked = (queryStringParameters: object, roles: readonly string[] = ['viewer']) =>
    ask('GET /v1/rows', roles, { queryStringParameters }, listed);

  it('hands a request for a page and one for the file to a handler each, parsed', async () => {
    expect(await asked({ limit: '5' })).toEqual({ status: 200, body: { page: { limit: '5' } } });
    const file = { whole: 'true', of: 'March' };
    expect(await asked(file)).toEqual({
      status: 200,
      body: { file, parameters: file, by: 'somebody' },
    });
  });

  it('refuses what the other one takes, and whoever may not read the pages', async () => {
    for (const query of [
      { whole: 'true', limit: '5' },
      { limit: '5', of: 'March' },
    ]) {
      expect((await asked(query)).body).toMatchObject({ code: 'invalid-query' });
    }
    const denied = await asked({ whole: 'true', of: 'March' }, ['trader-of-another']);
    expect(denied.body).toMatchObject({ code: 'role-missing' });
  });

  it('does not compile without a handler of the file', () => {
    // @ts-expect-error only the page is answered
    serve(LISTED, { 'GET /v1/rows': async () => json(200, {}) });
    expect(LISTED.routes['GET /v1/rows'].file.formats).toEqual(['csv']);
  });
});

describe('a declaration', () => {
  it('does not compile without its handler, with another one, or without the names of its path', () => {
    const handlers = { 'GET /v1/things': async () => json(200, {}) };
    // @ts-expect-error a route without its handler
    serve(THINGS, handlers);
    const surplus = {
      ...handlers,
      'POST /v1/things/{id}/turn': async () => json(200, {}),
    };
    // @ts-expect-error a handler of a route that is not declared
    serve(THINGS, { ...surplus, 'GET /v1/other': async () => json(200, {}) });
    // @ts-expect-error nothing says what {id} may be
    declare('halt', { 'GET /v1/things/{id}': { roles: ['viewer'] } });
    // @ts-expect-error there is no such name in the path
    declare('halt', { 'GET /v1/things': { roles: ['viewer'], path } });
    // @ts-expect-error not a route's key
    declare('halt', { 'PATCH /v1/things': { roles: ['viewer'] } });
    expect(Object.keys(THINGS.routes)).toHaveLength(2);
  });
});
