import { epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import { occurrencesBetween, type SweepSchedule } from './schedule.ts';

/** The part of a rule that says when it falls. */
export interface Scheduled {
  readonly schedule: SweepSchedule;
}

/** Snapshots that a rule without a schedule of its own falls on. */
export interface Ticks {
  /** One of them, whichever. */
  readonly anchor: Instant;
  readonly everySeconds: number;
}

/**
 * The next moments at which a rule falls: after one, up to another, oldest first, so many at most. What says when a rule
 * runs next asks here, and nowhere else.
 */
export function upcomingOccurrences(
  { schedule }: Scheduled,
  ticks: Ticks,
  range: { readonly after: Instant; readonly notAfter: Instant },
  most: number,
): readonly Instant[] {
  const { after, notAfter } = range;
  if (schedule.kind === 'cron') return occurrencesBetween(schedule, after, notAfter, most);
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
