import { beforeEach, describe, expect, it } from 'vitest';
import { appendToChain } from '../../../treasury/audit/audit-entry.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { CURSOR_KEY_ARN, TENANT } from './deployed-functions.ts';

const { deployed, output } = deployedForEachTest({}, 'agreed');

type Parameters = Readonly<Record<string, string>>;

const ADMIN = '[admin]';

async function list(route: string, query: Parameters = {}, path?: Parameters) {
  const call = { routeKey: `GET ${route}`, query, groups: ADMIN, ...(path && { path }) };
  return await deployed().call('query-ledger', call);
}

async function firstCursor(route: string, query: Parameters, path?: Parameters): Promise<string> {
  const { status, body } = await list(route, { limit: '1', ...query }, path);
  expect(status).toBe(200);
  return String(body.next);
}

beforeEach(async () => {
  const { ledger } = deployed();
  for (const by of ['ann', 'bo', 'ann', 'bo', 'ann']) {
    const entry = appendToChain(await ledger.readAuditHead(TENANT), {
      at: '2026-01-05T09:00:00.000Z',
      by,
      action: 'denied',
      subject: 'POST /v1/trades',
      requestId: 'request-1',
      before: null,
      after: null,
    });
    await ledger.commit(TENANT, [{ kind: 'append-audit', entry }]);
  }
});

const REFUSED = {
  status: 400,
  body: {
    type: 'urn:sluice:problem:cursor-refused',
    detail: expect.stringContaining('Begin anew without a cursor.'),
    fields: [{ field: 'cursor', seen: expect.any(String), accepted: expect.any(String) }],
  },
};

describe('a cursor', () => {
  it('leads through a list to its end, whatever the limit of each page', async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 4; pages++) {
      const limit = String(pages + 1);
      const query = cursor === undefined ? { limit, by: 'ann' } : { limit, by: 'ann', cursor };
      const { status, body } = await list('/v1/audit', query);
      expect(status).toBe(200);
      seen.push(...(body.items as { sequence: number }[]).map(({ sequence }) => sequence));
      if (body.next === null) break;
      cursor = String(body.next);
    }
    expect(seen).toEqual([5, 3, 1]);
  });

  it('goes on as CSV where JSON began, the cursor in a header', async () => {
    const cursor = await firstCursor('/v1/audit', {});
    const { status, headers } = await list('/v1/audit', { limit: '2', format: 'csv', cursor });
    expect(status).toBe(200);
    const next = String(headers['x-next-cursor']);
    expect((await list('/v1/audit', { cursor: next })).body.items).toHaveLength(2);
  });

  it('is refused where any of its characters is changed, cut off or added', async () => {
    const cursor = await firstCursor('/v1/audit', {});
    const position = cursor.lastIndexOf('.') + 1;
    const elsewhere = Buffer.from('ENTRY#000000000001').toString('base64url');
    const forged = [
      `${cursor.slice(0, position)}${elsewhere}`,
      elsewhere,
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}.A`,
      '',
      'bm9uc2Vuc2U',
      '....',
      cursor.replace(/^2/, '1'),
      ...Array.from(cursor, (character, at) => {
        const other = character === 'A' ? 'B' : 'A';
        return `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`;
      }),
    ];
    for (const each of forged) {
      // The last character of base64 has bits that say nothing: what decodes to the same is the same.
      if (decoded(each) === decoded(cursor)) continue;
      expect(await list('/v1/audit', { cursor: each }), each).toMatchObject(REFUSED);
    }
    expect((await list('/v1/audit', { cursor })).status).toBe(200);
  });

  it('is refused by another list, another filter and another path', async () => {
    const filtered = await firstCursor('/v1/audit', { by: 'ann' });
    for (const query of [{}, { by: 'bo' }, { by: 'ann', action: 'denied' }]) {
      expect(await list('/v1/audit', { ...query, cursor: filtered })).toMatchObject(REFUSED);
    }
    expect(await list('/v1/decisions', { cursor: filtered })).toMatchObject(REFUSED);
    const { ledger } = deployed();
    const { rules } = await ledger.readPolicy(TENANT);
    const [rule] = rules;
    if (rule === undefined) throw new Error('there is no rule');
    for (const version of [2, 3]) {
      const next = { ...rule, version };
      await ledger.commit(TENANT, [{ kind: 'put-rule', rule: next }]);
    }
    const route = '/v1/sweep-rules/{id}/history';
    const ofRule = await firstCursor(route, {}, { id: rule.id });
    expect((await list(route, { cursor: ofRule }, { id: rule.id })).status).toBe(200);
    expect(await list(route, { cursor: ofRule }, { id: 'another' })).toMatchObject(REFUSED);
  });

  it('is refused once the key was replaced, with the words to begin anew', async () => {
    const cursor = await firstCursor('/v1/audit', {});
    deployed().secrets.replace(CURSOR_KEY_ARN, 'another-one-'.repeat(4));
    // The function notices that by what the new key signed elsewhere.
    const ofTheNewKey = cursor.replace(/\.[0-9a-f]{8}\./, '.01234567.');
    expect(await list('/v1/audit', { cursor: ofTheNewKey })).toMatchObject(REFUSED);
    const { status, body } = await list('/v1/audit', { cursor });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: [{ seen: expect.stringContaining('not in use') }] });
    const anew = await firstCursor('/v1/audit', {});
    expect((await list('/v1/audit', { cursor: anew })).status).toBe(200);
    expect(output()).not.toContain('another-one-');
  });

  it('is not handed out where there is no usable key, and pages without one are answered', async () => {
    deployed().secrets.replace(CURSOR_KEY_ARN, 'short');
    expect((await list('/v1/audit', { limit: '1' })).status).toBe(500);
    expect((await list('/v1/audit')).status).toBe(200);
    expect(output()).toContain('a key has at least 32');
  });
});

/** The parts of a cursor as they are understood. */
function decoded(cursor: string): string {
  const [version, key, mac = '', position] = cursor.split('.');
  return [version, key, Buffer.from(mac, 'base64url').toString('hex'), position].join(' ');
}
