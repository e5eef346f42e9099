import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../contract/roles.ts';
import { ROUTES, routeKeyOf } from '../../../contract/routes.ts';
import type { ApiEvent } from '../../../functions/http/api-event.ts';
import { ProblemError } from '../../../functions/http/problem.ts';
import { requireRole, rolesOf } from '../../../functions/http/roles.ts';

function callerWith(claims: Readonly<Record<string, unknown>>, routeKey = ''): ApiEvent {
  const authorizer = { jwt: { claims, scopes: [] } };
  return { routeKey, requestContext: { authorizer } } as unknown as ApiEvent;
}

const inGroups = (groups: unknown, routeKey?: string) =>
  callerWith({ 'cognito:groups': groups }, routeKey);

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

describe("a program's roles", () => {
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
