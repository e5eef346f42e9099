import * as z from 'zod/mini';
import { effects } from '../../runtime/effects.ts';
import { identityEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { RECENT_SIGN_IN_SECONDS, signInAge } from '../../treasury/limits/recent-sign-in.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';
import { claimsOf } from './token.ts';

const { RECENT_SIGN_IN } = readEnvironment(identityEnvironment);

/** Characters of a token's own statement that are repeated. */
const MAX_SEEN_CHARACTERS = 40;

/** When the person signed in, in seconds since the epoch (OpenID Connect): renewing a token does not change it. */
const signedIn = z.object({ auth_time: z.int().check(z.positive()) });

/**
 * Refuses a caller who did not sign in a moment ago, if the stage demands it and the request is above the limit. A
 * token that does not say when is refused as well: an old session must not pass for a new one by leaving it out.
 */
export async function requireRecentSignIn(
  event: GatewayEvent,
  isAboveLimit: () => Promise<boolean>,
): Promise<void> {
  if (RECENT_SIGN_IN !== 'demanded') return;
  const seen = tooOld(event, Date.parse(effects.now()) / 1_000);
  if (seen === null || !(await isAboveLimit())) return;
  const accepted = `a sign-in less than ${RECENT_SIGN_IN_SECONDS / 60} minutes ago`;
  throw new ProblemError(
    problem('sign-in-too-old', {
      detail: 'Nothing was changed. Sign in again, then repeat the request.',
      fields: [{ field: 'auth_time', seen, accepted }],
    }),
  );
}

/** What is wrong with the time of signing in; null if it is recent. */
function tooOld(event: GatewayEvent, nowSeconds: number): string | null {
  const claims = claimsOf(event);
  const parsed = signedIn.safeParse(claims);
  if (!parsed.success) {
    const { auth_time: said } = claims;
    if (said === undefined) return 'a token that does not say when its person signed in';
    return `${JSON.stringify(said)}`.slice(0, MAX_SEEN_CHARACTERS);
  }
  const { auth_time: at } = parsed.data;
  const age = signInAge(at, nowSeconds);
  switch (age) {
    case 'recent':
      return null;
    case 'old':
      return `a sign-in ${Math.floor((nowSeconds - at) / 60)} minutes ago`;
    case 'ahead':
      return 'a sign-in in the future';
    default:
      return age satisfies never;
  }
}
