import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { ROLES, SCOPE_PREFIX } from '../../../api/roles/roles.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { codeOf, deploymentSteps, seen } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({ RECENT_SIGN_IN: 'demanded' }, 'agreed');
const { instructions, items, putControls, snapshot, withdraw, decide, trade, tradesNeedApproval } =
  deploymentSteps(deployed);
const { put } = tableHand(() => deployed().ledgerTable);

const MINUTE = 60;
/** The claim of a session that began so many seconds ago. */
const session = (ageSeconds: number) => ({
  auth_time: Math.floor(Date.now() / 1_000) - ageSeconds,
});
const EARLIER = 6 * MINUTE;
const JUST_NOW = 2;

async function asked() {
  await snapshot();
  const body = { withdrawalAccountId: RULE.withdrawalAccountId, amount: '0.5', comment: 'July' };
  const { status, body: made } = await withdraw(body);
  expect(status).toBe(202);
  return { id: String(made.id), content: made.contentDigest };
}

/** Everything but what a denial itself leaves behind. */
const stored = async () =>
  (await deployed().ledgerItems()).filter(
    ({ entity }) => !['audit-entry', 'audit-head', 'denials'].includes(entity?.S ?? ''),
  );

const approve = (
  { id, content }: { readonly id: string; readonly content: unknown },
  claims: Readonly<Record<string, unknown>>,
  more = {},
) => decide(['withdrawals', id], 'approve', { content }, { claims, ...more });

describe('where the stage demands a recent sign-in', () => {
  it('one person with two sessions approves with the new one alone, and the old one is on record', async () => {
    const waiting = await asked();
    const before = await stored();
    const old = await approve(waiting, session(EARLIER));
    expect([old.status, codeOf(old)]).toEqual([403, 'sign-in-too-old']);
    expect(old.body.fields).toEqual([
      {
        field: 'auth_time',
        seen: 'a sign-in 6 minutes ago',
        accepted: 'a sign-in less than 5 minutes ago',
      },
    ]);
    expect(await stored()).toEqual(before);
    expect(JSON.stringify(await items('denials'))).toContain('sign-in-too-old');
    const recent = await approve(waiting, session(JUST_NOW));
    expect([recent.status, recent.body.status]).toMatchObject([200, { by: 'ada' }]);
  });

  it.each([
    ['missing', () => ({})],
    ['text', () => ({ auth_time: String(session(JUST_NOW).auth_time) })],
    ['a time in the future', () => session(-2 * MINUTE)],
    ['negative', () => ({ auth_time: -1 })],
    ['zero', () => ({ auth_time: 0 })],
    ['a fraction', () => ({ auth_time: session(JUST_NOW).auth_time + 0.5 })],
    ['in milliseconds', () => ({ auth_time: Date.now() })],
    ['a list', () => ({ auth_time: [session(JUST_NOW).auth_time] })],
    ['null', () => ({ auth_time: null })],
    ['the time of the token', () => ({ iat: session(JUST_NOW).auth_time })],
  ])('a time of signing in that is %s is not taken for a recent one', async (_, claims) => {
    const waiting = await asked();
    const refused = await approve(waiting, claims());
    expect([refused.status, codeOf(refused)]).toEqual([403, 'sign-in-too-old']);
    expect(await instructions('awaiting-approval')).toHaveLength(1);
  });

  it('a program approves nothing, however recent its token and whatever its scopes', async () => {
    const waiting = await asked();
    const scope = ROLES.map((role) => `${SCOPE_PREFIX}${role}`).join(' ');
    const program = { sub: 'machine', client_id: 'machine', username: 'machine', scope };
    const refused = await approve(waiting, { ...program, ...session(JUST_NOW) });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'role-missing']);
  });

  it('declining and cancelling take none: what stops is never in the way', async () => {
    const { id } = await asked();
    const said = { comment: 'the wrong month' };
    const declined = await decide(['withdrawals', id], 'decline', said, {
      claims: session(EARLIER),
    });
    expect(declined.status).toBe(200);
  });

  it('an old session approves up to the tier of two people, and nothing above it', async () => {
    await putControls(() => ({ approvalTiers: { twoAbove: '10000000' } }));
    expect((await approve(await asked(), session(EARLIER))).status).toBe(200);
  });

  it('raising the tier in the table spares no sign-in', async () => {
    const waiting = await asked();
    const [controls = {}] = await items('controls');
    await put({ ...unmarshall(controls), approvalTiers: { twoAbove: '10000000' } });
    expect(codeOf(await approve(waiting, session(EARLIER)))).toBe('sign-in-too-old');
  });

  it('an old session approves no trade, whatever it is worth', async () => {
    await snapshot();
    await tradesNeedApproval('1');
    const { status, body } = await trade();
    expect(status).toBe(202);
    const { contentDigest: content } = body;
    const word = [['trades', String(body.id)], 'approve', { content }] as const;
    expect(codeOf(await decide(...word, { claims: session(EARLIER) }))).toBe('sign-in-too-old');
    expect((await decide(...word, { claims: session(JUST_NOW) })).status).toBe(200);
  });

  const ALWAYS = ROUTES.filter(({ declaration }) => declaration.recentSignIn === 'always');

  it.each(ALWAYS.map((route) => [routeKeyOf(route), route] as const))(
    'an insider does nothing in an old session, by any role of the route or by all: %s',
    async (routeKey, { function: serving, declaration, roles }) => {
      const { id, content } = await asked();
      const path = 'currency' in (declaration.path ?? {}) ? { currency: 'USD' } : { id };
      const before = await stored();
      // A withdrawal is not among trades: that is found out first.
      const isElsewhere = routeKey.includes('/trades/');
      const expected = isElsewhere ? [404, 'not-found'] : [403, 'sign-in-too-old'];
      for (const groups of [...roles, ROLES.join(' ')]) {
        const refused = await deployed().call(serving, {
          ...{ routeKey, path, ...seen(content), body: { comment: 'as agreed' } },
          ...{ by: 'eve', groups: `[${groups}]`, claims: session(EARLIER) },
        });
        expect([refused.status, codeOf(refused)], groups).toEqual(expected);
      }
      expect(await stored()).toEqual(before);
    },
  );
});
