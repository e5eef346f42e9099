import * as z from 'zod/mini';

/** Milliseconds that the issuer's clock may be behind the browser's: a sign-in that old is recent all the same. */
const CLOCK_SKEW_MS = 60_000;

const asked = z.object({ askedAgainAt: z.number() });

/**
 * Whether the issuer was asked for a new sign-in and gave back the one of before: some ignore the question. Asking once
 * more would end the same way. Where the issuer does not say when a person signed in, only the API can tell.
 */
export function isOldGivenBack(state: unknown, signedInAt: Date | null): boolean {
  const parsed = asked.safeParse(state);
  if (!parsed.success || signedInAt === null) return false;
  return signedInAt.getTime() < parsed.data.askedAgainAt - CLOCK_SKEW_MS;
}
