import { NOTHING_UNBOOKED } from '../../treasury/booking/booking.ts';
import { RISE_DOUBT_SECONDS } from '../../treasury/booking/doubts.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { type Instant, instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import type { TreasuryTables } from '../treasury-tables.ts';

/**
 * Whether a deposit of a currency disturbs nothing: nothing of it is on its way, or waits for people, and no fall was seen so
 * lately that a rise would be doubted. A deposit beside an unknown outcome would spoil the evidence by which people settle it.
 */
export function isQuiet(lane: Lane | null, now: Instant): boolean {
  if (lane === null) return true;
  const { status, open, booking = NOTHING_UNBOOKED } = lane;
  const { entries, doubts, credits } = booking;
  if (status.state !== 'idle' || Object.keys(open).length > 0) return false;
  if (entries.length > 0 || doubts.length > 0) return false;
  return credits.every(({ at }) => plusSeconds(at, RISE_DOUBT_SECONDS) <= now);
}

/** What the sandbox asks before it makes a deposit of its own. Until the tables are there, none is welcome. */
export class QuietCurrencies {
  #tables: Pick<TreasuryTables, 'ledger' | 'tenant'> | null = null;

  open(tables: Pick<TreasuryTables, 'ledger' | 'tenant'>): void {
    this.#tables = tables;
  }

  readonly accepts = async (currency: string): Promise<boolean> => {
    if (this.#tables === null) return false;
    const { ledger, tenant } = this.#tables;
    const lanes = await ledger.readLanes(tenant);
    const lane = lanes.find((each) => each.currency === currency) ?? null;
    return isQuiet(lane, instantOf(Date.now()));
  };
}
