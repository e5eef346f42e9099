import {
  type Snapshot,
  type SnapshotTaken,
  type StoredReading,
  snapshotSchema,
  snapshotTakenSchema,
  storedReadingSchema,
} from '../../treasury/snapshots/snapshot.ts';
import type { Fields } from './fields.ts';
import {
  fromItem,
  type Item,
  type ItemKind,
  type ItemReading,
  nameOf,
  readOrLeft,
} from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { packSnapshot, unpackHoldings, unpackSnapshot } from './packed-snapshot.ts';

/** Searchable fields have attributes of their own; the rest of a snapshot that was taken is packed. */
const asStored = {
  entity: 'snapshot',
  beside: [SNAPSHOT_EXPIRY],
} as const;

export const SNAPSHOT: ItemKind<Snapshot> = {
  ...asStored,
  schema: snapshotSchema,
  key: (tenant, { scheduledFor }) => snapshotKeys.snapshot(tenant, scheduledFor),
  pack: packed,
  unpack: (fields) => unpacked(fields, unpackSnapshot),
};

export const SNAPSHOT_TAKEN: ItemReading<SnapshotTaken> = {
  ...asStored,
  schema: snapshotTakenSchema,
  unpack: (fields) => unpacked(fields, unpackSnapshot),
};

/** Told the tick of a snapshot that is left out, since it cannot be read: to whoever asks so, it is as a tick without balances. */
export type LeaveOut = (tick: string) => void;

/** The snapshots among items that were taken. @throws UnreadableItemError, unless what cannot be read may be left out */
export function takenIn(items: readonly Item[], leaveOut?: LeaveOut): readonly SnapshotTaken[] {
  const taken = items.filter(({ kind }) => kind?.S === 'taken');
  if (leaveOut === undefined) return taken.map((item) => fromItem(SNAPSHOT_TAKEN, item));
  const { things, left } = readOrLeft(SNAPSHOT_TAKEN, taken);
  for (const item of left) leaveOut(nameOf(item));
  return things;
}

/** A watchdog's round reads hundreds: their prices are not computed again. */
export const STORED_READING: ItemReading<StoredReading> = {
  ...asStored,
  schema: storedReadingSchema,
  unpack: (fields) => {
    const { tenant, scheduledFor, takenAt, seal, ...holdings } = unpacked(fields, unpackHoldings);
    const { balances, valuation, unitValues } = holdings;
    return {
      ...{ tenant, scheduledFor, takenAt, balances, valuation },
      ...(unitValues === undefined ? {} : { unitValues }),
      ...(seal === undefined ? {} : { seal }),
    };
  },
};

function packed(snapshot: Snapshot): object {
  if (snapshot.kind === 'missed') return snapshot;
  const { kind, tenant, scheduledFor, takenAt, seal, ...rest } = snapshot;
  return { kind, tenant, scheduledFor, takenAt, seal, packed: packSnapshot(rest) };
}

/** A miss has no packed part; whatever else has none was not written by Sluice. */
function unpacked(fields: Fields, unpack: (bytes: unknown) => object): Fields {
  const { packed: bytes, ...attributes } = fields;
  if (attributes.kind === 'missed') return attributes;
  if (bytes === undefined) throw new Error('it has no packed part');
  try {
    return { ...attributes, ...unpack(bytes) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the packed part: ${why}`);
  }
}
