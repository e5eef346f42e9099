import { isUnreadable, type Lane } from '../instructions/lane.ts';
import type { LateBooking } from '../ledger/claim-window.ts';
import { areUnreadable } from '../policy/controls.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { boundSecondsOf } from '../unbooked/unbooked.ts';
import { isUnbookedIn } from './lane-says.ts';
import type { CurrentClaim } from './late-claims.ts';
import { isPending } from './movement.ts';
import type { ReconcilePorts } from './ports.ts';

/** The result of a pending movement in a currency, without a balance that shows it. */
export interface SettledPending {
  readonly claim: CurrentClaim;
  readonly currency: string;
  readonly rest: NonNullable<LateBooking['rest']>;
}

/**
 * Pending movements that need no balance any more: two people concluded the lane's unbooked amounts; or the booking
 * bound is over and the lane does not wait either, so a deposit hid the booking.
 */
export async function settledPending(
  { flows, ledger, now }: Pick<ReconcilePorts, 'flows' | 'ledger' | 'now'>,
  tenant: string,
  current: readonly CurrentClaim[],
): Promise<readonly SettledPending[]> {
  const pending = current.filter(({ window, instruction }) => isPending(window, instruction));
  if (pending.length === 0) return [];
  const waiting = pending.flatMap((claim) =>
    Object.entries(claim.window.late ?? {})
      .filter(([, { rest }]) => rest === undefined)
      .map(([currency]) => ({ claim, currency })),
  );
  const currencies = [...new Set(waiting.map(({ currency }) => currency))];
  const [lanes, controls, concluded] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.readControls(tenant),
    Promise.all(currencies.map((currency) => flows.conclusionsOf(tenant, currency))),
  ]);
  const conclusions = new Map(currencies.map((currency, index) => [currency, concluded[index]]));
  const over = plusSeconds(now(), -boundSecondsOf(controls));
  return waiting.flatMap(({ claim, currency }): readonly SettledPending[] => {
    const { claimedAt } = claim.window;
    const said = conclusions.get(currency)?.find(({ at }) => at > claimedAt);
    if (said !== undefined) return [{ claim, currency, rest: said.outcome }];
    if (areUnreadable(controls)) return [];
    const lane = lanes.find((each) => each.currency === currency);
    return isGivenUp(lane, claimedAt, over) ? [{ claim, currency, rest: 'booked' }] : [];
  });
}

function isGivenUp(lane: Lane | undefined, claimedAt: Instant, over: Instant): boolean {
  if (lane === undefined || isUnreadable(lane)) return false;
  return claimedAt < over && !isUnbookedIn(lane, claimedAt);
}
