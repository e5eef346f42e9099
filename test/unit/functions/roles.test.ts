import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../contract/roles.ts';
import { ROUTES, routeKeyOf } from '../../../contract/routes.ts';
import type { ApiEvent } from '../../../functions/http/api-event.ts';
import { ProblemError } from '../../../functions/http/problem.ts';
import { requireAccessToken, requireRole, rolesOf } from '../../../functions/http/roles.ts';

function callerWith(claims: Readonly<Record<string, unknown>>, routeKey = ''): ApiEvent {
  const authorizer = { jwt: { claims, scopes: [] } };
  return { routeKey, requestContext: { authorizer } } as unknown as ApiEvent;
}

const inGroups = (groups: unknown, routeKey?: string) =>
  callerWith({ sub: 'somebody', 'cognito:groups': groups }, routeKey);

describe("a person's roles", () => {
  it.each([
    ['[trader viewer]', ['viewer', 'trader']],
    ['trader', ['trader']],
    [['trader'], ['trader']],
    ['[traders xtrader]', []],
    ['[]', []],
    [undefined, []],
  ])('are read from the groups %j', (groups, roles) => {
    expect(rolesOf(inGroups(groups))).toEqual(roles);
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
  it.each([
    ['its client is its subject', { sub: 'payroll', client_id: 'payroll' }],
    ['the authorised party is its subject', { sub: 'payroll', azp: 'payroll' }],
    ['it has no subject', {}],
    ['the grant is named', { sub: 'payroll@clients', gty: 'client-credentials' }],
    ['the kind of identity is named', { sub: 'payroll-object', idtyp: 'app' }],
  ])('are none of its groups where %s', (_, claims) => {
    const event = callerWith({ ...claims, 'cognito:groups': '[approver trader]' });
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
    const call = () => requireRole(inGroups(`[${role ?? ''}]`, key));
    if (role !== null && roles.includes(role satisfies Role)) expect(call).not.toThrow();
    else expect(call).toThrow(ProblemError);
  });

  it('that is not in the table is open to nobody', () => {
    expect(() => requireRole(inGroups('[admin]', 'GET /v1/secrets'))).toThrow(ProblemError);
  });

  it('is in the table once', () => {
    const keys = ROUTES.map(routeKeyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
