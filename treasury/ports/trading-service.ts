import type { Exchange, TradeRequest, WithdrawalRequest } from '../outcomes/outcome.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { DroppedPrice, Prices } from '../valuation/price.ts';

export interface BalancesReading {
  /** Host and path that were asked. Never a query: it may hold the token. */
  readonly source?: string;
  readonly readAt: Instant;
  readonly balances: Balances;
  /** The answer as it came, cut to a bound; the digest is of all of it (SHA-256, hex). */
  readonly raw: string;
  readonly rawDigest: string;
}

export interface PricesReading {
  readonly source?: string;
  readonly readAt: Instant;
  /** Raw, of every entry that is a price. */
  readonly prices: Prices;
  /** Entries that are none; absent: all of them are. */
  readonly dropped?: readonly DroppedPrice[];
}

/** Why a read failed, after its retries. Literal codes, so that a recorded miss can be counted. */
export type ReadFailureCode =
  | 'unreachable'
  | 'timeout'
  | 'token-refused'
  | 'rate-limited'
  | 'refused'
  | 'service-error'
  | 'not-understood'
  | 'no-token';

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly reason: string };

/**
 * The Trading and Withdrawal Service. Reads retry within a budget and never throw for what the
 * service does. Posts happen at most once per call, never retry, and report what was seen on the
 * wire; judging it is the classifier's work.
 */
export interface TradingService {
  /** `one-attempt`: a failure is final, for whoever can do without. */
  readonly readBalances: (patience?: 'one-attempt') => Promise<Reading<BalancesReading>>;
  readonly readPrices: () => Promise<Reading<PricesReading>>;
  readonly postWithdrawal: (request: WithdrawalRequest, sendBy: Instant) => Promise<Exchange>;
  readonly postTrade: (request: TradeRequest, sendBy: Instant) => Promise<Exchange>;
}
