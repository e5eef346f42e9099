import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../adapters/store/item.ts';
import { seriesKeys } from '../../adapters/store/keys.ts';
import { dayItems, hourItems } from '../../adapters/store/series-items.ts';
import { dayOf, hourOf } from '../../treasury/series/hour.ts';
import type { ClosedDay } from '../../treasury/series/ports.ts';
import { rollUp } from '../../treasury/series/roll-up.ts';
import { type SeriesName, seriesOf } from '../../treasury/series/series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { PastDays } from './history.ts';

/**
 * Hours and days of made-up snapshots as their items, as update-books would have written them until a moment: its hour is
 * still open.
 */
export function pastSeries(tenant: string, { snapshots, until }: PastDays): readonly Item[] {
  const open = hourOf(until);
  const closed = snapshots.filter(
    (each): each is SnapshotTaken => each.kind === 'taken' && hourOf(each.scheduledFor) < open,
  );
  const hours = Map.groupBy(closed, ({ scheduledFor }) => hourOf(scheduledFor));
  const days = Map.groupBy(
    closed.filter(({ scheduledFor }) => dayOf(scheduledFor) < dayOf(open)),
    ({ scheduledFor }) => dayOf(scheduledFor),
  );
  return [
    ...[...hours].flatMap(([hour, of]) => hourItems(tenant, hour, of.length, seriesOf(of))),
    ...[...days].flatMap(([day, of]) => dayItems(tenant, day, of.length, closedDay(of))),
    { ...seriesKeys.openHour(tenant), hour: open },
  ].map((item) => marshall(item));
}

function closedDay(snapshots: readonly SnapshotTaken[]): ReadonlyMap<SeriesName, ClosedDay> {
  const closed = new Map<SeriesName, ClosedDay>();
  for (const [name, points] of seriesOf(snapshots)) {
    const rolled = rollUp(points);
    if (rolled !== null) closed.set(name, { rollUp: rolled, points });
  }
  return closed;
}
