import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../api/roles/roles.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { accountDraftOf, ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { record } from '../../canary/record.ts';
import { accountOf } from '../../samples/policy.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { callersOf } from './callers.ts';
import { servedForTheFile } from './served-api.ts';

/*
 * Rules that convert, that divide and that have limits by value, and codes of the general ledger: each tried as a program
 * with every role, as a person with one role alone, and as one person with every role in two sessions.
 */

const served = servedForTheFile();
const { person, program } = callersOf(served);

type Json = Readonly<Record<string, unknown>>;

async function ask(token: string, method: string, path: string, body: Json, ifMatch?: string) {
  const answer = await fetch(`${served().url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  record('what the API answered', text);
  return { status: answer.status, body: JSON.parse(text) as Json };
}

const SECOND = '11111111-2222-4333-8444-555555555555';
const { withdrawalAccountId: _, ...WITHOUT_ACCOUNT } = ruleDraftOf(RULE);
const inUsd = (value: string) => ({ value, in: 'USD' });

const RULES: readonly (readonly [string, Json])[] = [
  ['converts', { ...WITHOUT_ACCOUNT, kind: 'convert', into: 'USD' }],
  [
    'divides',
    {
      ...ruleDraftOf(RULE),
      split: {
        kind: 'weights',
        parts: [
          { withdrawalAccountId: RULE.withdrawalAccountId, percent: '60' },
          { withdrawalAccountId: SECOND, percent: '40' },
        ],
      },
    },
  ],
  [
    'has limits by value',
    { ...ruleDraftOf(RULE), threshold: inUsd('60000'), keep: inUsd('50000') },
  ],
];

const PUT_RULE = `/v1/sweep-rules/${RULE.id}`;
const PUT_ACCOUNT = `/v1/accounts/${RULE.withdrawalAccountId}`;

/** The roles that the route is documented for. */
function rolesOf(key: string): readonly Role[] {
  return ROUTES.find((route) => routeKeyOf(route) === key)?.roles ?? [];
}

async function policy() {
  const { rules, accounts } = await served().deployed.ledger.readPolicy(TENANT);
  return { rule: rules.find(({ id }) => id === RULE.id), accounts };
}

beforeAll(async () => {
  const account = { ...accountOf(SANDBOX_ACCOUNTS.btcWallet), id: SECOND, label: 'Second' };
  const written = await served().deployed.ledger.commit(TENANT, [{ kind: 'put-account', account }]);
  expect(written).toEqual({ ok: true });
});

describe.each(RULES)('a rule that %s', (_, draft) => {
  it('is proposed by no program, and by a person only with a role of the route', async () => {
    expect((await ask(await program(), 'PUT', PUT_RULE, draft, '"1"')).status).toBe(403);
    for (const role of ROLES) {
      const { status } = await ask(
        await person(`only-${role}`, [role]),
        'PUT',
        PUT_RULE,
        draft,
        '"1"',
      );
      const permitted = rolesOf('PUT /v1/sweep-rules/{id}').includes(role);
      expect([role, status]).toEqual([role, permitted ? 202 : 403]);
    }
    expect((await policy()).rule?.version).toBe(1);
  });

  it('comes into force by no word of its maker, in however many sessions, and by no program', async () => {
    const asked = await ask(await person('tess'), 'PUT', PUT_RULE, draft, '"1"');
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const approval = `/v1/changes/${String(asked.body.id)}/approve`;
    const said = { comment: 'as agreed on Monday' };
    expect((await ask(await person('tess'), 'POST', approval, said)).status).toBe(403);
    expect((await ask(await program(), 'POST', approval, said)).status).toBe(403);
    for (const role of ROLES.filter(
      (each) => !rolesOf('POST /v1/changes/{id}/approve').includes(each),
    )) {
      const { status } = await ask(await person(`only-${role}`, [role]), 'POST', approval, said);
      expect([role, status]).toEqual([role, 403]);
    }
    expect((await policy()).rule?.version).toBe(1);
  });
});

describe('a code of the general ledger', () => {
  const draft = {
    ...accountDraftOf(accountOf(SANDBOX_ACCOUNTS.btcWallet)),
    generalLedgerCode: '1200',
  };

  it('is set by no program, and by a person only with a role of the route', async () => {
    expect((await ask(await program(), 'PUT', PUT_ACCOUNT, draft, '"1"')).status).toBe(403);
    const without = ROLES.filter((each) => !rolesOf('PUT /v1/accounts/{id}').includes(each));
    for (const role of without) {
      const { status } = await ask(
        await person(`only-${role}`, [role]),
        'PUT',
        PUT_ACCOUNT,
        draft,
        '"1"',
      );
      expect([role, status]).toEqual([role, 403]);
    }
  });

  it('opens nothing by the way: a destination that is changed with it waits for another person', async () => {
    const both = { ...draft, details: { address: 'theirs' } };
    const asked = await ask(await person('tess'), 'PUT', PUT_ACCOUNT, both, '"1"');
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const { accounts } = await policy();
    const stands = accounts.find(({ id }) => id === RULE.withdrawalAccountId);
    expect(stands).not.toHaveProperty('generalLedgerCode');
    expect(stands?.details).toEqual(SANDBOX_ACCOUNTS.btcWallet.details);
  });
});
