import { callerEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { clientOfToken, isPerson } from './person.ts';
import { type Claims, claimsOf, notAnAccessToken } from './token.ts';

/** Before the client of a program: no person is ever named like one. */
const PROGRAM_PREFIX = 'program:';

/** Before a rule that approved by itself, as instructions have it. */
const RULE_PREFIX = 'rule ';

/** Characters of a name that somebody may have chosen freely, as far as it is logged. */
const MAX_NAME_CHARACTERS = 80;

/** Claims that name a person for other people, the first one that is there. */
const NAMES = ['username', 'preferred_username', 'name', 'email'] as const;

const { CALLER_CLAIM } = readEnvironment(callerEnvironment);

/**
 * Who asks, as two pairs of eyes are counted and as the audit log has it. Of a person it is a claim that the
 * person cannot choose: the user name in the stack's own pool, where an administrator gives it once and for
 * all; the subject where somebody else issues the tokens (docs/decisions/0007). Never one instead of the other: a
 * person with two names could agree with themselves.
 */
export function callerOf(event: Pick<ApiEvent, 'headers' | 'requestContext'>): string {
  const claims = claimsOf(event);
  if (isPerson(claims)) return personIn(claims);
  const client = clientOfToken(claims);
  if (client === null) throw notAnAccessToken('client', 'nothing that names the program');
  return `${PROGRAM_PREFIX}${client}`;
}

/** Nobody is known by a name that means a program or a rule: what those did is not what a person did. */
function personIn(claims: Claims): string {
  const named = text(claims[CALLER_CLAIM]);
  if (named === undefined || named !== named.trim())
    throw notAnAccessToken(CALLER_CLAIM, 'no name');
  const isTaken = [PROGRAM_PREFIX, RULE_PREFIX].some((prefix) => named.startsWith(prefix));
  if (isTaken) throw notAnAccessToken(CALLER_CLAIM, 'the name of a program or a rule');
  return named;
}

/** How the caller is called, for the log beside the request id: not who they are. */
export function callerName({ requestContext }: Pick<ApiEvent, 'requestContext'>): string {
  const claims: Claims = requestContext.authorizer.jwt.claims;
  const name = NAMES.map((each) => text(claims[each])).find((each) => each !== undefined);
  return (name ?? 'no name').slice(0, MAX_NAME_CHARACTERS);
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}
