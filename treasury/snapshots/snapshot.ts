import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { zerosSeenSchema } from '../valuation/absent-balances.ts';
import { balancesSchema } from '../valuation/balance.ts';
import { droppedPriceSchema, priceDoubtSchema, pricesSchema } from '../valuation/price.ts';
import { unitValuesSchema } from '../valuation/unit-value.ts';
import { valuationSchema } from '../valuation/valuation.ts';
import { missingSchema } from './not-taken.ts';

const snapshotInputSchema = record(() => ({
  /** Absent if the service does not say. */
  source: z.exactOptional(z.string()),
  /** When the answer had arrived. */
  readAt: instant,
  ageMs: z.int().check(z.nonnegative()),
  /** Names in the answer that were taken for no entries, each fit to be shown; absent: there are none. */
  beside: z.exactOptional(z.array(z.string())),
}));

/** The source of a part of a snapshot, and its age when the snapshot was put together. */
export type SnapshotInput = Stored<typeof snapshotInputSchema>;

const snapshotInputsSchema = record(() => ({
  balances: snapshotInputSchema,
  /** Absent if no prices could be read. */
  prices: z.exactOptional(snapshotInputSchema),
}));

export type SnapshotInputs = Stored<typeof snapshotInputsSchema>;

const readingSealSchema = record(() => ({
  keyId: z.string(),
  mac: z.string(),
}));

export const snapshotTakenSchema = record(() => ({
  kind: z.literal('taken'),
  tenant: z.string(),
  /** The tick this snapshot belongs to; with the tenant it is the identity. */
  scheduledFor: instant,
  /** When the answer with the balances had arrived. */
  takenAt: instant,
  balances: balancesSchema,
  /** Left out of the answer, and zero since the controls say that the service omits balances of zero. */
  countedAsZero: z.exactOptional(z.array(z.string())),
  zerosSeen: z.exactOptional(zerosSeenSchema),
  /** Empty if prices could not be read; `pricesMissing` then says why. */
  prices: pricesSchema,
  pricesMissing: z.exactOptional(missingSchema),
  pricesDropped: z.exactOptional(z.array(droppedPriceSchema)),
  /** As read among `prices`, and left out of the valuation. */
  pricesDoubted: z.exactOptional(z.array(priceDoubtSchema)),
  valuation: valuationSchema,
  /** What each currency is worth by what readings so far agree on: what limits by value rest on. Absent: nothing is known. */
  unitValues: z.exactOptional(unitValuesSchema),
  /** The balances answer as it came, bounded, and the SHA-256 of the whole of it. */
  rawBalances: z.string(),
  rawBalancesDigest: z.string(),
  inputs: z.exactOptional(snapshotInputsSchema),
  /** Over what the service answered with, and when. Absent if no seal could be made: then nothing is given back on it. */
  seal: z.exactOptional(readingSealSchema),
}));

/** Balances and prices of one moment. Written once, never changed. */
export type SnapshotTaken = Stored<typeof snapshotTakenSchema>;

export const balancesTakenSchema = z.pick(snapshotTakenSchema, { takenAt: true, balances: true });

/** The holdings at a moment: the part of a snapshot that evidence is made of. */
export type BalancesTaken = Stored<typeof balancesTakenSchema>;

export const storedReadingSchema = record(() => {
  const { tenant, scheduledFor, takenAt, balances, unitValues, seal } = snapshotTakenSchema.shape;
  const valuation = z.pick(valuationSchema, { reportingCurrency: true });
  return { tenant, scheduledFor, takenAt, balances, valuation, unitValues, seal };
});

/** The same as it is stored, with the proof that take-snapshot read it. */
export type StoredReading = Stored<typeof storedReadingSchema>;

export const snapshotMissedSchema = record(() => ({
  kind: z.literal('missed'),
  tenant: z.string(),
  scheduledFor: instant,
  missedAt: instant,
  ...missingSchema.shape,
}));

/** A tick whose balances could not be read. A recorded miss is not an empty snapshot. */
export type SnapshotMissed = Stored<typeof snapshotMissedSchema>;

export const snapshotSchema = z.discriminatedUnion('kind', [
  snapshotTakenSchema,
  snapshotMissedSchema,
]);

export type Snapshot = Stored<typeof snapshotSchema>;
