import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { snapshotKeys } from '../../../adapters/store/keys.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { MAX_OPEN_CHANGES_OF_ONE } from '../../../treasury/changes/ask.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../../../treasury/policy/policy-limits.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { putItem } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { ACCOUNT_DRAFT, DRAFT, policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

afterEach(() => {
  vi.useRealTimers();
});

/** The functions' clock, later than it is. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

describe('a change of a rule that narrows', () => {
  it('acts at once, with the next ETag, and is audited', async () => {
    const answer = await calls.putRule({ threshold: '3', label: 'BTC, more kept' });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
    expect((await calls.policy()).rules).toMatchObject([{ threshold: '3', version: 2 }]);
    expect(await calls.audit()).toEqual(['replace-rule rule:btc-cold tess']);
    expect(await calls.verdict()).toBe('intact');
  });

  it('is answered the same when it is repeated since its answer was lost', async () => {
    await calls.putRule({ enabled: false });
    const again = await calls.putRule({ enabled: false });
    expect([again.status, again.body.version]).toEqual([200, 2]);
    expect(await calls.audit()).toHaveLength(1);
  });

  it('needs the ETag of what stands: 428 without, 412 with another, each naming it', async () => {
    const body = { ...DRAFT, threshold: '3' };
    const without = await calls.manage('PUT /v1/sweep-rules/{id}', RULE.id, body, {});
    expect([without.status, without.body.type]).toEqual([
      428,
      'urn:sluice:problem:if-match-missing',
    ]);
    expect(without.body).toMatchObject({ currentVersion: 1 });
    for (const ifMatch of ['"7"', '*', 'W/"1"', '1']) {
      const stale = await calls.putRule({ threshold: '3' }, ifMatch);
      expect([stale.status, stale.body.type, stale.headers.etag]).toEqual([
        412,
        'urn:sluice:problem:stale',
        '"1"',
      ]);
    }
    expect(await calls.audit()).toEqual([]);
  });

  it('is possible while its account is closed, so that nothing keeps a rule on', async () => {
    const id = RULE.withdrawalAccountId;
    await calls.manage('DELETE /v1/accounts/{id}', id, undefined, { ifMatch: '"1"' });
    expect((await calls.putRule({ enabled: false })).status).toBe(200);
    expect((await calls.putRule({ threshold: '9', enabled: false }, '"2"')).status).toBe(200);
  });
});

describe('a change of a rule that widens', () => {
  it('waits, shows old and new side by side, and stands once another person agrees', async () => {
    const proposed = await calls.putRule({ threshold: '1.5', minimum: '0.5' });
    expect([proposed.status, proposed.headers.location]).toEqual([
      202,
      `/v1/changes/${proposed.body.id}`,
    ]);
    expect((await calls.policy()).rules).toEqual([RULE]);
    const id = String(proposed.body.id);
    const { body } = await calls.read('GET /v1/changes/{id}', id);
    expect(body).toMatchObject({
      state: 'proposed',
      subject: 'rule:btc-cold',
      madeBy: 'tess',
      baseVersion: 1,
      widens: ['"Sweep when above" falls from 2 BTC to 1.5 BTC'],
      differences: [
        {
          field: 'threshold',
          before: '2',
          after: '1.5',
          widens: '"Sweep when above" falls from 2 BTC to 1.5 BTC',
        },
        { field: 'minimum', before: '0.01', after: '0.5', widens: null },
      ],
      before: DRAFT,
      after: { ...DRAFT, threshold: '1.5', minimum: '0.5' },
      effect: { readings: 0, message: 'There is no snapshot of the last 30 days to look at.' },
    });
    const approved = await calls.decide('approve', id);
    expect([approved.status, approved.body.state, approved.body.decided]).toMatchObject([
      200,
      'approved',
      { by: 'ada', comment: 'as agreed' },
    ]);
    expect((await calls.policy()).rules).toMatchObject([{ threshold: '1.5', version: 2 }]);
    expect((await calls.decide('approve', id)).status).toBe(200);
    expect(await calls.audit()).toEqual([
      'propose-change rule:btc-cold tess',
      'approve-change rule:btc-cold tess ada',
    ]);
    expect(await calls.verdict()).toBe('intact');
  });

  it('is shown without its effect where that cannot be worked out, and says so', async () => {
    const { body: proposed } = await calls.putRule({ threshold: '1.5' });
    const key = snapshotKeys.snapshot(TENANT, new Date().toISOString());
    const unreadable = { ...key, kind: 'taken', balances: { BTC: { total: 'much' } } };
    await putItem(deployed().snapshotsTable, marshall(unreadable));
    const { status, body } = await calls.read('GET /v1/changes/{id}', String(proposed.id));
    expect([status, body.state]).toEqual([200, 'proposed']);
    expect(body).toMatchObject({
      effect: null,
      effectMissing: expect.stringContaining('could not be worked out now'),
    });
  });

  it('is never decided by its maker, whatever role', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const id = String(body.id);
    for (const what of ['approve', 'decline'] as const) {
      const own = await calls.decide(what, id, 'tess');
      expect([own.status, own.body.type]).toEqual([403, 'urn:sluice:problem:maker-is-checker']);
    }
    expect((await calls.policy()).rules).toEqual([RULE]);
  });

  it('is taken back by its maker alone, and cannot be decided then', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const id = String(body.id);
    const others = await calls.takeBack(id, { by: 'theo' });
    expect([others.status, others.body.type]).toEqual([403, 'urn:sluice:problem:made-by-another']);
    expect((await calls.takeBack(id)).body.state).toBe('withdrawn');
    const late = await calls.decide('approve', id);
    expect([late.status, late.body.type]).toEqual([409, 'urn:sluice:problem:change-closed']);
  });

  it('is declined with a comment, and can be proposed again', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const declined = await calls.decide('decline', String(body.id), 'ada', 'we keep one');
    expect(declined.body).toMatchObject({ state: 'declined', decided: { comment: 'we keep one' } });
    const again = await calls.putRule({ keep: '0' });
    expect(again.status).toBe(202);
    expect(again.body.id).not.toBe(body.id);
  });

  it('is proposed once, however often it is asked for', async () => {
    const first = await calls.putRule({ keep: '0' });
    const again = await calls.putRule({ keep: '0' });
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    expect(await calls.changes()).toBe(1);
  });

  it('is refused while more of one person wait than another can look through', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const { ledger, ledgerTable } = deployed();
    const known = await createPolicyChanges(ledgerTable).readChange(TENANT, String(body.id));
    if (known === null) throw new Error('no change');
    const more = Array.from({ length: MAX_OPEN_CHANGES_OF_ONE - 1 }, (_, n) => `${known.id}-${n}`);
    const put = (id: string) => ({ kind: 'put-change', change: { ...known, id } }) as const;
    expect(await ledger.commit(TENANT, more.map(put))).toEqual({ ok: true });
    const { status, body: problem } = await calls.putRule({ keep: '0.5' });
    expect([status, problem.type]).toEqual([409, 'urn:sluice:problem:too-many-changes']);
    // What was asked for before is still answered, and stopping is no proposal.
    expect((await calls.putRule({ keep: '0' })).status).toBe(202);
    expect((await calls.putRule({ enabled: false })).status).toBe(200);
  });

  it('is proposed and found whatever heap one person made of proposals of a month', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const { ledger, ledgerTable } = deployed();
    const known = await createPolicyChanges(ledgerTable).readChange(TENANT, String(body.id));
    if (known === null) throw new Error('no change');
    // Taken back, expired, and of another person: each as large as an account's details may make it.
    const comment = 'x'.repeat(300_000);
    const status = { state: 'withdrawn', at: known.madeAt, by: 'eve', comment } as const;
    const heap = Array.from({ length: 75 }, (_, n) => {
      const expired = { status: { state: 'proposed' }, expiresAt: known.madeAt, comment } as const;
      const change = { ...known, ...(n % 2 === 0 ? { status } : expired), madeBy: 'eve' };
      return { kind: 'put-change', change: { ...change, id: `${known.id}-${n}` } } as const;
    });
    await Promise.all(heap.map((change) => ledger.commit(TENANT, [change])));
    expect((await calls.putRule({ keep: '0.5' })).status).toBe(202);
    const listed = await calls.read('GET /v1/changes', undefined, {
      state: 'proposed',
      limit: '2',
    });
    expect(listed.body).toMatchObject({ items: [{ state: 'proposed' }, { state: 'proposed' }] });
  });

  it('is superseded where the rule was changed since, and changes nothing', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    await calls.putRule({ enabled: false });
    const late = await calls.decide('approve', String(body.id));
    expect([late.status, late.body.type]).toEqual([409, 'urn:sluice:problem:change-superseded']);
    const { body: shown } = await calls.read('GET /v1/changes/{id}', String(body.id));
    expect(shown.state).toBe('superseded');
    expect((await calls.policy()).rules).toMatchObject([{ enabled: false, keep: '1', version: 2 }]);
  });

  it('expires: shown so, listed so, and cannot be approved any more', async () => {
    const { body } = await calls.putRule({ keep: '0' });
    const id = String(body.id);
    const listed = async (state: string) => {
      const page = await calls.read('GET /v1/changes', undefined, { state });
      return (page.body.items as readonly { id: string }[]).map((each) => each.id);
    };
    expect([await listed('proposed'), await listed('expired')]).toEqual([[id], []]);
    later(DEFAULT_CHANGE_EXPIRY_SECONDS + 1);
    expect((await calls.read('GET /v1/changes/{id}', id)).body.state).toBe('expired');
    expect([await listed('proposed'), await listed('expired')]).toEqual([[], [id]]);
    const late = await calls.decide('approve', id);
    expect([late.status, late.body.type]).toEqual([409, 'urn:sluice:problem:change-expired']);
    expect((await calls.policy()).rules).toEqual([RULE]);
  });

  it('is refused at the approval where it does not fit the rest any more', async () => {
    const { body } = await calls.putRule({ keep: '0', enabled: true, priority: 2 });
    const account = RULE.withdrawalAccountId;
    // Straight into the ledger: through the routes, an account's currency can't leave its rules.
    const [known] = (await calls.policy()).accounts;
    if (known === undefined) throw new Error('no account');
    const other = { ...known, id: crypto.randomUUID(), version: 1 };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-account', account: other }]);
    await calls.manage('DELETE /v1/accounts/{id}', account, undefined, { ifMatch: '"1"' });
    const { body: second } = await calls.createRule({
      ...DRAFT,
      id: 'btc-other',
      label: 'Other',
      withdrawalAccountId: other.id,
    });
    await calls.manage('DELETE /v1/accounts/{id}', other.id, undefined, { ifMatch: '"1"' });
    const late = await calls.decide('approve', String(second.id));
    expect([late.status, late.body.type]).toEqual([409, 'urn:sluice:problem:change-conflict']);
    expect(late.body.fields).toMatchObject([{ field: 'withdrawalAccountId' }]);
    // What was wrong before the change is no reason against it.
    expect((await calls.decide('approve', String(body.id))).status).toBe(200);
  });
});

describe('a new rule', () => {
  const fresh = { ...DRAFT, id: 'btc-second', label: 'Second' };

  it('takes two people, and asking again answers what stands', async () => {
    const asked = await calls.createRule(fresh);
    expect([asked.status, asked.body.widens]).toEqual([202, ['a new rule']]);
    expect((await calls.createRule(fresh)).body.id).toBe(asked.body.id);
    await calls.decide('approve', String(asked.body.id));
    const stands = await calls.createRule(fresh);
    expect([stands.status, stands.headers.etag, stands.body.id]).toEqual([
      200,
      '"1"',
      'btc-second',
    ]);
    const other = await calls.createRule({ ...fresh, keep: '0' });
    expect([other.status, other.body.type]).toEqual([409, 'urn:sluice:problem:exists']);
  });

  it('that there never was has no history', async () => {
    const { status, body } = await calls.read('GET /v1/sweep-rules/{id}/history', 'never');
    expect([status, body.type]).toEqual([404, 'urn:sluice:problem:not-found']);
    const account = '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01';
    expect((await calls.read('GET /v1/accounts/{id}/history', account)).status).toBe(404);
  });

  it('keeps its history and its id when it is deleted', async () => {
    await calls.putRule({ threshold: '3' });
    const gone = await calls.manage('DELETE /v1/sweep-rules/{id}', RULE.id, undefined, {
      ifMatch: '"2"',
    });
    expect([gone.status, gone.body.enabled, gone.body.version]).toEqual([200, false, 3]);
    expect((await calls.policy()).rules).toEqual([]);
    expect((await calls.read('GET /v1/sweep-rules/{id}', RULE.id)).status).toBe(404);
    const { body } = await calls.read('GET /v1/sweep-rules/{id}/history', RULE.id);
    expect(body.items).toMatchObject([{ version: 3 }, { version: 2 }, { version: 1 }]);
    const repeated = await calls.manage('DELETE /v1/sweep-rules/{id}', RULE.id, undefined, {
      ifMatch: '"2"',
    });
    expect(repeated.status).toBe(200);
    const again = await calls.createRule(DRAFT);
    expect([again.status, again.body.type]).toEqual([409, 'urn:sluice:problem:id-used-before']);
    const put = await calls.putRule({ threshold: '4' }, '"3"');
    expect(put.status).toBe(404);
  });

  it('that sets the limit of approvals for another one stays until that one keeps to it', async () => {
    const looser = { ...RULE, id: 'looser', approvalAbove: '9' };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-rule', rule: looser }]);
    const remove = (ifMatch: string) =>
      calls.manage('DELETE /v1/sweep-rules/{id}', RULE.id, undefined, { ifMatch });
    expect((await calls.putRule({ approvalAbove: '3' })).status).toBe(200);
    const refused = await remove('"2"');
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:sluice:problem:limit-holds']);
    expect(refused.body.detail).toContain('looser');
    expect((await calls.putRule({ approvalAbove: '3', enabled: false }, '"2"')).status).toBe(200);
    const strict = { ...looser, approvalAbove: '3', version: 2 };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-rule', rule: strict }]);
    expect((await remove('"3"')).status).toBe(200);
  });

  it.each([
    ['an unknown field', { ...fresh, treshold: '1' }, 'treshold'],
    ['an amount as a number', { ...fresh, keep: 1 }, 'keep'],
    ['an id in capitals', { ...fresh, id: 'BTC' }, 'id'],
    ['a keep above the threshold', { ...fresh, keep: '3' }, 'keep'],
    [
      'an account that is not registered',
      { ...fresh, withdrawalAccountId: ACCOUNT_DRAFT.id },
      'withdrawalAccountId',
    ],
    [
      'a cron that is none',
      { ...fresh, schedule: { kind: 'cron', expression: 'x', timeZone: 'UTC' } },
      'schedule.expression',
    ],
    ['half of a character', `{"id":"x","label":"\\ud800"}`, 'label'],
  ])('is refused with %s, the field named, and nothing is written', async (_what, body, field) => {
    const before = await deployed().ledgerItems();
    const { status, body: problem } = await calls.createRule(body);
    expect([status, problem.fields]).toMatchObject([422, [{ field }]]);
    expect(await deployed().ledgerItems()).toEqual(before);
  });

  it('cannot be put under another id than its path', async () => {
    const { status, body } = await calls.putRule({ id: 'other', threshold: '3' });
    expect([status, body.fields]).toMatchObject([422, [{ field: 'id', accepted: '"btc-cold"' }]]);
  });
});
