import { ProblemError, problem } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { callerOf } from './caller.ts';

/*
 * How often one caller may do what others pay for: ask the service, which has limits of its own, send trades, and have
 * the past computed. API Gateway counts before it knows whose a request is, so its limits are generous, and these are
 * tight. Each environment of a function counts by itself; how many there are is bounded (`lib/concurrency.ts`). What stops money
 * is never refused.
 */

interface CallerLimit {
  readonly perSecond: number;
  /** At once, after a while without any. */
  readonly burst: number;
}

/** A person places them, or a careful program. */
const TRADES: CallerLimit = { perSecond: 2, burst: 5 };

/** Each reads the service itself: the snapshots and the sends have to live within its limits as well. */
const MARKET_READS: CallerLimit = { perSecond: 5, burst: 10 };

/** A person tries a draft again after each change of it; the longest takes 28 s. */
const COMPUTATIONS: CallerLimit = { perSecond: 1, burst: 20 };

/**
 * A form asks at each pause of its typing, a third of a second at the shortest, and a person fills in one at a time. Each answer is
 * some reads of the store and up to three of the keys. A caller who has checked too often may request all the same.
 */
const CHECKS: CallerLimit = { perSecond: 3, burst: 15 };

const LIMITS: Readonly<Record<string, CallerLimit>> = {
  'POST /v1/trades': TRADES,
  'POST /v1/withdrawals/check': CHECKS,
  'POST /v1/trades/check': CHECKS,
  'GET /v1/prices': MARKET_READS,
  'GET /v1/balances': MARKET_READS,
  'POST /v1/sweep-rules/preview': COMPUTATIONS,
  'POST /v1/sweep-rules/backtest': COMPUTATIONS,
  'POST /v1/matching-rules/backtest': COMPUTATIONS,
  'GET /v1/forecast': COMPUTATIONS,
};

/** Callers remembered at most, the most recent ones: a token is needed to be one of them. */
const MAX_CALLERS = 1_000;

interface Allowance {
  readonly left: number;
  readonly atMs: number;
}

const allowances = new Map<string, Allowance>();

/** @throws ProblemError if the caller has used up what one caller may do of this route. */
export function requireAllowance(event: ApiEvent, nowMs: number): void {
  const limit = LIMITS[event.routeKey];
  if (limit === undefined) return;
  const { perSecond, burst } = limit;
  const key = JSON.stringify([event.tenant, callerOf(event), event.routeKey]);
  const { left, atMs } = allowances.get(key) ?? { left: burst, atMs: nowMs };
  const grown = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1_000) * perSecond);
  const fits = grown >= 1;
  allowances.delete(key);
  allowances.set(key, { left: fits ? grown - 1 : grown, atMs: nowMs });
  const [oldest] = allowances.keys();
  if (allowances.size > MAX_CALLERS && oldest !== undefined) allowances.delete(oldest);
  if (fits) return;
  const retryAfterSeconds = Math.ceil((1 - grown) / perSecond);
  const detail = `Of one caller it takes ${perSecond} a second, and ${burst} at once.`;
  throw new ProblemError(problem('throttled', { detail, retryAfterSeconds }));
}
