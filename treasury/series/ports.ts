import type { Day, Hour } from './hour.ts';
import type { RollUp } from './roll-up.ts';
import type { SeriesName, SeriesPoint } from './series.ts';

/**
 * The series that are made of snapshots. Each value was computed from a number of snapshots, `seen`: it never
 * replaces one that was computed from more. Snapshots are only added, until their retention ends, so of two readings
 * the one with more of them is the later one, and with equal numbers they are the same.
 */
export interface Series {
  /**
   * The hour that is still open: everything before it is written. Null before the first snapshot. A slightly old
   * value is good enough for reading, which then takes more from the snapshots.
   */
  readonly openHour: (tenant: string, consistent?: 'consistent') => Promise<Hour | null>;
  /** False if it is not `from` any more. */
  readonly moveOpenHour: (tenant: string, from: Hour | null, to: Hour) => Promise<boolean>;
  /** An hour of all series. */
  readonly writeHour: (
    tenant: string,
    hour: Hour,
    seen: number,
    series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
  ) => Promise<void>;
  /** A day that is closed: of each series the roll-up, and all points, which are then read from here. */
  readonly writeDay: (
    tenant: string,
    day: Day,
    seen: number,
    series: ReadonlyMap<SeriesName, ClosedDay>,
  ) => Promise<void>;
  /** For each hour of a day that was written: from how many snapshots. */
  readonly hoursOfDay: (tenant: string, day: Day) => Promise<readonly WrittenHour[]>;
  /** The points of a day by its hours, strongly consistent, whether the day was written or not. */
  readonly pointsOfDay: (
    tenant: string,
    day: Day,
  ) => Promise<ReadonlyMap<SeriesName, readonly SeriesPoint[]>>;
  /** Points of hours that were written, `from` included, `to` not, in the order of time. */
  readonly points: (
    tenant: string,
    name: SeriesName,
    range: { readonly from: Hour; readonly to: Hour },
  ) => Promise<readonly SeriesPoint[]>;
  /** Days that were written, `from` included, `to` not. */
  readonly days: (
    tenant: string,
    name: SeriesName,
    range: { readonly from: Day; readonly to: Day },
  ) => Promise<ReadonlyMap<Day, RollUp>>;
  /** The first hour that a series has, from one on. */
  readonly firstHour: (tenant: string, name: SeriesName, from: Hour) => Promise<Hour | null>;
}

export interface ClosedDay {
  readonly rollUp: RollUp;
  readonly points: readonly SeriesPoint[];
}

export interface WrittenHour {
  readonly hour: Hour;
  readonly seen: number;
}
