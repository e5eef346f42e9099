import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { PROGRAM_ROLES, ROLES, type Role } from '../roles/roles.ts';
import { givenTo } from './groups.ts';
import { isPerson } from './person.ts';
import { claimsOf, notAnAccessToken } from './token.ts';

/** Characters of a token's own statement that are repeated. */
const MAX_SEEN_CHARACTERS = 20;

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
 * Refuses an ID token. The authoriser looks for the audience in `aud` as well, which an ID token of the console has;
 * but an ID token says who a person is, and is not meant to be sent to an API. Cognito writes in `token_use` which of
 * the two it is; other issuers write nothing of the kind.
 */
export function requireAccessToken(event: GatewayEvent): void {
  const { token_use: use } = claimsOf(event);
  if (use === undefined || use === 'access') return;
  throw notAnAccessToken('token_use', String(use).slice(0, MAX_SEEN_CHARACTERS));
}

/** Refuses a caller who has none of the roles that a route is for. */
export function requireRole(event: GatewayEvent, accepted: readonly Role[]): void {
  const roles = rolesOf(event);
  if (accepted.some((role) => roles.includes(role))) return;
  throw new ProblemError(
    problem('role-missing', {
      fields: [
        {
          field: 'role',
          seen: roles.join(', ') || 'none',
          accepted: `one of: ${accepted.join(', ')}`,
        },
      ],
    }),
  );
}
