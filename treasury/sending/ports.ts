import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import type { TradingService } from '../ports/trading-service.ts';
import type { Seals, SealVerifier } from '../seals/ports.ts';

/** What the money protocol works with. */
export interface SendingPorts extends Effects {
  readonly ledger: Ledger;
  readonly service: TradingService;
  /** Whoever sends verifies what authorises it; making seals is for those who decide. */
  readonly seals: SealVerifier;
  /** Waits between attempts to record an outcome; absent where time is not real. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Of whoever decides and may send at once. */
export interface DecidingPorts extends SendingPorts {
  readonly seals: Seals;
}
