import type { Instant } from '../time/instant.ts';

/** Somebody asked for what is not theirs to ask for. */
export interface Denial {
  readonly client: string;
  readonly at: Instant;
  readonly by: string;
  /** The route that was called, as "POST /v1/trades". */
  readonly route: string;
  /** The problem's code: why it was denied. */
  readonly code: string;
  readonly requestId: string;
}

/**
 * What one person was denied on one route within an hour, and how often. Beside the audit chain, which grows by what
 * changes: whoever knocks on the door all night writes one item an hour, and is in nobody's way.
 */
export interface Denials {
  readonly client: string;
  /** Begin of the hour. */
  readonly hour: Instant;
  readonly by: string;
  readonly route: string;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Of the last one. */
  readonly code: string;
  readonly requestId: string;
}

/** Characters of an instant up to its hour. */
const HOUR_CHARACTERS = '2026-01-05T09'.length;

export function hourOf(at: Instant): Instant {
  return `${at.slice(0, HOUR_CHARACTERS)}:00:00.000Z`;
}
