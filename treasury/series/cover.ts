import { earlier, epochMsOf, type Instant, instantOf } from '../time/instant.ts';
import {
  DAY_MS,
  type Day,
  dayOf,
  type Hour,
  hourAfter,
  hourOf,
  startOfDay,
  startOfHour,
} from './hour.ts';
import type { Period } from './periods.ts';

/** The reads for one period: whole days of UTC by their roll-ups, the rest point by point. */
export interface Cover {
  readonly period: Period;
  /** `from` included, `to` not; null if no whole day that is closed lies within. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  /** Windows before and after these days. */
  readonly points: readonly { readonly from: Instant; readonly to: Instant }[];
}

/** The cheapest way to a period's roll-up, if everything before the open hour is written. */
export function coverOf(period: Period, openHour: Hour): Cover {
  const { from, to } = period;
  const firstDay = instantOf(Math.ceil(epochMsOf(from) / DAY_MS) * DAY_MS);
  const openDay = startOfDay(dayOf(openHour));
  const lastDay = startOfDay(dayOf(earlier(to, openDay)));
  if (firstDay >= lastDay) return { period, days: null, points: [{ from, to }] };
  const points = [
    { from, to: firstDay },
    { from: lastDay, to },
  ];
  return {
    period,
    days: { from: dayOf(firstDay), to: dayOf(lastDay) },
    points: points.filter((window) => window.from < window.to),
  };
}

/** Ranges joined to fewer if little or nothing lies between them: one query each. */
export function joined(
  ranges: readonly { readonly from: Instant; readonly to: Instant }[],
  gapMs: number,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  const result: { from: Instant; to: Instant }[] = [];
  for (const { from, to } of ranges) {
    const last = result.at(-1);
    if (last !== undefined && epochMsOf(from) - epochMsOf(last.to) <= gapMs) last.to = to;
    else result.push({ from, to });
  }
  return result;
}

/** The hours that hold a range, `from` included, `to` not. */
export function hoursHolding({ from, to }: { readonly from: Instant; readonly to: Instant }): {
  readonly from: Hour;
  readonly to: Hour;
} {
  const last = hourOf(to);
  return {
    from: hourOf(from),
    to: startOfHour(last) === to ? last : hourAfter(last),
  };
}
