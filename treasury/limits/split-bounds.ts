import { ZERO } from '../money/decimal.ts';
import type { Controls } from '../policy/controls.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { boundsOfSweep, type OutflowBound } from './outflow-bounds.ts';
import type { OutflowView } from './outflow-view.ts';

/*
 * A sweep that is divided leaves as a whole and arrives in parts. Floors, and the limit of everything that leaves, bind
 * the whole and make it smaller. The limits of an account and of its counterparty bind what arrives there: if a part does
 * not fit, the whole run is refused, since the others would get another share than the rule says.
 */

/** What binds the whole amount of a rule; without a split, everything that does. `account`: its first. */
export function boundsOfWhole(
  view: OutflowView | null,
  controls: Controls | null,
  { split }: Pick<SweepRule, 'split'>,
  account: RegisteredAccount | null,
): readonly OutflowBound[] {
  const bounds = boundsOfSweep(view, controls, account);
  if (split === undefined) return bounds;
  const whole = bounds.filter((bound) => !isOfDestination(bound));
  return withFeesOfParts(whole, split.parts.length);
}

/** Each part may cost the fixed part of a fee. */
export function withFeesOfParts(
  bounds: readonly OutflowBound[],
  parts: number,
): readonly OutflowBound[] {
  return bounds.map((bound) => ({
    ...bound,
    feeOf: (amount) => bound.feeOf(amount).plus(bound.feeOf(ZERO).times(parts - 1)),
  }));
}

/** What binds the parts that go to one account. */
export function boundsOfPart(
  view: OutflowView | null,
  controls: Controls | null,
  account: RegisteredAccount | null,
): readonly OutflowBound[] {
  return boundsOfSweep(view, controls, account).filter(isOfDestination);
}

function isOfDestination({ reason }: OutflowBound): boolean {
  return reason === 'account-limit' || reason === 'counterparty-limit';
}
