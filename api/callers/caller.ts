import { callerEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { PROGRAM_PREFIX } from '../../treasury/instructions/requester.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { clientOfToken, isPerson } from './person.ts';
import { type Claims, claimsOf, notAnAccessToken } from './token.ts';

/** Stands before a rule that approved by itself, as in instructions. */
const RULE_PREFIX = 'rule ';

/** Characters that are logged of a name that a person may have chosen freely. */
const MAX_NAME_CHARACTERS = 80;

/** Claims that name a person for other people, the first one that is there. */
const NAMES = ['username', 'preferred_username', 'name', 'email'] as const;

const { CALLER_CLAIM } = readEnvironment(callerEnvironment);

/**
 * The caller, as the audit log has it and as two people are told apart. A person is known by a claim that the person
 * cannot choose: the user name in the stack's own pool, which an administrator gives once and for all; the subject if
 * another issuer makes the tokens (docs/decisions/0007). Never one instead of the other: a person with two names
 * could agree with themselves.
 */
export function callerOf(event: Pick<ApiEvent, 'headers' | 'requestContext'>): string {
  const claims = claimsOf(event);
  if (isPerson(claims)) return personIn(claims);
  const client = clientOfToken(claims);
  if (client === null) throw notAnAccessToken('client', 'nothing that names the program');
  return `${PROGRAM_PREFIX}${client}`;
}

/** No person is known by a name that means a program or a rule: their actions are not a person's. */
function personIn(claims: Claims): string {
  const named = text(claims[CALLER_CLAIM]);
  if (named === undefined || named !== named.trim())
    throw notAnAccessToken(CALLER_CLAIM, 'no name');
  const isTaken = [PROGRAM_PREFIX, RULE_PREFIX].some((prefix) => named.startsWith(prefix));
  if (isTaken) throw notAnAccessToken(CALLER_CLAIM, 'the name of a program or a rule');
  return named;
}

/** The caller's display name, for the log beside the request id: not their identity. */
export function callerName({ requestContext }: Pick<ApiEvent, 'requestContext'>): string {
  const claims: Claims = requestContext.authorizer.jwt.claims;
  const name = NAMES.map((each) => text(claims[each])).find((each) => each !== undefined);
  return (name ?? 'no name').slice(0, MAX_NAME_CHARACTERS);
}

/** Claims that people call themselves by, the first one that is there: for reading, beside who they are. */
const DISPLAY_NAMES = ['name', 'preferred_username', 'email', 'username'] as const;

/** Characters that show nothing, or turn the text around them: a name must look like what it is. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/**
 * The name to show beside who the caller is; the caller's own id where the token has none. People may choose it, so it
 * never stands without the id, and nothing is decided by it.
 */
export function displayNameOf(event: Pick<ApiEvent, 'headers' | 'requestContext'>): string {
  const id = callerOf(event);
  const claims = claimsOf(event);
  if (!isPerson(claims)) return id;
  const shown = DISPLAY_NAMES.map((each) => text(claims[each])?.replace(INVISIBLE, '').trim());
  const [name = id] = shown.filter((each) => each !== undefined && each !== '');
  return (name ?? id).slice(0, MAX_NAME_CHARACTERS);
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}
