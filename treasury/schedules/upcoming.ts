import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import type { Timetable } from './timetable.ts';

/** Snapshots that a rule without a schedule of its own falls on. */
export interface Ticks {
  /** One of them, whichever. */
  readonly anchor: Instant;
  readonly everySeconds: number;
}

/**
 * The next moments at which a rule with a timetable falls, or one with every snapshot, which has none: after one, up to another, oldest first, so many at most. What says when a rule
 * runs next asks here, and nowhere else.
 */
export function upcomingOccurrences(
  timetable: Timetable | null,
  ticks: Ticks,
  range: { readonly after: Instant; readonly notAfter: Instant },
  most: number,
): readonly Instant[] {
  const { after, notAfter } = range;
  if (timetable !== null) return timetable.between(after, notAfter, most);
  const found: Instant[] = [];
  for (let tick = tickAfter(ticks, after); tick <= notAfter && found.length < most; ) {
    found.push(tick);
    tick = tickAfter(ticks, tick);
  }
  return found;
}

/** The first tick after a moment. */
export function tickAfter({ anchor, everySeconds }: Ticks, moment: Instant): Instant {
  const everyMs = everySeconds * 1000;
  const since = epochMsOf(moment) - epochMsOf(anchor);
  return instantOf(epochMsOf(anchor) + (Math.floor(since / everyMs) + 1) * everyMs);
}

/** The first tick at a moment or after it. */
export function tickFrom(ticks: Ticks, moment: Instant): Instant {
  return tickAfter(ticks, instantOf(epochMsOf(moment) - 1));
}
