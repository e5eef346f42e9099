import { readBalance } from '../booking/read-balance.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Controls } from '../policy/controls.ts';
import type { Effects } from '../ports/effects.ts';
import { type ForgedAs, forgedReading, refuseForged } from '../sealing/refuse-forged.ts';
import { type ReadAnew, readAnewOf } from '../snapshots/read-anew.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Trust } from '../snapshots/trusted-readings.ts';
import type { Instant } from '../time/instant.ts';
import { balanceOf } from '../valuation/balance.ts';
import { boundSecondsOf, type UnbookedView } from './unbooked.ts';

export type UnbookedReadingRefusal =
  | ForgedAs<'reading-forged'>
  | { readonly code: 'reading-differs'; readonly message: string }
  | { readonly code: 'no-later-balance'; readonly message: string; readonly until: Instant };

export type ReadUnbooked = () => Promise<Trust<BalancesTaken>>;

/**
 * Whether balances that Sluice reads now, after the second word, leave unbooked what both people saw. What the lane has
 * taken up so far was proven by run-sweeps: where nothing can be read now, or the currency is left out, that has to do, if it
 * is of after the quarantine. A balance that has not moved since is not taken up, so that mostly this reading tells.
 */
export async function unbookedReadAnew(
  ports: Pick<Effects, 'now'> & { readonly ledger: Pick<Ledger, 'readPolicy' | 'commit'> },
  fresh: Trust<BalancesTaken>,
  seen: {
    readonly lane: Lane;
    readonly view: Pick<UnbookedView, 'concludableFrom'>;
    readonly policy: { readonly controls: Controls | null };
  },
): Promise<UnbookedReadingRefusal | ReadAnew> {
  const { lane, view, policy } = seen;
  const { tenant, currency, booking } = lane;
  const forged = forgedReading(fresh.kind === 'forged' ? fresh.found : null);
  const refusal = await refuseForged(ports, tenant, `unbooked-${currency}`, forged);
  if (refusal !== null) return refusal;
  const read = readAnewOf(fresh);
  if (fresh.kind !== 'trusted') return unread(lane, view) ?? read;
  const { balances, takenAt } = fresh.value;
  const balance = balanceOf(balances, currency);
  if (balance.kind !== 'stated') return unread(lane, view) ?? read;
  const bound = boundSecondsOf(policy.controls);
  const next = readBalance(booking, balance.balance, takenAt, bound);
  if (amountsOf(next) === amountsOf(booking)) return read;
  const message = `The balance of ${currency} read at ${takenAt} is ${balance.balance.total}: other amounts are unbooked than you saw. Wait for the next snapshot, and look at them again.`;
  return { code: 'reading-differs', message };
}

function unread(
  { currency, booking }: Lane,
  { concludableFrom: until }: Pick<UnbookedView, 'concludableFrom'>,
): UnbookedReadingRefusal | null {
  if (until === null || (booking.reading?.at ?? '') >= until) return null;
  const message = `No balance of ${currency} has been read since ${until}, and none can be read now; try again after the next snapshot.`;
  return { code: 'no-later-balance', message, until };
}

function amountsOf({ entries }: Lane['booking']): string {
  return entries.map(({ instructionId, amount }) => `${instructionId} ${amount}`).join(', ');
}
