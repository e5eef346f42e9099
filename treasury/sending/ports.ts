import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import type { TradingService } from '../ports/trading-service.ts';
import type { Seals, SealVerifier } from '../seals/ports.ts';

/** The tools of the money protocol. */
export interface SendingPorts extends Effects {
  readonly ledger: Ledger;
  readonly service: TradingService;
  /** The sender verifies what authorises it; only deciding functions make seals. */
  readonly seals: SealVerifier;
  /** Waits between attempts to record an outcome; absent if time is simulated. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** For functions that decide and may send at once. */
export interface DecidingPorts extends SendingPorts {
  readonly seals: Seals;
}
