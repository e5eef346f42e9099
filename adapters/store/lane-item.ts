import * as z from 'zod/mini';
import { sharedCountsSchema } from '../../treasury/counters/shared-counts.ts';
import { type Lane, laneSchema, unreadableLane } from '../../treasury/instructions/lane.ts';
import { record, type Stored } from '../../treasury/records/record.ts';
import { type Item, type ItemKind, nameOf, readable, readOrLeft } from './item.ts';
import { ledgerKeys } from './keys.ts';

/** A lane without its counts: most who write lanes count nothing, and may not write what limits count. */
export const LANE: ItemKind<Lane> = {
  entity: 'lane',
  schema: laneSchema,
  key: (tenant, { currency }) => ledgerKeys.lane(tenant, currency),
  pack: ({ counts: _, countsBeside: __, ...lane }) => lane,
  unpack: (fields) => ({ ...fields, counts: [] }),
};

/** What a lane has of the item of its counts. */
function countsIn(
  item: Stored<typeof laneCountsSchema> | undefined,
): Pick<Lane, 'counts' | 'countsBeside'> {
  if (item === undefined) return { counts: [] };
  const { tenant: _, currency: __, version: ___, counts, ...beside } = item;
  return { counts, ...(Object.keys(beside).length > 0 && { countsBeside: beside }) };
}

const laneCountsSchema = record(() => ({ ...sharedCountsSchema.shape, currency: z.string() }));

/** What limits count of a lane's currency. */
export const LANE_COUNTS: ItemKind<Stored<typeof laneCountsSchema>> = {
  entity: 'lane-counts',
  schema: laneCountsSchema,
  key: (tenant, { currency }) => ledgerKeys.laneCounts(tenant, currency),
};

/**
 * Lanes with what stands in the items of their counts, and whether each has the counts of its own version. One of which
 * either cannot be read stops no other one.
 */
export function withCounts(tenant: string, lanes: readonly Item[], counts: readonly Item[]) {
  const { things, left } = readOrLeft(LANE, lanes);
  const counted = readable(LANE_COUNTS, counts);
  const read = things.map((lane) => {
    const { currency, countsVersion } = lane;
    if (counted.unreadable.includes(currency)) {
      return { lane: unreadableLane(tenant, currency), matches: true };
    }
    const own = counted.things.find((each) => each.currency === currency);
    const matches = own?.version === countsVersion;
    return { lane: { ...lane, ...countsIn(own) } satisfies Lane, matches };
  });
  const unreadable = left.map((item) => unreadableLane(tenant, nameOf(item)));
  return {
    lanes: [...read.map(({ lane }) => lane), ...unreadable],
    agree: read.every(({ matches }) => matches),
  };
}
