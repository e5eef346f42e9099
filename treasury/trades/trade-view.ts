import type { CountsRead } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Controls } from '../policy/controls.ts';
import type { HaltState } from '../policy/halt-state.ts';
import type { Policy } from '../policy/policy.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import type { PriceDoubt, Prices } from '../valuation/price.ts';

/** The basis for judging a trade; lanes, controls and usage are read before balances and prices. */
export interface TradeView {
  readonly controls: Controls | null;
  /** What a trade that a rule decided rests on. Absent: not read. */
  readonly policy?: Pick<Policy, 'rules' | 'unreadableRules' | 'calendars'>;
  readonly halt: HaltState;
  readonly epoch: string;
  /** With the balances below taken into account. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** Recent trades; null if there never was one. */
  readonly usage: CountsRead;
  /** The person who requested the trade, or the rule that decided it. */
  readonly by: string;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  readonly prices: Prices;
  readonly pricesReadAt: Instant;
  /**
   * Set by a check: balances and prices are those of the latest snapshot, as the answer says. No guard holds their age against
   * the trade; its request reads both anew.
   */
  readonly onRecord?: true;
  /** What each currency is worth, by these prices and by the last snapshot's: the stricter of both. */
  readonly values: BelievedValues;
  /** Those of them that have jumped, by what their currencies are worth: nothing is judged by them. */
  readonly pricesDoubted: readonly PriceDoubt[];
  readonly now: Instant;
}
