import type { TradeRequest, WithdrawalRequest } from '../outcomes/outcome.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import type { TradeReply, WithdrawalReply } from '../outcomes/reply.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import type { DroppedPrice, Prices } from '../valuation/price.ts';

export interface BalancesReading {
  /** The source of the reading, for people; without anything secret. */
  readonly source?: string;
  readonly readAt: Instant;
  readonly balances: Balances;
  /** Names that stand beside the balances and are no currencies, fit to be shown; absent: there are none. */
  readonly beside?: readonly string[];
  /** The answer as it came, cut to a bound; the digest is of all of it (SHA-256, hex). */
  readonly raw: string;
  readonly rawDigest: string;
}

export interface PricesReading {
  readonly source?: string;
  readonly readAt: Instant;
  /** Raw, of every entry that is a price. */
  readonly prices: Prices;
  /** Entries that are not prices; absent: all of them are. */
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
  | { readonly ok: false; readonly code: ReadFailureCode; readonly failed: ReadFailed };

/**
 * The Trading and Withdrawal Service, in the domain's words: a client knows the service's protocol, and the domain
 * knows the consequences. Reads retry within a budget and never throw for what the service does. Sending happens at
 * most once per call, is never repeated, and does not begin after `sendBy`; its result is a reply, never an
 * exception.
 */
export interface TradingService {
  /** `one-attempt`: a failure is final, for callers that can do without. */
  readonly readBalances: (patience?: 'one-attempt') => Promise<Reading<BalancesReading>>;
  readonly readPrices: () => Promise<Reading<PricesReading>>;
  readonly sendWithdrawal: (
    request: WithdrawalRequest,
    sendBy: Instant,
  ) => Promise<WithdrawalReply>;
  readonly sendTrade: (request: TradeRequest, sendBy: Instant) => Promise<TradeReply>;
}
