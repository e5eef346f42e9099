import type { Ledger } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { TradingService } from '../ports/trading-service.ts';

/** What the money protocol works with. */
export interface SendingPorts extends Surroundings {
  readonly ledger: Ledger;
  readonly service: TradingService;
}
