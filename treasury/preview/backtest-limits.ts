import { MAX_APPROVAL_EXPIRY_SECONDS } from '../policy/policy-limits.ts';

/**
 * Decisions of one call: a year of 5-minute snapshots with one rule before and one after is 210,240, and
 * a decision takes 30 to 50 microseconds of a whole processor. Beyond it the answer has a continuation.
 */
export const MAX_DECISIONS_PER_CALL = 240_000;

/**
 * Seconds after which a call stops reading and answers with a continuation: API Gateway gives up after
 * 29, and a window that has begun takes a few more.
 */
export const BACKTEST_SECONDS = 16;

/** Decisions of one window, after which the clock is looked at: 35 days of 5-minute snapshots with one rule
 * before and one after, one to three seconds of reading and deciding. */
export const DECISIONS_PER_STRETCH = 20_000;

/**
 * The same where the prices of each snapshot are held as well: a thousand instruments take 0.12 MB of memory, so 2,500 snapshots
 * with one rule before and one after take less than a fifth of what the function has.
 */
export const DECISIONS_PER_PRICED_STRETCH = 5_000;

/** Rules of one draft: as many as one currency may have. */
export const MAX_DRAFT_RULES = 40;

/** Sweeps that an answer lists by time, on each side; the totals count all of them. */
export const MAX_SWEEPS_LISTED = 100;

/** The longest time between the command for a sweep and its sending, including the time that approvers take. */
export const LONGEST_WAIT_SECONDS = MAX_APPROVAL_EXPIRY_SECONDS + 86_400;

/** Days of one backtest of matching rules: a quarter, read day by day within the seconds of a call. */
export const MAX_MATCHING_BACKTEST_DAYS = 92;

/** Differences of one call: a month of 5-minute snapshots in which two currencies moved each time. Beyond it, the answer ends early. */
export const MAX_DIFFERENCES_PER_CALL = 20_000;

/** Movements that an answer lists by time; the totals count all of them. */
export const MAX_MOVEMENTS_LISTED = 100;
