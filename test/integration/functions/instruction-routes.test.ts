import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../api/routes/routes.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { deploymentSteps, seen } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { decide, snapshot, trade, tradesNeedApproval, withdraw } = deploymentSteps(deployed);

const call = (name: string, routeKey: string, by: string, groups: string, more: object) =>
  deployed().call(name, { routeKey, by, groups, ...more });

interface Waiting {
  readonly id: string;
  readonly content: string;
}

async function withdrawal(): Promise<Waiting> {
  await snapshot();
  const account = RULE.withdrawalAccountId;
  return waiting(
    await withdraw({ withdrawalAccountId: account, amount: '0.5', comment: 'by hand' }),
  );
}

async function tradeAboveTheLimit(): Promise<Waiting> {
  await tradesNeedApproval('1');
  return waiting(await trade());
}

function waiting({ status, body }: Awaited<ReturnType<typeof trade>>): Waiting {
  expect(status).toBe(202);
  return { id: String(body.id), content: String(body.contentDigest) };
}

const approve = (list: 'withdrawals' | 'trades', { id, content }: Waiting) =>
  decide([list, id], 'approve', { content });

/** Everything else that can be decided about an instruction, each with a body that it takes. */
const OTHERS = [
  ['manage-instructions', 'POST', 'decline', { comment: 'no' }],
  ['manage-instructions', 'POST', 'cancel', { comment: 'no' }],
  ['settle-instruction', 'POST', 'settle', { executed: false, comment: 'no' }],
  ['settle-instruction', 'POST', 'settle/retract', undefined],
] as const;

describe('what people decide about one instruction', () => {
  it.each([
    ['withdrawals', 'trades', withdrawal],
    ['trades', 'withdrawals', tradeAboveTheLimit],
  ] as const)('stands below /v1/%s, and is not found below /v1/%s', async (list, other, make) => {
    const made = await make();
    const { id } = made;
    const before = await deployed().ledgerItems();
    expect((await approve(other, made)).body).toMatchObject({
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
    const approved = await approve(list, made);
    expect([approved.status, approved.body.status]).toMatchObject([200, { state: 'approved' }]);
  });

  it('refuses to settle what was not sent, and cancels it', async () => {
    const { id } = await withdrawal();
    const settle = await call(
      'settle-instruction',
      'POST /v1/withdrawals/{id}/settle',
      'ada',
      '[approver]',
      {
        path: { id },
        ...seen('0123456789abcdef'),
        body: { executed: false, comment: 'not needed' },
      },
    );
    expect([settle.status, settle.body.type]).toEqual([
      409,
      'urn:sluice:problem:nothing-to-settle',
    ]);
    const cancelled = await decide(['withdrawals', id], 'cancel', { comment: 'not needed' });
    expect([cancelled.status, cancelled.body.status]).toMatchObject([200, { state: 'cancelled' }]);
  });

  it('does not stand below the list of both, which only reads', () => {
    const deciding = ROUTES.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(deciding.filter((path) => path.startsWith('/v1/instructions'))).toEqual([]);
  });
});
