import type { SharedName } from '../../treasury/counters/counter.ts';
import type { NotSent } from '../../treasury/facts/reasons.ts';
import { sayCountsUnreadable } from '../../treasury/facts/sentences/say/no-price.ts';
import { sayNotSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { ProblemError, problem } from './problem.ts';

/** What an answer would rest on cannot be read: amounts of it are not known, and not zero. */
export function unreadable(
  why: Extract<NotSent, { readonly code: 'lane-unreadable' | 'controls-unreadable' }>,
): ProblemError {
  return new ProblemError(problem('unreadable', { detail: sayNotSent(why) }));
}

/** The same of counts of several currencies. */
export function unreadableCounts(counts: SharedName): ProblemError {
  return new ProblemError(problem('unreadable', { detail: sayCountsUnreadable(counts) }));
}
