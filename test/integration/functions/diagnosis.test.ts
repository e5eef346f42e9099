import { describe, expect, it } from 'vitest';
import { MIXED_WRITES } from '../../../runtime/diagnosis/diagnosis.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';

const { deployed, output } = deployedForEachTest();

describe('a diagnosis', () => {
  it('of every function that writes to the audit log tries its transactions and writes nothing', async () => {
    const before = await deployed().ledgerItems();
    for (const [name, { updates }] of Object.entries(MIXED_WRITES)) {
      const event = { diagnosis: 'mixed-transaction', tenant: TENANT };
      const answer = (await deployed().invoke(name, event)) as { probes: { result: string }[] };
      expect(answer.probes, name).toHaveLength(1 + updates.length);
      for (const { result } of answer.probes) expect(result, name).toBe('refused-by-its-condition');
    }
    expect(await deployed().ledgerItems()).toEqual(before);
  });

  it('of the start says the version, the stage and the milliseconds, and is logged', async () => {
    expect(await deployed().invoke('run-sweeps', { diagnosis: 'init' })).toEqual({
      diagnosis: 'init',
      name: 'run-sweeps',
      stage: 'test',
      version: '1',
      node: process.version,
      initMs: expect.any(Number),
    });
    expect(output()).toContain('"message":"diagnosis"');
  });

  it('of an object that is not there is 404', async () => {
    for (const name of ['read-export', 'write-export']) {
      const event = { diagnosis: 'missing-object', tenant: TENANT };
      const answer = await deployed().invoke(name, event);
      expect(answer, name).toEqual({ diagnosis: 'missing-object', status: 404 });
    }
  });

  it('that a function does not know is answered as none', async () => {
    const event = { diagnosis: 'missing-object', tenant: TENANT };
    expect(await deployed().invoke('watchdog', event)).toEqual({
      diagnosis: 'none',
      asked: 'missing-object',
    });
  });
});

describe('through the API', () => {
  const ASKED = { diagnosis: 'mixed-transaction', tenant: TENANT };
  const call = (more: Partial<ApiCall>) =>
    deployed().call('halt', { routeKey: 'POST /v1/controls/halt', groups: '[treasurer]', ...more });

  it('there is no diagnosis: not by a body, nor a query, nor headers', async () => {
    const inBody = await call({ body: ASKED });
    expect(inBody.status).toBe(422);
    const beside = await call({ body: { comment: 'seen' }, query: ASKED, headers: ASKED });
    expect(beside.status).toBe(200);
    expect(beside.body).toMatchObject({ mode: 'halted' });
    expect(output()).not.toContain('"message":"diagnosis"');
  });

  it('nor where its event has the very fields of one beside its own', async () => {
    const event = { version: '2.0', routeKey: 'POST /v1/controls/halt', headers: {} };
    const requestContext = { requestId: 'r', authorizer: { jwt: { claims: {}, scopes: [] } } };
    const answer = await deployed().invoke('halt', { ...ASKED, ...event, requestContext });
    expect(answer).toMatchObject({ statusCode: expect.any(Number) });
    expect(output()).not.toContain('"message":"diagnosis"');
  });
});

describe('by what else invokes functions', () => {
  it.each([
    ['a schedule', { tenant: TENANT, scheduledFor: '2026-01-05T09:00:00Z', diagnosis: 'init' }],
    ['a stream', { Records: [], diagnosis: 'init' }],
    ['a bus', { 'detail-type': 'x', source: 'y', detail: { diagnosis: 'init' } }],
  ])('%s there is none', async (_by, event) => {
    await deployed()
      .invoke('take-snapshot', event)
      .catch(() => undefined);
    expect(output()).not.toContain('"message":"diagnosis"');
  });
});
