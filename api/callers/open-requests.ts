import type { createOpenRequests, Lease } from '../../adapters/store/open-requests.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { ProblemError, problem } from '../problems/problem.ts';

/*
 * How many heavy requests one caller may have open at the same time, over all environments of a function: those on which an
 * environment computes for seconds. Without it one caller fills every environment that a function may have, and keeps the other
 * callers out. Each takes a slot of the caller's, which expires by itself where its environment died.
 */

interface OpenLimit {
  /** Requests of one caller at the same time. */
  readonly most: number;
  /** Seconds after which a slot is free again: what computes has ended by then. */
  readonly seconds: number;
  /** What a caller is told to wait. */
  readonly retryAfterSeconds: number;
}

/** Previews, backtests, forecasts: there are five environments (`lib/concurrency.ts`), and two of them stay for others. */
const COMPUTATION: OpenLimit = { most: 3, seconds: 30, retryAfterSeconds: 2 };

/** A file that is made while its caller waits, for 8 s at most: a page of reports loads some at once. */
const FILE: OpenLimit = { most: 4, seconds: 20, retryAfterSeconds: 2 };

/** A file that is written later: there are two writers, and what waits is lost after an hour. */
const EXPORT: OpenLimit = { most: 4, seconds: 3_600, retryAfterSeconds: 30 };

const LIMITS = { computation: COMPUTATION, file: FILE, export: EXPORT } as const;
export type OpenKind = keyof typeof LIMITS;

/** Routes that compute; those with files take a slot where a file is asked for. */
const COMPUTING: ReadonlySet<string> = new Set([
  'POST /v1/sweep-rules/preview',
  'POST /v1/sweep-rules/backtest',
  'POST /v1/matching-rules/backtest',
  'GET /v1/forecast',
]);

export function isComputing(routeKey: string): boolean {
  return COMPUTING.has(routeKey);
}

/** Where open requests are counted: given by functions that may update them. */
export interface OpenRequests
  extends Pick<Effects, 'now' | 'nonce'>,
    ReturnType<typeof createOpenRequests> {}

interface Whose {
  readonly tenant: string;
  readonly caller: string;
}

/** How long counting may take: a store that is slow keeps no caller waiting, and refuses none. */
const COUNT_MS = 300;

/** The answer, while it is counted among the caller's open requests. */
export async function counted<T>(
  open: OpenRequests,
  whose: Whose,
  kind: OpenKind,
  answer: () => Promise<T>,
): Promise<T> {
  const lease = await takeLease(open, whose, kind);
  try {
    return await answer();
  } finally {
    if (lease !== null) await giveBackLease(open, lease);
  }
}

/**
 * Null where the store does not say in time: the request is carried out uncounted.
 * @throws ProblemError if the caller has as many open as one caller may.
 */
export async function takeLease(
  open: OpenRequests,
  whose: Whose,
  kind: OpenKind,
): Promise<Lease | null> {
  const { most, seconds, retryAfterSeconds } = LIMITS[kind];
  const now = open.now();
  const until = plusSeconds(now, seconds);
  const taking = open.take({ ...whose, kind, most, now, until, nonce: open.nonce() });
  let lease: Lease | null;
  try {
    lease = await within(COUNT_MS, () => taking);
  } catch (error) {
    logger.warn('the open requests of a caller could not be counted', error as Error);
    // It may be taken all the same, later.
    void taking.then((late) => (late === null ? undefined : open.giveBack(late))).catch(() => {});
    return null;
  }
  if (lease !== null) return lease;
  const detail = `You have ${most} of these under way, which is all that one caller may have at the same time. Repeat the request when one of them has ended.`;
  throw new ProblemError(problem('throttled', { detail, retryAfterSeconds }));
}

/** What cannot be given back expires. */
export async function giveBackLease(
  { giveBack }: Pick<OpenRequests, 'giveBack'>,
  lease: Lease,
): Promise<void> {
  try {
    await within(COUNT_MS, () => giveBack(lease));
  } catch (error) {
    logger.warn('an open request stays counted until it expires', error as Error);
  }
}
