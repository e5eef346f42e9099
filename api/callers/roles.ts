import { notFound } from '../problems/not-found.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { PROGRAM_ROLES, ROLES, type Role } from '../roles/roles.ts';
import { ROUTES, type Route, routeKeyOf } from '../routes/routes.ts';
import { givenTo } from './groups.ts';
import { isPerson } from './person.ts';
import { claimsOf, notAnAccessToken } from './token.ts';

/** Of what a token says of itself, as much as is repeated. */
const MAX_SEEN_CHARACTERS = 20;

const ROUTE_OF: ReadonlyMap<string, Route> = new Map(
  ROUTES.map((route) => [routeKeyOf(route), route]),
);

/**
 * The roles of the caller: a person's groups, a program's scopes, each by its exact name. A program is never
 * more than PROGRAM_ROLES, whatever scopes or groups an issuer hands out.
 */
export function rolesOf(event: GatewayEvent): readonly Role[] {
  const given = givenTo(event);
  const possible: readonly Role[] = isPerson(claimsOf(event)) ? ROLES : PROGRAM_ROLES;
  return possible.filter((role) => given.has(role));
}

/**
 * Refuses an ID token. The authoriser looks for the audience in `aud` as well, where an ID token of the
 * console has it; but an ID token says who somebody is, and is not meant to be sent to an API. Cognito
 * writes in `token_use` which of the two it is; other issuers write nothing of the kind.
 */
export function requireAccessToken(event: GatewayEvent): void {
  const { token_use: use } = claimsOf(event);
  if (use === undefined || use === 'access') return;
  throw notAnAccessToken('token_use', String(use).slice(0, MAX_SEEN_CHARACTERS));
}

/** Refuses a caller who has none of the roles that the route is for; a route not in the table, always. */
export function requireRole(event: GatewayEvent): void {
  const route = ROUTE_OF.get(event.routeKey);
  if (route === undefined) throw notFound(`There is no route ${event.routeKey}.`);
  const roles = rolesOf(event);
  if (route.roles.some((role) => roles.includes(role))) return;
  const seen = roles.join(', ') || 'none';
  const accepted = `one of: ${route.roles.join(', ')}`;
  throw new ProblemError(problem('role-missing', { fields: [{ field: 'role', seen, accepted }] }));
}
