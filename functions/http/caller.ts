import { callerEnvironment, readEnvironment } from '../../adapters/environment/environment.ts';
import type { ApiEvent } from './api-event.ts';
import { type Claims, isProgram } from './program.ts';

/** Before the client of a program: no person is ever named like one. */
const PROGRAM_PREFIX = 'program:';

/** Characters of a name that somebody may have chosen freely, as far as it is logged. */
const MAX_NAME_CHARACTERS = 80;

/** Claims that name a person for other people, the first one that is there. */
const NAMES = ['username', 'preferred_username', 'name', 'email'] as const;

const { CALLER_CLAIM } = readEnvironment(callerEnvironment);

/**
 * Who asks, as two pairs of eyes are counted and as the audit log has it. Of a person it is a claim that the
 * person can not choose: the user name in the stack's own pool, where an administrator gives it once and for
 * all; the subject where somebody else issues the tokens (docs/decisions/0007). Never one instead of the other: a
 * person with two names could agree with themselves.
 */
export function callerOf({ requestContext }: Pick<ApiEvent, 'requestContext'>): string {
  const claims: Claims = requestContext.authorizer.jwt.claims;
  if (isProgram(claims))
    return `${PROGRAM_PREFIX}${text(claims.client_id) ?? text(claims.azp) ?? ''}`;
  const named = text(claims[CALLER_CLAIM]);
  if (named !== undefined) return named;
  throw new Error(`a token without the claim ${CALLER_CLAIM} that people are known by`);
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
