import type { Instruction } from '../instructions/instruction.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { MAX_CLOCK_SKEW_SECONDS } from '../time/clock-skew.ts';

/**
 * How long a sign-in is recent: time enough to read what is approved, and little enough that a browser or a terminal
 * which was left open is no longer the person who opened it.
 */
export const RECENT_SIGN_IN_SECONDS = 5 * 60;

/** The judgement of a sign-in by its age: `ahead` lies further in the future than clocks of two machines differ. */
export type SignInAge = 'recent' | 'old' | 'ahead';

/**
 * Seconds since the epoch, both. The bound is not stretched by the skew: an issuer's clock that is behind makes a
 * sign-in older, and one that is ahead makes it younger by as much as the skew at most. Pure.
 */
export function signInAge(signedInAtSeconds: number, nowSeconds: number): SignInAge {
  const age = nowSeconds - signedInAtSeconds;
  if (age < -MAX_CLOCK_SKEW_SECONDS) return 'ahead';
  return age < RECENT_SIGN_IN_SECONDS ? 'recent' : 'old';
}

/**
 * Whether a word about this instruction takes a recent sign-in. A trade that waits is above its limit already. A
 * withdrawal is above it where its value is above the tier of two people, or, without that, of one; without a tier,
 * and without a value in the reporting currency, it is taken to be. Pure.
 */
export function takesRecentSignIn(
  { content, value }: Pick<Instruction, 'content' | 'value'>,
  controls: Pick<Controls, 'approvalTiers' | 'reportingCurrency'> | null,
): boolean {
  if (content.kind === 'trade') return true;
  const limit = controls?.approvalTiers?.twoAbove ?? controls?.approvalTiers?.oneAbove;
  if (limit === undefined || value === undefined) return true;
  if (value.currency !== controls?.reportingCurrency) return true;
  return decimalOf(value.amount).greaterThan(decimalOf(limit));
}
