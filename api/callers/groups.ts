import { identityEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { SCOPE_PREFIX } from '../roles/roles.ts';
import { isPerson } from './person.ts';
import { type Claims, claimsOf } from './token.ts';

const { GROUPS_CLAIM } = readEnvironment(identityEnvironment);

/**
 * The caller's grants: a person's groups, a program's scopes, and neither by the other's kind. A scope is what a
 * client may request on behalf of any user; it makes no caller an approver.
 */
export function givenTo(
  event: Pick<GatewayEvent, 'headers' | 'requestContext'>,
): ReadonlySet<string> {
  const claims = claimsOf(event);
  return new Set(isPerson(claims) ? groupsOf(claims) : scopesOf(claims));
}

/** Names as they are: a text that is not a list is one name, whatever blanks and commas are in it. */
function groupsOf(claims: Claims): readonly string[] {
  const groups = claims[GROUPS_CLAIM];
  return [groups].flat().filter((name) => typeof name === 'string');
}

/** Scopes are separated by blanks (RFC 8693), or a list; the grant stands behind the prefix. */
function scopesOf({ scope, scp }: Claims): readonly string[] {
  const scopes = [scope ?? scp].flat().filter((name) => typeof name === 'string');
  return scopes
    .flatMap((names) => names.split(' '))
    .filter((name) => name.startsWith(SCOPE_PREFIX))
    .map((name) => name.slice(SCOPE_PREFIX.length));
}
