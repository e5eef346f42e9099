import { retry } from '../retries/retry.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { earlier, type Instant } from '../time/instant.ts';
import {
  type Day,
  dayAfter,
  dayOf,
  type Hour,
  hourAfter,
  hourOf,
  startOfDay,
  startOfHour,
} from './hour.ts';
import type { ClosedDay, Series } from './ports.ts';
import { rollUp } from './roll-up.ts';
import { type SeriesName, seriesOf } from './series.ts';

export interface SeriesPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween'>;
  readonly series: Pick<
    Series,
    'openHour' | 'moveOpenHour' | 'writeHour' | 'writeDay' | 'hoursOfDay' | 'pointsOfDay'
  >;
}

/** Days whose roll-ups were written: tasks of a day's end can run for each of them. */
export interface SeriesKept {
  readonly hours: number;
  readonly days: readonly Day[];
}

/** Attempts to claim the first hour as the open one while another delivery does so, too. */
const MAX_ATTEMPTS = 3;

/**
 * Brings the series up to a stored snapshot. The first of a later hour closes the open ones: each hour is computed
 * from all its stored snapshots, each day from its hours. A snapshot of a closed hour, late or delivered again, has
 * its hour and day computed again. A run that fails half way is repaired by the delivery that follows, since the open
 * hour moves on last.
 */
export async function updateSeries(
  ports: SeriesPorts,
  tenant: string,
  tick: Instant,
): Promise<SeriesKept> {
  const hour = hourOf(tick);
  const keepOnce = async (): Promise<SeriesKept | null> => {
    const open = await ports.series.openHour(tenant, 'consistent');
    if (open === null) {
      return (await ports.series.moveOpenHour(tenant, null, hour)) ? NOTHING : null;
    }
    if (hour === open) return NOTHING;
    if (hour < open) return await amend(ports, tenant, hour, open);
    return await close(ports, tenant, open, hour);
  };
  const kept = await retry(keepOnce, { attempts: MAX_ATTEMPTS });
  if (kept !== null) return kept;
  throw new Error(`the open hour of ${tenant} kept moving`);
}

const NOTHING: SeriesKept = { hours: 0, days: [] };

async function amend(
  ports: SeriesPorts,
  tenant: string,
  hour: Hour,
  open: Hour,
): Promise<SeriesKept> {
  const hours = await writeHours(ports, tenant, hour, hourAfter(hour));
  const day = dayOf(hour);
  if (day === dayOf(open)) return { hours, days: [] };
  await writeDay(ports, tenant, day);
  return { hours, days: [day] };
}

/**
 * Day by day, so that several deliveries make up for a long outage. Null if another delivery has moved the open hour
 * meanwhile.
 */
async function close(
  ports: SeriesPorts,
  tenant: string,
  open: Hour,
  until: Hour,
): Promise<SeriesKept | null> {
  let hours = 0;
  const days: Day[] = [];
  let from = open;
  while (from < until) {
    const day = dayOf(from);
    const endOfDay = hourOf(startOfDay(dayAfter(day)));
    const to = earlier(endOfDay, until);
    hours += await writeHours(ports, tenant, from, to);
    if (to === endOfDay) {
      await writeDay(ports, tenant, day);
      days.push(day);
    }
    if (!(await ports.series.moveOpenHour(tenant, from, to))) return null;
    from = to;
  }
  return { hours, days };
}

/** Writes the hours from one to another, as far as there are snapshots of them. */
export async function writeHours(
  { snapshots, series }: SeriesPorts,
  tenant: string,
  from: Hour,
  to: Hour,
): Promise<number> {
  const range = { from: startOfHour(from), to: startOfHour(to) };
  const taken = await snapshots.takenBetween(tenant, range, 'consistent');
  const byHour = Map.groupBy(taken, ({ scheduledFor }) => hourOf(scheduledFor));
  for (const [hour, ofHour] of byHour) {
    await series.writeHour(tenant, hour, ofHour.length, seriesOf(ofHour));
  }
  return byHour.size;
}

/** Computes a day from its hours: they stay when the snapshots are gone. */
export async function writeDay(
  { series }: Pick<SeriesPorts, 'series'>,
  tenant: string,
  day: Day,
): Promise<void> {
  const hours = await series.hoursOfDay(tenant, day);
  const seen = hours.reduce((sum, hour) => sum + hour.seen, 0);
  if (seen === 0) return;
  const closed = new Map<SeriesName, ClosedDay>();
  for (const [name, points] of await series.pointsOfDay(tenant, day)) {
    const rolled = rollUp(points);
    if (rolled !== null) closed.set(name, { rollUp: rolled, points });
  }
  await series.writeDay(tenant, day, seen, closed);
}
