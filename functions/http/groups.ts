import type { ApiEvent } from './api.ts';
import { ProblemError } from './problem.ts';

/** What a person or a program may be; the groups of the people's pool have these names. */
export type Group = 'viewer' | 'trader' | 'treasurer' | 'approver' | 'admin';

/**
 * The groups of the caller, from the claim `cognito:groups`. API Gateway hands a list on as text in
 * brackets, its entries apart by blanks: "[trader viewer]".
 */
export function groupsOf(event: ApiEvent): readonly string[] {
  const claim: unknown = event.requestContext.authorizer.jwt.claims['cognito:groups'];
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string') return [];
  return claim
    .replace(/^\[(.*)\]$/, '$1')
    .split(/[\s,]+/)
    .filter((group) => group !== '');
}

/** Refuses a caller who is in none of the groups that a route is for. */
export function requireGroup(event: ApiEvent, accepted: readonly Group[]): void {
  const groups = groupsOf(event);
  if (accepted.some((group) => groups.includes(group))) return;
  throw new ProblemError({
    status: 403,
    code: 'role-missing',
    title: 'This is for other roles than yours',
    fields: [
      {
        field: 'cognito:groups',
        seen: groups.join(', ') || 'none',
        accepted: `one of: ${accepted.join(', ')}`,
      },
    ],
  });
}
