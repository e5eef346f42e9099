import type { HaltState } from '../halt/halt-state.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Controls } from '../policy/controls.ts';
import type { Balances, PriceDoubt, Prices } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import type { TradeUsage } from './trade-usage.ts';

/** What a trade is judged on; lanes, controls and usage read before balances and prices. */
export interface TradeView {
  readonly controls: Controls | null;
  readonly halt: HaltState;
  readonly epoch: string;
  /** With the balances below taken into account. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** What was traded of late; null where nothing ever was. */
  readonly usage: TradeUsage | null;
  /** Who asked for the trade. */
  readonly by: string;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  readonly prices: Prices;
  readonly pricesReadAt: Instant;
  /** Those of them that have jumped since the last snapshot: nothing is judged by them. */
  readonly pricesDoubted: readonly PriceDoubt[];
  readonly now: Instant;
}
