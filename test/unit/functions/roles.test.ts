import { afterEach, describe, expect, it, vi } from 'vitest';
import { requireAccessToken, requireRole, rolesOf } from '../../../api/callers/roles.ts';
import { ProblemError } from '../../../api/problems/problem.ts';
import type { ApiEvent } from '../../../api/requests/api-event.ts';
import { ROLES, type Role } from '../../../api/roles/roles.ts';
import { ROUTES, routeKeyOf } from '../../../api/routes/routes.ts';
import { asTheGatewaySays, bearer } from '../../http/bearer.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  // The next file in this process loads modules of its own environment.
  vi.resetModules();
});

function callerWith(claims: Readonly<Record<string, unknown>>, routeKey = ''): ApiEvent {
  const authorizer = { jwt: { claims: asTheGatewaySays(claims), scopes: [] } };
  const headers = { authorization: bearer(claims) };
  return { routeKey, headers, requestContext: { authorizer } } as unknown as ApiEvent;
}

const PERSON = { sub: 'somebody', client_id: 'console', auth_time: 1_767_603_600 };

const inGroups = (groups: unknown, routeKey?: string) =>
  callerWith({ ...PERSON, 'cognito:groups': groups }, routeKey);

describe("a person's roles", () => {
  it.each([
    [
      ['trader', 'viewer'],
      ['viewer', 'trader'],
    ],
    ['trader', ['trader']],
    [['trader'], ['trader']],
    // A name is the whole of it, whatever is in it.
    [['assistant treasurer'], []],
    [['approver treasurer', 'admin,approver', 'Treasurer', ' admin', 'approver\n'], []],
    ['trader viewer', []],
    ['trader,viewer', []],
    ['[trader viewer]', []],
    [[['approver'], { name: 'admin' }, 7, null], []],
    [{ 0: 'admin', length: 1 }, []],
    [[], []],
    [undefined, []],
  ])('are read from the groups %j, each by its exact name', (groups, roles) => {
    expect(rolesOf(inGroups(groups))).toEqual(roles);
  });

  it.each(['sluice/approver', 'sluice/trader', 'approver', ROLES.join(' ')])(
    'are none of a scope such as %s: scopes grant a person nothing',
    (scope) => {
      expect(rolesOf(callerWith({ ...PERSON, scope, 'cognito:groups': ['viewer'] }))).toEqual([
        'viewer',
      ]);
    },
  );
});

describe('a person', () => {
  const APPROVER = { ...PERSON, 'cognito:groups': ['approver'] };

  it.each([
    ['no time of signing in', { auth_time: undefined }],
    ['a time of 0', { auth_time: 0 }],
    ['the mark of a made-up person', { preferred_username: 'service-account-payroll' }],
    ['the grant of clients', { gty: ['client-credentials'] }],
    ['an authorised party that is its subject', { azp: 'somebody' }],
  ])('is none of a token with %s, though in the group of approvers', (_, changed) => {
    expect(rolesOf(callerWith(APPROVER))).toEqual(['approver']);
    expect(rolesOf(callerWith({ ...APPROVER, ...changed }))).toEqual([]);
  });

  it('is proven, and given groups, by the claims that the stage names', async () => {
    vi.stubEnv('GROUPS_CLAIM', 'https://corp.example/groups');
    vi.stubEnv('PERSON_PROOF_CLAIM', 'idtyp');
    vi.stubEnv('PERSON_PROOF_VALUES', 'user,guest');
    vi.resetModules();
    const { rolesOf: rolesHere } = await import('../../../api/callers/roles.ts');
    const claims = {
      sub: 'somebody',
      auth_time: 1_767_603_600,
      'cognito:groups': ['admin'],
      'https://corp.example/groups': ['approver'],
    };
    expect(rolesHere(callerWith({ ...claims, idtyp: 'user' }))).toEqual(['approver']);
    expect(rolesHere(callerWith({ ...claims, idtyp: 'device' }))).toEqual([]);
    expect(rolesHere(callerWith(claims))).toEqual([]);
  });
});

describe('a token', () => {
  const event = inGroups(['approver']);
  const withHeaders = (headers: Readonly<Record<string, string>>) =>
    ({ ...event, headers }) as unknown as ApiEvent;
  const theirs = bearer({ ...PERSON, sub: 'another', 'cognito:groups': ['admin'] });
  const own = String(event.headers.authorization);

  it.each([
    ['is not sent', {}],
    ['is not the one that was verified', { authorization: theirs }],
    ['comes twice', { authorization: `${own},${theirs}` }],
    ['comes under two names', { authorization: own, Authorization: own }],
    ['is no JWT', { authorization: 'Bearer approver' }],
    ['has no claims', { authorization: 'Bearer e30.W10.e30' }],
  ])('that %s is answered 401', (_, headers) => {
    const refused = expect.objectContaining({
      problem: expect.objectContaining({ status: 401, code: 'not-an-access-token' }),
    });
    expect(() => rolesOf(withHeaders(headers))).toThrow(refused);
  });
});

describe('an ID token', () => {
  it('is refused where the issuer says that it is one', () => {
    expect(() => requireAccessToken(callerWith({ token_use: 'id' }))).toThrow(ProblemError);
    expect(() => requireAccessToken(callerWith({ token_use: 'access' }))).not.toThrow();
    expect(() => requireAccessToken(callerWith({}))).not.toThrow();
  });
});

describe("a program's roles", () => {
  /** What would prove a person, where nothing said that it is none. */
  const PROVEN = { auth_time: 1_767_603_600 };

  it.each([
    ['its client is its subject', { sub: 'payroll', client_id: 'payroll' }],
    ['the authorised party is its subject', { sub: 'payroll', azp: 'payroll' }],
    ['it has no subject', {}],
    ['the grant is named', { sub: 'payroll@clients', gty: 'client-credentials' }],
    ['the kind of identity is named', { sub: 'payroll-object', idtyp: 'app' }],
  ])('are none of its groups where %s', (_, claims) => {
    const event = callerWith({ ...PROVEN, ...claims, 'cognito:groups': ['approver', 'trader'] });
    expect(rolesOf(event)).toEqual([]);
  });

  it('are read from its scopes', () => {
    expect(rolesOf(callerWith({ scope: 'sluice/viewer sluice/trader' }))).toEqual([
      'viewer',
      'trader',
    ]);
    expect(rolesOf(callerWith({ scope: 'trader openid other/trader' }))).toEqual([]);
  });

  it('are never those that take people', () => {
    const scope = ROLES.map((role) => `sluice/${role}`).join(' ');
    expect(rolesOf(callerWith({ scope }))).toEqual(['viewer', 'trader']);
  });
});

describe('a route', () => {
  const cases = ROUTES.flatMap((route) =>
    [...ROLES, null].map((role) => ({ key: routeKeyOf(route), roles: route.roles, role })),
  );

  it.each(cases)('$key is open to exactly its roles: $role', ({ key, roles, role }) => {
    const call = () => requireRole(inGroups([role], key), roles);
    if (role !== null && roles.includes(role satisfies Role)) expect(call).not.toThrow();
    else expect(call).toThrow(ProblemError);
  });

  it('is in the table once', () => {
    const keys = ROUTES.map(routeKeyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
