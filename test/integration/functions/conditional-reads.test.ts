import { beforeEach, describe, expect, it } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

async function get(route: string, headers: Readonly<Record<string, string>> = {}) {
  const name = route.startsWith('/v1/snapshots') ? 'query-reports' : 'query-ledger';
  return await deployed().call(name, { routeKey: `GET ${route}`, groups: '[admin]', headers });
}

beforeEach(() => snapshot());

describe('what is polled', () => {
  it.each([
    '/v1/snapshots/latest',
    '/v1/snapshots',
    '/v1/withdrawals',
    '/v1/changes',
    '/v1/lanes',
    '/v1/overview',
    '/v1/sweep-rules',
    '/v1/controls',
    '/v1/controls/halt',
  ])('is answered 304 while nothing has changed: %s', async (route) => {
    const first = await get(route);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await get(route, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is answered in full once a halt is beside controls whose own version has not changed', async () => {
    const first = await get('/v1/controls');
    const call = {
      routeKey: 'POST /v1/controls/halt',
      groups: '[admin]',
      body: { comment: 'a drill' },
    };
    expect((await deployed().call('halt', call)).status).toBe(200);
    const again = await get('/v1/controls', { 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ version: first.body.version, halt: { generation: 1 } });
  });
});
