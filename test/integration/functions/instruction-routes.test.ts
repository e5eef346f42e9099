import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../api/routes/routes.ts';
import { belowBid } from '../market/below-bid.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

const call = (name: string, routeKey: string, by: string, groups: string, more: object) =>
  deployed().call(name, { routeKey, by, groups, ...more });

interface Waiting {
  readonly id: string;
  readonly content: string;
}

async function withdrawal(): Promise<Waiting> {
  const scheduledFor = new Date().toISOString();
  await deployed().invoke('take-snapshot', { tenant: TENANT, scheduledFor });
  const { status, body } = await call(
    'manage-instructions',
    'POST /v1/withdrawals',
    'tess',
    '[treasurer]',
    {
      headers: { 'idempotency-key': 'key-1' },
      body: { withdrawalAccountId: RULE.withdrawalAccountId, amount: '0.5', words: 'by hand' },
    },
  );
  expect(status).toBe(202);
  return { id: String(body.id), content: String(body.contentDigest) };
}

async function trade(): Promise<Waiting> {
  const { controls } = await deployed().ledger.readPolicy(TENANT);
  if (controls === null) throw new Error('not armed');
  const cautious = {
    ...controls,
    trades: { ...controls.trades, approvalAbove: '1' },
    version: controls.version + 1,
  };
  await deployed().ledger.commit(TENANT, [{ kind: 'put-controls', controls: cautious }]);
  const price = belowBid(deployed().sandbox);
  const { status, body } = await call('place-trade', 'POST /v1/trades', 'tina', '[trader]', {
    headers: { 'idempotency-key': 'key-1' },
    body: { instrument: 'BTC/USD', side: 'Sell', price, amount: '0.1' },
  });
  expect(status).toBe(202);
  return { id: String(body.id), content: String(body.contentDigest) };
}

const approve = (list: string, { id, content }: Waiting) =>
  call('manage-instructions', `POST /v1/${list}/{id}/approve`, 'ada', '[approver]', {
    path: { id },
    headers: { 'if-match': `"${content}"` },
    body: {},
  });

/** Everything else that can be decided about an instruction, each with a body that it takes. */
const OTHERS = [
  ['manage-instructions', 'POST', 'decline', { words: 'no' }],
  ['manage-instructions', 'POST', 'cancel', { words: 'no' }],
  ['settle-instruction', 'POST', 'settle', { executed: false, words: 'no' }],
  ['settle-instruction', 'POST', 'settle/retract', undefined],
] as const;

describe('what people decide about one instruction', () => {
  it.each([
    ['withdrawals', 'trades', withdrawal],
    ['trades', 'withdrawals', trade],
  ])('stands below /v1/%s, and is not found below /v1/%s', async (list, other, make) => {
    const waiting = await make();
    const { id } = waiting;
    const before = await deployed().ledgerItems();
    expect((await approve(other, waiting)).body).toMatchObject({
      status: 404,
      type: 'urn:sluice:problem:not-found',
    });
    for (const [name, method, what, body] of OTHERS) {
      const routeKey = `${method} /v1/${other}/{id}/${what}`;
      const refused = await call(name, routeKey, 'ada', '[approver]', { path: { id }, body });
      expect([refused.status, refused.body.type], routeKey).toEqual([
        404,
        'urn:sluice:problem:not-found',
      ]);
    }
    expect(await deployed().ledgerItems()).toEqual(before);
    const approved = await approve(list, waiting);
    expect([approved.status, approved.body.status]).toMatchObject([200, { state: 'approved' }]);
  });

  it('refuses to settle what was not sent, and cancels it', async () => {
    const { id } = await withdrawal();
    const path = { id };
    const settle = await call(
      'settle-instruction',
      'POST /v1/withdrawals/{id}/settle',
      'ada',
      '[approver]',
      {
        path,
        headers: { 'if-match': '"0123456789abcdef"' },
        body: { executed: false, words: 'not needed' },
      },
    );
    expect([settle.status, settle.body.type]).toEqual([
      409,
      'urn:sluice:problem:nothing-to-settle',
    ]);
    const cancelled = await call(
      'manage-instructions',
      'POST /v1/withdrawals/{id}/cancel',
      'ada',
      '[approver]',
      { path, body: { words: 'not needed' } },
    );
    expect([cancelled.status, cancelled.body.status]).toMatchObject([200, { state: 'cancelled' }]);
  });

  it('does not stand below the list of both, which only reads', () => {
    const deciding = ROUTES.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(deciding.filter((path) => path.startsWith('/v1/instructions'))).toEqual([]);
  });
});
