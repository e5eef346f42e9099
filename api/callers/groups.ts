import { identityEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { SCOPE_PREFIX } from '../roles/roles.ts';
import { isPerson } from './person.ts';
import { type Claims, claimsOf } from './token.ts';

const { GROUPS_CLAIM } = readEnvironment(identityEnvironment);

/**
 * What the caller was given: a person by groups, a program by scopes, and neither by what is the other's. A
 * scope is what a client may ask for on anybody's behalf; it makes nobody an approver.
 */
export function givenTo(
  event: Pick<GatewayEvent, 'headers' | 'requestContext'>,
): ReadonlySet<string> {
  const claims = claimsOf(event);
  return new Set(isPerson(claims) ? groupsOf(claims) : scopesOf(claims));
}

/** Names as they are: one that is no list is one name, whatever blanks and commas are in it. */
function groupsOf(claims: Claims): readonly string[] {
  const groups = claims[GROUPS_CLAIM];
  return [groups].flat().filter((name) => typeof name === 'string');
}

/** Scopes are apart by blanks (RFC 8693), or a list; what stands behind the prefix is what was given. */
function scopesOf({ scope, scp }: Claims): readonly string[] {
  const scopes = [scope ?? scp].flat().filter((name) => typeof name === 'string');
  return scopes
    .flatMap((names) => names.split(' '))
    .filter((name) => name.startsWith(SCOPE_PREFIX))
    .map((name) => name.slice(SCOPE_PREFIX.length));
}
