import { describe, expect, it, vi } from 'vitest';
import { json } from '../../../../api/problems/problem.ts';
import type { ApiEvent } from '../../../../api/requests/api-event.ts';
import type { NameSource } from '../../../../api/router/names.ts';
import { VARIABLES } from '../../../../runtime/environment/names.ts';
import { bearer } from '../../../http/bearer.ts';

// Read when the modules of a function are loaded.
vi.stubEnv(VARIABLES.stage, 'test');
vi.stubEnv(VARIABLES.tenants, 'main');
const { named } = await import('../../../../api/router/names.ts');

const SOURCE: NameSource = {
  readLabels: async () => ({
    rules: new Map([['btc', 'BTC to cold storage']]),
    accounts: new Map([['acc', 'Cold storage']]),
  }),
  readPeople: async () => new Map([['tess', 'Tess Berger']]),
};
const FAILING: NameSource = {
  readLabels: () => Promise.reject(new Error('the store is down')),
  readPeople: () => Promise.reject(new Error('the store is down')),
};

function eventOf(routeKey: string, claims: object = {}): ApiEvent {
  const all = { sub: 'tina', username: 'tina', client_id: 'console', auth_time: 1, ...claims };
  const authorization = bearer(all);
  return {
    routeKey,
    tenant: 'main',
    headers: { authorization },
    requestContext: { authorizer: { jwt: { claims: all, scopes: [] } } },
  } as unknown as ApiEvent;
}

async function namesIn(body: unknown, source = SOURCE, event = eventOf('GET /v1/things')) {
  const answer = await named(source, json(200, body), event);
  return JSON.parse(answer.body ?? '').names;
}

describe('the names of an answer', () => {
  it.each([
    [{ ruleId: 'btc' }, { rules: { btc: 'BTC to cold storage' } }],
    [
      { items: [{ content: { withdrawalAccountId: 'acc' } }] },
      { accounts: { acc: 'Cold storage' } },
    ],
    [
      { history: [{ by: ['rule btc', 'tess'] }] },
      { rules: { btc: 'BTC to cold storage' }, people: { tess: 'Tess Berger' } },
    ],
    [{ subject: 'rule:btc' }, { rules: { btc: 'BTC to cold storage' } }],
    [{ subject: 'account:acc' }, { accounts: { acc: 'Cold storage' } }],
  ])('are of what its fields mention: %j', async (body, expected) => {
    expect(await namesIn(body)).toEqual({ rules: {}, accounts: {}, people: {}, ...expected });
  });

  it('are not of texts that only look like an id', async () => {
    expect(await namesIn({ by: 'tess', comment: 'btc', subject: 'matching-rule:btc' })).toEqual({
      rules: {},
      accounts: {},
      people: { tess: 'Tess Berger' },
    });
  });

  it('are not of a rule whose label stands beside its id: it may be another kind of rule', async () => {
    expect(await namesIn({ match: { ruleId: 'btc', label: 'network fee' } })).toBeUndefined();
  });

  it('are not read for an answer that mentions nothing', async () => {
    expect(await namesIn({ items: [{ balance: '1' }] }, FAILING)).toBeUndefined();
    const read = vi.fn(SOURCE.readPeople);
    await namesIn({ ruleId: 'btc', blockedBy: { why: 'x' } }, { ...SOURCE, readPeople: read });
    expect(read).not.toHaveBeenCalled();
  });

  it('are absent, and nothing else, where they cannot be read, or not in time', async () => {
    const answer = json(201, { by: 'tess' });
    expect(await named(FAILING, answer, eventOf('POST /v1/trades'))).toBe(answer);
    vi.useFakeTimers();
    const never = () => new Promise<never>(() => {});
    const late = named(
      { readLabels: never, readPeople: never },
      answer,
      eventOf('POST /v1/trades'),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toBe(answer);
    vi.useRealTimers();
  });

  it('have the caller who acts before it is on record, and never the one who reads', async () => {
    const claims = { name: 'Tina Weber' };
    const people = { people: { tina: 'Tina Weber' } };
    const body = { requestedBy: 'tina' };
    const asked = eventOf('POST /v1/trades', claims);
    expect(await namesIn(body, SOURCE, asked)).toMatchObject(people);
    expect(await namesIn(body, SOURCE, eventOf('GET /v1/trades', claims))).toBeUndefined();
  });

  it('do not touch problems and files', async () => {
    const problem = json(403, { by: 'tess' });
    expect(await named(SOURCE, problem, eventOf('GET /v1/things'))).toBe(problem);
    const file = { statusCode: 200, headers: { 'content-type': 'text/csv' }, body: 'by\r\ntess' };
    expect(await named(SOURCE, file, eventOf('GET /v1/things'))).toBe(file);
  });
});
