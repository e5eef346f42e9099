import type { Ledger } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { TradingService } from '../ports/trading-service.ts';

/** What the money protocol works with. */
export interface SendingPorts extends Surroundings {
  readonly ledger: Ledger;
  readonly service: TradingService;
  /** Waits between attempts to record an outcome; absent where time is not real. */
  readonly pause?: (ms: number) => Promise<void>;
}
