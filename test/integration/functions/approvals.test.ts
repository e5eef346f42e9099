import { describe, expect, it } from 'vitest';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps, type Word } from './deployment-steps.ts';

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);
const { commit, decided, instructions, items, putControls, snapshot, withdraw } = steps;

const ACCOUNT = RULE.withdrawalAccountId;
const ASK = { withdrawalAccountId: ACCOUNT, amount: '0.5', comment: 'for the auditors' };

const read = (id: string) =>
  deployed().call('query-ledger', { routeKey: 'GET /v1/instructions/{id}', path: { id } });

const ask = (body: unknown = ASK, change: Partial<ApiCall> = {}) => withdraw(body, change);

const decide = (what: string, id: string, by: string, word: Word, groups = '[approver]') =>
  steps.decide(['withdrawals', id], what, word, { by, groups });

async function asked(): Promise<{ readonly id: string; readonly content: string }> {
  await snapshot();
  const { status, body } = await ask();
  expect(status).toBe(202);
  return { id: String(body.id), content: String(body.contentDigest) };
}

/** What the ledger's stream would hand to the sender. */
async function sendApproved(): Promise<void> {
  const approved = await instructions('approved');
  if (approved.length > 0) await deployed().invoke('send-withdrawal', streamEvent(...approved));
}

describe('a withdrawal asked for by hand', () => {
  it('waits for another person, is approved as it was seen, and is sent once', async () => {
    const { id, content } = await asked();
    expect((await decide('approve', id, 'tess', { content }, '[treasurer]')).body.type).toBe(
      'urn:sluice:problem:maker-is-checker',
    );
    const approved = await decide('approve', id, 'ada', { content });
    expect([approved.status, approved.body.status]).toMatchObject([
      200,
      { state: 'approved', by: 'ada' },
    ]);
    await sendApproved();
    await sendApproved();
    expect((await read(id)).body.status).toMatchObject({ state: 'confirmed' });
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(1);
    expect(deployed().sandbox.withdrawals()).toMatchObject([{ amount: '0.5' }]);
  });

  it('is shown with all that its destination is, and not approved once that is another', async () => {
    const { id, content } = await asked();
    const [account] = (await deployed().ledger.readPolicy(TENANT)).accounts;
    if (account === undefined) throw new Error('no account');
    const { label, network, currency, details } = account;
    expect((await read(id)).body.destination).toEqual({ label, network, currency, details });
    const moved = { ...account, details: { ...details, address: 'another' }, version: 2 };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-account', account: moved }]);
    for (const by of ['ada', 'bo']) {
      const refused = await decide('approve', id, by, { content });
      expect([refused.status, refused.body.type]).toEqual([
        412,
        'urn:sluice:problem:content-differs',
      ]);
    }
    expect((await read(id)).body.status).toMatchObject({ state: 'awaiting-approval' });
    await sendApproved();
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(0);
  });

  it('is not approved by a person who does not say what they saw', async () => {
    const { id, content } = await asked();
    const unseen = await decide('approve', id, 'ada', { comment: 'as agreed' });
    expect([unseen.status, unseen.body.type, unseen.headers.etag]).toEqual([
      428,
      'urn:sluice:problem:if-match-missing',
      `"${content}"`,
    ]);
    expect((await read(id)).headers.etag).toMatch(new RegExp(`^"${content}\\.`));
  });

  it('takes two other people where its value is in the higher tier', async () => {
    await putControls(() => ({ approvalTiers: { twoAbove: '10' } }));
    const { id, content } = await asked();
    const first = await decide('approve', id, 'ada', { content });
    expect(first.body.status).toMatchObject({ state: 'awaiting-approval', approvalsRequired: 2 });
    expect((await decide('approve', id, 'ada', { content })).body.status).toMatchObject({
      state: 'awaiting-approval',
      approvals: [{ by: 'ada' }],
    });
    const second = await decide('approve', id, 'bob', { content });
    expect(second.body.status).toMatchObject({ state: 'approved', by: 'ada and bob' });
  });

  it('is written once under its key, and another body is refused', async () => {
    const { id } = await asked();
    const again = await ask();
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
      202,
      id,
      'true',
    ]);
    const other = await ask({ ...ASK, amount: '0.6' });
    expect([other.status, other.body.type]).toEqual([
      422,
      'urn:sluice:problem:idempotency-key-reused',
    ]);
    const lanes = await deployed().ledger.readLanes(TENANT);
    expect(Object.values(lanes[0]?.open ?? {})).toMatchObject([
      { instructionId: id, amount: '0.5', people: 1 },
    ]);
  });

  it('is refused beyond what the latest balance and other promises leave', async () => {
    await asked();
    const { status, body } = await ask(
      { ...ASK, amount: '2.76' },
      { headers: { 'idempotency-key': 'key-2' } },
    );
    expect([status, body.type]).toEqual([422, 'urn:sluice:problem:balance-insufficient']);
    expect(body.detail).toContain('2.76 BTC is more than the 2.75 BTC that can be withdrawn');
  });

  it.each([
    ['to an account that is not registered', { withdrawalAccountId: crypto.randomUUID() }, 422],
    ['of nothing', { amount: '0' }, 422],
    ['without a comment', { comment: '' }, 422],
    ['with more than it takes', { destination: 'bc1...' }, 422],
  ])('is refused %s, and nothing is written', async (_what, change, status) => {
    await snapshot();
    const before = await deployed().ledgerItems();
    expect((await ask({ ...ASK, ...change })).status).toBe(status);
    expect(await deployed().ledgerItems()).toEqual(before);
  });

  it.each(['halted', 'dry-run'] as const)('is refused while the mode is %s', async (mode) => {
    await snapshot();
    await putControls(() => ({ mode }));
    expect((await ask()).body.type).toBe(`urn:sluice:problem:${mode}`);
  });

  it('is refused before any balance was read', async () => {
    expect((await ask()).body.type).toBe('urn:sluice:problem:balance-unknown');
  });

  it('needs a key and the role of a treasurer', async () => {
    expect((await ask(ASK, { headers: {} })).status).toBe(400);
    expect((await ask(ASK, { groups: '[approver]' })).status).toBe(403);
  });
});

describe('an approval while nothing may leave', () => {
  const stopped: readonly (readonly [string, string, number, () => Promise<unknown>, string])[] = [
    ['everything is halted', 'halted', 409, () => halt({}), 'a drill'],
    ['its currency is halted', 'halted', 409, () => halt({ currency: 'BTC' }), 'a drill'],
    ['the mode is dry-run', 'dry-run', 409, () => putControls(() => ({ mode: 'dry-run' })), 'dry'],
    [
      'its currency is in dry-run',
      'dry-run',
      409,
      () => putControls(() => ({ currencyModes: { BTC: 'dry-run' } })),
      'dry-run',
    ],
    ['its account is inactive', 'account-not-active', 422, () => deactivate(), 'inactive'],
  ];

  it.each(stopped)(
    'is refused where %s: the request waits',
    async (_, code, status, stop, told) => {
      const { id, content } = await asked();
      const before = (await read(id)).body;
      await stop();
      for (const by of ['ada', 'bob']) {
        const refused = await decide('approve', id, by, { content });
        expect([refused.status, refused.body.type]).toEqual([status, `urn:sluice:problem:${code}`]);
        expect(refused.body.detail).toContain(told);
      }
      await sendApproved();
      expect((await read(id)).body).toMatchObject({
        status: before.status,
        history: before.history,
      });
      expect(deployed().posts('/v1/withdrawals')).toHaveLength(0);
    },
  );

  it('is taken once that is over, and sent', async () => {
    const { id, content } = await asked();
    await putControls(() => ({ mode: 'halted' }));
    expect((await decide('approve', id, 'ada', { content })).status).toBe(409);
    await putControls(() => ({ mode: 'live' }));
    expect((await decide('approve', id, 'ada', { content })).status).toBe(200);
    await sendApproved();
    expect((await read(id)).body.status).toMatchObject({ state: 'confirmed' });
  });

  it('does not keep a person from declining or cancelling', async () => {
    const { id } = await asked();
    await halt({});
    const declined = await decide('decline', id, 'ada', { comment: 'not agreed' });
    expect(declined.body.status).toMatchObject({ state: 'declined' });
  });

  it('says in the inbox that it cannot be decided now', async () => {
    const { id } = await asked();
    await halt({});
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/inbox',
      groups: '[approver]',
      by: 'ada',
    });
    expect(body.items).toMatchObject([
      {
        id,
        mayDecide: false,
        whyNot: { code: 'blocked', message: expect.stringMatching('drill') },
      },
    ]);
  });

  async function deactivate() {
    const [account] = (await deployed().ledger.readPolicy(TENANT)).accounts;
    if (account === undefined) throw new Error('no account');
    const inactive = { ...account, status: 'inactive', version: account.version + 1 } as const;
    await commit({ kind: 'put-account', account: inactive });
  }

  async function halt(of: { readonly currency?: string }) {
    await deployed().ledger.halt(TENANT, {
      ...of,
      ...{ id: crypto.randomUUID(), at: new Date().toISOString(), by: 'carl' },
      ...{ comment: 'a drill', requestId: 'r-1' },
    });
  }
});

/** Milliseconds for what was denied to be on record. */
const ON_RECORD_MS = 10_000;

describe('what is not for the caller', () => {
  it('is on record, with who asked for it and why it was denied', async () => {
    const { id, content } = await asked();
    await decide('approve', id, 'tess', { content }, '[treasurer]');
    await ask(ASK, { groups: '[viewer]', by: 'vic' });
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/audit/denials',
      groups: '[admin]',
    });
    expect(body.items).toMatchObject([
      { by: 'vic', route: 'POST /v1/withdrawals', code: 'role-missing', count: 1 },
      { by: 'tess', route: 'POST /v1/withdrawals/{id}/approve', code: 'maker-is-checker' },
    ]);
  });

  it('is counted beside the audit chain, which a flood of it leaves alone', async () => {
    await Promise.all(
      Array.from({ length: 30 }, () => ask(ASK, { groups: '[viewer]', by: 'vic' })),
    );
    const denials = async () =>
      (await deployed().ledgerItems()).filter(({ entity }) => entity?.S === 'denials');
    // A busy store has the last of them on record after they were answered.
    await expect
      .poll(async () => (await denials()).reduce((sum, { count }) => sum + Number(count?.N), 0), {
        timeout: ON_RECORD_MS,
      })
      .toBe(30);
    // Two where the hour turned in between.
    expect((await denials()).length).toBeLessThan(3);
    const items = await deployed().ledgerItems();
    expect(items.filter(({ entity }) => entity?.S === 'audit-entry')).toEqual([]);
  });

  it('is denied all the same where it cannot be recorded', async () => {
    await deployed().loseLedger();
    expect((await ask(ASK, { groups: '[viewer]' })).status).toBe(403);
  });
});

describe('declining and cancelling', () => {
  it('end it, give the promise back, and are answered the same again', async () => {
    const { id } = await asked();
    const declined = await decide('decline', id, 'ada', { comment: 'not agreed' });
    expect(declined.body.status).toMatchObject({ state: 'declined', comment: 'not agreed' });
    expect((await deployed().ledger.readLanes(TENANT))[0]?.open).toEqual({});
    expect((await decide('decline', id, 'ada', { comment: 'not agreed' })).status).toBe(200);
    expect((await decide('decline', id, 'bob', { comment: 'nor by me' })).status).toBe(409);
  });

  it('stop what was approved, as long as it was not sent', async () => {
    const { id, content } = await asked();
    await decide('approve', id, 'ada', { content });
    const cancelled = await decide('cancel', id, 'tess', { comment: 'wrong month' }, '[treasurer]');
    expect(cancelled.body.status).toMatchObject({
      state: 'cancelled',
      explanation: 'cancelled by tess: wrong month',
    });
    await sendApproved();
    await deployed().invoke('send-withdrawal', { tenant: TENANT, instructionId: id });
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(0);
  });

  it('come too late for what was sent', async () => {
    const { id, content } = await asked();
    await decide('approve', id, 'ada', { content });
    await sendApproved();
    const late = await decide('cancel', id, 'tess', { comment: 'wrong month' }, '[treasurer]');
    expect([late.status, late.body.type]).toEqual([409, 'urn:sluice:problem:not-cancellable']);
  });

  it('and sending cannot both happen, however they meet', async () => {
    const { id, content } = await asked();
    await decide('approve', id, 'ada', { content });
    const [, cancelled] = await Promise.all([
      deployed().invoke('send-withdrawal', { tenant: TENANT, instructionId: id }),
      decide('cancel', id, 'tess', { comment: 'wrong month' }, '[treasurer]'),
    ]);
    const { state } = (await read(id)).body.status as { state: string };
    const posts = deployed().posts('/v1/withdrawals').length;
    expect([state, posts, cancelled.status]).toEqual(
      state === 'cancelled' ? ['cancelled', 0, 200] : ['confirmed', 1, cancelled.status],
    );
  });
});

describe('a sweep above the tier', () => {
  it('waits for people, although its rule asks for none', async () => {
    await putControls(() => ({ approvalTiers: { oneAbove: '1000' } }));
    const epoch = await deployed().ledger.epoch();
    await commit({ kind: 'create-lane', lane: newLane(TENANT, 'ETH', epoch) });
    await decided();
    const [item] = await items('instruction');
    expect(item?.state?.S).toBe('awaiting-approval');
    const { body } = await read(item?.pk?.S?.split('#').at(-1) ?? '');
    const approved = await decide('approve', String(body.id), 'ada', {
      content: body.contentDigest,
    });
    expect(approved.body.status).toMatchObject({ state: 'approved' });
  });
});
