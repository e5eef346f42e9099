import { describe, expect, it } from 'vitest';
import type { Check } from '../../../bin/deployment/check.ts';
import { consoleChecks } from '../../../bin/deployment/console-checks.ts';
import {
  FILE_POLICY,
  pagePolicy,
  SECURITY_HEADERS,
} from '../../../runtime/console/page-headers.ts';

const ADDRESS = 'https://console.example';
const SETTINGS = {
  stage: 'prod',
  apiUrl: 'https://api.example',
  issuer: 'https://id.example/pool',
  clientId: 'console',
};
const WRITER = { environment: { CONSOLE_ADDRESS: ADDRESS, CONSOLE_BUCKET: 'files' } };

/** What a whole deployment answers, by address. */
const DEPLOYED: Readonly<Record<string, () => Response>> = {
  [`${ADDRESS}/config.json`]: () => Response.json(SETTINGS),
  [`${ADDRESS}/t/verification`]: () => page(200),
  [`${ADDRESS}/signed-out`]: () => page(200, { 'clear-site-data': '"cache"' }),
  'https://api.example/v1/me': () =>
    new Response(null, { headers: { 'access-control-allow-origin': ADDRESS } }),
  'https://id.example/pool/.well-known/openid-configuration': () =>
    Response.json({ issuer: SETTINGS.issuer }),
  'https://files.s3.eu-central-1.amazonaws.com/index.html': () => page(403),
};

function page(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const origins = ['https://api.example', 'https://id.example', 'https://sign-in.example'];
  return new Response('', {
    status,
    headers: {
      ...SECURITY_HEADERS,
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-security-policy': pagePolicy(origins),
      ...headers,
    },
  });
}

/** The failed parts of a check, of a deployment that answers otherwise at some addresses. */
async function failed(
  name: Check['name'],
  otherwise: Readonly<Record<string, () => Response>> = {},
): Promise<readonly string[]> {
  const answers = { ...DEPLOYED, ...otherwise };
  const checks = consoleChecks({
    stage: 'prod',
    region: 'eu-central-1',
    writer: WRITER,
    fetch: async (url) => (answers[String(url)] ?? (() => page(404)))(),
  });
  const parts = await checks.find((check) => check.name === name)?.run(() => undefined);
  return (parts ?? []).filter(({ state }) => state !== 'ok').map(({ of }) => of);
}

describe('a deployed console', () => {
  it('that is whole passes every check', async () => {
    expect(await failed('console-page')).toEqual([]);
    expect(await failed('console-settings')).toEqual([]);
    expect(await failed('console-bucket')).toEqual([]);
  });

  it.each([
    ['no policy', page(200, { 'content-security-policy': '' }), 'policy'],
    ['the policy of a file', page(200, { 'content-security-policy': FILE_POLICY }), 'policy'],
    [
      'a policy that lets markup run',
      page(200, {
        'content-security-policy': pagePolicy([
          'https://api.example',
          'https://id.example',
        ]).replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
      }),
      'policy',
    ],
    [
      'a policy without the issuer',
      page(200, { 'content-security-policy': pagePolicy(['https://api.example']) }),
      'policy',
    ],
    ['no HSTS', page(200, { 'strict-transport-security': '' }), 'headers'],
    ['a page that is kept', page(200, { 'cache-control': 'max-age=60' }), 'headers'],
    ['a route that is missing', page(404), 'route'],
  ])('fails with %s', async (_, answer, of) => {
    expect(await failed('console-page', { [`${ADDRESS}/t/verification`]: () => answer })).toContain(
      of,
    );
  });

  it('fails where signing out leaves what the browser kept', async () => {
    const kept = { [`${ADDRESS}/signed-out`]: () => page(200) };
    expect(await failed('console-page', kept)).toEqual(['signing out']);
  });

  it('fails where it is of another stage, its API does not know it, or its issuer is another', async () => {
    const of = { ...SETTINGS, stage: 'staging' };
    expect(
      await failed('console-settings', {
        [`${ADDRESS}/config.json`]: () => Response.json(of),
        'https://api.example/v1/me': () => new Response(null),
        'https://id.example/pool/.well-known/openid-configuration': () => page(404),
      }),
    ).toEqual(['stage', 'API', 'issuer']);
  });

  it('fails where its bucket answers everyone', async () => {
    const open = { 'https://files.s3.eu-central-1.amazonaws.com/index.html': () => page(200) };
    expect(await failed('console-bucket', open)).toEqual(['page']);
  });

  it('is not asked for where the stage has none', async () => {
    const checks = consoleChecks({ stage: 'prod', region: '', writer: null, fetch });
    for (const check of checks) {
      expect(await check.run(() => undefined)).toMatchObject([{ state: 'not-applicable' }]);
    }
  });
});
