import { readBalance } from '../booking/read-balance.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Controls } from '../policy/controls.ts';
import type { Effects } from '../ports/effects.ts';
import { type ForgedAs, forgedReading, refuseForged } from '../sealing/refuse-forged.ts';
import { type ReadAnew, readAnewOf } from '../snapshots/read-anew.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import type { Trust } from '../snapshots/trusted-readings.ts';
import { balanceOf } from '../valuation/balance.ts';
import { boundSecondsOf } from './unbooked.ts';

export type UnbookedReadingRefusal =
  | ForgedAs<'reading-forged'>
  | { readonly code: 'reading-differs'; readonly message: string };

export type ReadUnbooked = () => Promise<Trust<BalancesTaken>>;

/**
 * Whether balances that Sluice reads now, after the second word, leave unbooked what both people saw. What the lane has
 * taken up so far was proven by run-sweeps: where nothing can be read now, or the currency is left out, that has to do.
 */
export async function unbookedReadAnew(
  ports: Pick<Effects, 'now'> & { readonly ledger: Pick<Ledger, 'readPolicy' | 'commit'> },
  fresh: Trust<BalancesTaken>,
  seen: {
    readonly lane: Lane;
    readonly policy: { readonly controls: Controls | null };
  },
): Promise<UnbookedReadingRefusal | ReadAnew> {
  const { lane, policy } = seen;
  const { tenant, currency, booking } = lane;
  const forged = forgedReading(fresh.kind === 'forged' ? fresh.message : null);
  const refusal = await refuseForged(ports, tenant, `unbooked-${currency}`, forged);
  if (refusal !== null) return refusal;
  const read = readAnewOf(fresh);
  if (fresh.kind !== 'trusted' || booking === undefined) return read;
  const { balances, takenAt } = fresh.value;
  const balance = balanceOf(balances, currency);
  if (balance.kind !== 'stated') return read;
  const bound = boundSecondsOf(policy.controls);
  const next = readBalance(booking, balance.balance, takenAt, bound);
  if (amountsOf(next) === amountsOf(booking)) return read;
  const message = `The balance of ${currency} read at ${takenAt} is ${balance.balance.total}: other amounts are unbooked than you saw. Wait for the next snapshot, and look at them again.`;
  return { code: 'reading-differs', message };
}

function amountsOf({ entries }: NonNullable<Lane['booking']>): string {
  return entries.map(({ instructionId, amount }) => `${instructionId} ${amount}`).join(', ');
}
