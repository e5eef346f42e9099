import { describe, expect, it } from 'vitest';
import { callersIn } from '../../../adapters/store/callers.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { appendToChain } from '../../../treasury/audit/audit-entry.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

/** Who asks for the review, and so is in it. */
const REVIEWER = 'zz-reviewer';

type Row = Readonly<Record<string, string | number | null>>;

const see = (by: string, groups: string) =>
  deployed().call('query-ledger', { routeKey: 'GET /v1/me', by, groups });

async function review(query: ApiCall['query'] = {}, groups = '[approver]') {
  const call = { routeKey: 'GET /v1/reports/access', query, groups, by: REVIEWER };
  return await deployed().call('query-reports', call);
}

async function part(name: string, query: ApiCall['query'] = {}): Promise<readonly Row[]> {
  const { parts } = (await review(query)).body as {
    parts: readonly { name: string; rows: readonly Row[] }[];
  };
  const rows = parts.find((each) => each.name === name)?.rows ?? [];
  // Whether the reviewer is in the first review is a matter of what is written first.
  return rows.filter(({ id }) => id !== REVIEWER);
}

async function stored() {
  const pk = ledgerKeys.callerPartition(TENANT);
  return (await deployed().callerItems()).filter((item) => item.pk?.S === pk);
}

describe('the review of access', () => {
  it('says who has which roles, as their tokens were last seen, also of who only reads', async () => {
    await see('ada', '[viewer approver]');
    await see('bob', '[treasurer]');
    expect(await part('callers')).toMatchObject([
      { id: 'ada', kind: 'person', roles: 'viewer approver' },
      { id: 'bob', kind: 'person', roles: 'treasurer' },
    ]);
    const roles = await part('roles');
    expect(roles.find(({ role }) => role === 'approver')).toMatchObject({
      count: 2,
      callers: `ada; ${REVIEWER}`,
    });
    await see('ada', '[viewer]');
    expect(await part('callers')).toMatchObject([{ id: 'ada', roles: 'viewer' }, { id: 'bob' }]);
  });

  it('keeps no part of a token: who, what kind, which roles, and when', async () => {
    await see('ada', '[viewer]');
    const [item] = await stored();
    expect(Object.keys(item ?? {}).sort()).toEqual(
      ['entity', 'id', 'kind', 'pk', 'roles', 'seenAt', 'seenOn', 'sk', 'tenant'].sort(),
    );
    expect(item?.roles?.S).toBe('viewer');
  });

  it('is written once for each day, or when the roles are others, whichever function sees them', async () => {
    const { putCaller } = callersIn(deployed().ledgerTable);
    const seen = { tenant: TENANT, id: 'zoe', kind: 'person', seenOn: '2026-01-05' } as const;
    const at = (time: string) => `2026-01-05T${time}:00.000Z`;
    await putCaller({ ...seen, roles: 'viewer', seenAt: at('09:00') });
    await putCaller({ ...seen, roles: 'viewer', seenAt: at('10:00') });
    expect((await stored()).map(({ seenAt }) => seenAt?.S)).toEqual([at('09:00')]);
    await putCaller({ ...seen, roles: 'viewer trader', seenAt: at('11:00') });
    expect((await stored()).map(({ seenAt }) => seenAt?.S)).toEqual([at('11:00')]);
    const next = { seenAt: '2026-01-06T08:00:00.000Z', seenOn: '2026-01-06' };
    await putCaller({ ...seen, ...next, roles: 'viewer trader' });
    expect((await stored()).map(({ seenOn }) => seenOn?.S)).toEqual(['2026-01-06']);
  });

  it('says who did what in a period, as the one who acted and as the one who approved', async () => {
    const { ledger } = deployed();
    for (const [index, approvedBy] of [undefined, 'bob', 'bob'].entries()) {
      const entry = appendToChain(await ledger.readAuditHead(TENANT), {
        ...{ at: `2026-01-0${index + 1}T09:00:00.000Z`, by: 'ada', action: 'change-rule' },
        ...{ subject: 'rule:btc', requestId: `r-${index}`, before: null, after: null },
        ...(approvedBy !== undefined && { approvedBy }),
      });
      await ledger.commit(TENANT, [{ kind: 'append-audit', entry }]);
    }
    expect(await part('acts')).toMatchObject([
      { by: 'ada', as: 'actor', action: 'change-rule', count: 3 },
      { by: 'bob', as: 'approver', count: 2, firstAt: '2026-01-02T09:00:00.000Z' },
    ]);
    const period = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' };
    expect(await part('entries', period)).toMatchObject([{ sequence: 2, approvedBy: 'bob' }]);
  });

  it('has who only places trades, who only approves, who only halts, and who only asks for reports', async () => {
    const program = { client_id: 'bot', sub: 'bot', username: '', scope: 'sluice/trader' };
    const refusals = [
      await deployed().call('place-trade', {
        ...{ routeKey: 'POST /v1/trades', body: {}, claims: program, by: 'bot', groups: '' },
      }),
      await deployed().call('manage-instructions', {
        ...{ routeKey: 'POST /v1/withdrawals/{id}/approve', path: { id: 'none' }, body: {} },
        ...{ by: 'ann', groups: '[approver]' },
      }),
      await deployed().call('halt', {
        ...{ routeKey: 'POST /v1/controls/halt', body: { comment: 'a drill' } },
        ...{ by: 'hal', groups: '[treasurer]' },
      }),
      await deployed().call('query-reports', {
        ...{ routeKey: 'GET /v1/snapshots', by: 'rea', groups: '[viewer]' },
      }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 404, 200, 200]);
    expect(await part('callers')).toMatchObject([
      { id: 'ann', kind: 'person', roles: 'approver' },
      { id: 'hal', kind: 'person', roles: 'treasurer' },
      { id: 'program:bot', kind: 'program', roles: 'trader' },
      { id: 'rea', kind: 'person', roles: 'viewer' },
    ]);
  });

  it('has who only asks for prices, who only looks ahead, and who only fetches files', async () => {
    const answers = [
      await deployed().call('query-market', {
        ...{ routeKey: 'GET /v1/prices', by: 'pia', groups: '[trader]' },
      }),
      await deployed().call('preview-policy', {
        ...{ routeKey: 'GET /v1/forecast', by: 'foe', groups: '[treasurer]' },
      }),
      await deployed().call('read-export', {
        ...{ routeKey: 'GET /v1/exports', by: 'fil', groups: '[viewer]' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200]);
    expect(await part('callers')).toMatchObject([
      { id: 'fil', kind: 'person', roles: 'viewer' },
      { id: 'foe', kind: 'person', roles: 'treasurer' },
      { id: 'pia', kind: 'person', roles: 'trader' },
    ]);
  });

  it('has who was refused, with the roles that were not enough, once however often that was', async () => {
    for (let asked = 0; asked < 3; asked += 1) {
      const { status } = await deployed().call('manage-instructions', {
        ...{ routeKey: 'POST /v1/withdrawals', body: {}, by: 'vic', groups: '[viewer]' },
      });
      expect(status).toBe(403);
    }
    const none = { routeKey: 'GET /v1/snapshots', by: 'wim', groups: '[]' };
    expect((await deployed().call('query-reports', none)).status).toBe(403);
    expect(await part('callers')).toMatchObject([
      { id: 'vic', roles: 'viewer' },
      { id: 'wim', roles: null },
    ]);
  });

  it('is for those who see who did what', async () => {
    expect((await review({}, '[viewer]')).status).toBe(403);
    expect((await review({ format: 'csv' })).text).toMatch(/^id,name,kind,roles,seenAt/);
  });
});
