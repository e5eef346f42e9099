import type { ReadFailed } from '../../treasury/outcomes/read-failed.ts';
import type { Missing } from '../../treasury/snapshots/not-taken.ts';

/** A read that came to nothing in time. */
export const NOT_READ: ReadFailed = {
  why: {
    ...{ code: 'unanswered', asked: 'GET /v1/balances', error: 'TIMEOUT' },
    why: { code: 'not-begun', afterMs: 8_000 },
  },
};

export const NOT_READ_SAID = 'GET /v1/balances: TIMEOUT: no headers after 8000 ms';

/** Why the snapshot of a tick, or its prices, are missing then. */
export const MISSING: Missing = { code: 'timeout', why: { code: 'not-read', failed: NOT_READ } };
