import type { Snapshots } from '../snapshots/ports.ts';
import { earlier, type Instant, justBefore, later } from '../time/instant.ts';
import { type Day, dayAfter, dayOf, hourOf, startOfDay, startOfHour } from './hour.ts';
import type { Series } from './ports.ts';
import { writeDay, writeHours } from './update-series.ts';

export interface RebuildPorts {
  readonly snapshots: Pick<Snapshots, 'takenBetween' | 'latest' | 'firstTick'>;
  readonly series: Series;
}

export interface RebuildCommand {
  readonly tenant: string;
  /** Whole UTC days that touch this range, its end not included; absent: all days. */
  readonly from?: Instant;
  readonly to?: Instant;
}

export interface RebuildProgress {
  readonly day: Day;
  readonly hours: number;
}

export type Rebuilt =
  | { readonly result: 'rebuilt'; readonly days: number; readonly hours: number }
  | { readonly result: 'no-snapshots' };

/**
 * Computes the series again from the stored snapshots. A value that was computed from more of them than there are now
 * stays. Can run while new snapshots arrive, and again.
 */
export async function rebuildSeries(
  ports: RebuildPorts,
  { tenant, from, to }: RebuildCommand,
  tell: (progress: RebuildProgress) => void = () => {},
): Promise<Rebuilt> {
  const [first, latest] = await Promise.all([
    ports.snapshots.firstTick(tenant),
    ports.snapshots.latest(tenant),
  ]);
  if (first === null || latest === null) return { result: 'no-snapshots' };
  await ports.series.moveOpenHour(tenant, null, hourOf(latest.scheduledFor));
  const open = (await ports.series.openHour(tenant, 'consistent')) ?? hourOf(latest.scheduledFor);
  const start = dayOf(from === undefined ? first : later(from, first));
  const end = to === undefined ? startOfHour(open) : justBefore(earlier(to, startOfHour(open)));
  let [days, hours] = [0, 0];
  for (let day = start; day <= dayOf(end); day = dayAfter(day)) {
    const endOfDay = hourOf(startOfDay(dayAfter(day)));
    const until = earlier(endOfDay, open);
    const written = await writeHours(ports, tenant, hourOf(startOfDay(day)), until);
    if (until === endOfDay) await writeDay(ports, tenant, day);
    days += written > 0 ? 1 : 0;
    hours += written;
    tell({ day, hours: written });
  }
  return { result: 'rebuilt', days, hours };
}
