import type { Lane } from '../instructions/lane.ts';
import type { Controls } from '../policy/controls.ts';
import type { Balances, Prices } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';

/** What a trade is judged on; lanes and controls read before balances and prices. */
export interface TradeView {
  readonly controls: Controls | null;
  readonly epoch: string;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly balances: Balances;
  readonly prices: Prices;
  readonly pricesReadAt: Instant;
  readonly now: Instant;
}
