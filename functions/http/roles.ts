import { PROGRAM_ROLES, ROLES, type Role, SCOPE_PREFIX } from '../../contract/roles.ts';
import { ROUTES, type Route, routeKeyOf } from '../../contract/routes.ts';
import type { GatewayEvent } from './api-event.ts';
import { ProblemError } from './problem.ts';
import { isProgram } from './program.ts';
import { words } from './words.ts';

const ROUTE_OF: ReadonlyMap<string, Route> = new Map(
  ROUTES.map((route) => [routeKeyOf(route), route]),
);

/**
 * The roles of the caller: groups of a person (claim `cognito:groups`), scopes of a program. A program
 * is never more than PROGRAM_ROLES, whatever scopes or groups an issuer hands out. API Gateway hands a
 * list on as text in brackets, its entries apart by blanks: "[trader viewer]".
 */
export function rolesOf(event: GatewayEvent): readonly Role[] {
  const { claims } = event.requestContext.authorizer.jwt;
  const groups = isProgram(claims) ? [] : words(claims['cognito:groups']);
  const scopes = words(claims.scope);
  return ROLES.filter(
    (role) =>
      groups.includes(role) ||
      (PROGRAM_ROLES.some((each) => each === role) && scopes.includes(`${SCOPE_PREFIX}${role}`)),
  );
}

/**
 * Refuses an ID token. The authoriser looks for the audience in `aud` as well, where an ID token of the
 * console has it; but an ID token says who somebody is, and is not meant to be sent to an API. Cognito
 * writes in `token_use` which of the two it is; other issuers write nothing of the kind.
 */
export function requireAccessToken(event: GatewayEvent): void {
  const { token_use: use } = event.requestContext.authorizer.jwt.claims;
  if (use === undefined || use === 'access') return;
  throw new ProblemError({
    status: 401,
    code: 'not-an-access-token',
    title: 'This takes an access token',
    fields: [{ field: 'token_use', seen: String(use).slice(0, 20), accepted: 'access' }],
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Refuses a caller who has none of the roles that the route is for; a route not in the table, always. */
export function requireRole(event: GatewayEvent): void {
  const route = ROUTE_OF.get(event.routeKey);
  if (route === undefined) {
    throw new ProblemError({
      status: 404,
      code: 'not-found',
      title: `There is no route ${event.routeKey}`,
    });
  }
  const roles = rolesOf(event);
  if (route.roles.some((role) => roles.includes(role))) return;
  throw new ProblemError({
    status: 403,
    code: 'role-missing',
    title: 'This is for other roles than yours',
    fields: [
      {
        field: 'role',
        seen: roles.join(', ') || 'none',
        accepted: `one of: ${route.roles.join(', ')}`,
      },
    ],
  });
}
