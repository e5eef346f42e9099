import * as z from 'zod/mini';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type {
  BalancesTaken,
  Snapshot,
  SnapshotTaken,
} from '../../../treasury/snapshots/snapshot.ts';
import { bytesOf, unpackHoldings, unpackSnapshot } from '../packed-snapshot.ts';
import { instant } from './lane-schema.ts';

const input = z.object({
  source: z.exactOptional(z.string()).check(z.describe('Address that was read')),
  readAt: instant,
  ageMs: z.int().check(z.nonnegative(), z.describe('Age when the snapshot was put together')),
});

const prices = z.record(z.string(), z.object({ bid: decimalText, ask: decimalText }));

const valuation = z.object({
  reportingCurrency: z.string(),
  total: decimalText,
  values: z.record(
    z.string(),
    z.object({
      value: decimalText,
      price: decimalText,
      path: z.enum(['same', 'direct', 'inverse', 'crossed']),
      instruments: z.array(z.string()),
    }),
  ),
  unvalued: z.array(z.string()),
});

const taken = z.object({
  kind: z.literal('taken'),
  client: z.string(),
  scheduledFor: instant,
  takenAt: instant,
  balances: z.record(
    z.string(),
    z.object({ total: decimalText, available: z.exactOptional(decimalText) }),
  ),
  prices,
  pricesMissing: z.exactOptional(z.string()),
  pricesDropped: z
    .exactOptional(z.array(z.object({ instrument: z.string(), problem: z.string() })))
    .check(z.describe('Entries that were no prices, and why')),
  pricesDoubted: z
    .exactOptional(
      z.array(z.object({ instrument: z.string(), from: decimalText, readings: z.int() })),
    )
    .check(z.describe('Prices that have jumped: they value nothing yet')),
  lastPrices: z
    .exactOptional(prices)
    .check(z.describe('The last prices of instruments that this reading does not have')),
  valuation,
  rawBalances: z.string(),
  rawBalancesDigest: z.string(),
  inputs: z.exactOptional(z.object({ balances: input, prices: z.exactOptional(input) })),
});

const missed = z.object({
  kind: z.literal('missed'),
  client: z.string(),
  scheduledFor: instant,
  missedAt: instant,
  code: z.string(),
  reason: z.string(),
});

const either = z.discriminatedUnion('kind', [taken, missed]);

/** As the API shows them: a total of a part only has a name of its own. */
export const snapshotTakenShape = z.extend(taken, {
  valuation: z.extend(valuation, {
    total: z
      .nullable(decimalText)
      .check(z.describe('The value of everything; null where something held has no price')),
    partialTotal: z
      .exactOptional(decimalText)
      .check(z.describe('There where `total` is null: the sum of what has a price')),
  }),
});
export const snapshotShape = z.discriminatedUnion('kind', [snapshotTakenShape, missed]);

/*
 * As they are stored: packed, or as attributes, which is how they were written before they were packed.
 */
export const balancesTakenSchema: z.ZodMiniType<BalancesTaken> = z.pipe(
  // A watchdog's round reads hundreds: their prices are not worked out again.
  z.transform(unpackedBy(unpackHoldings)),
  z.pick(taken, { takenAt: true, balances: true }),
);
export const snapshotTakenSchema: z.ZodMiniType<SnapshotTaken> = z.pipe(
  z.transform(unpackedBy(unpackSnapshot)),
  taken,
);
export const snapshotSchema: z.ZodMiniType<Snapshot> = z.pipe(
  z.transform(unpackedBy(unpackSnapshot)),
  either,
);

function unpackedBy(unpack: (bytes: Uint8Array) => object) {
  return (item: unknown, context: z.core.ParsePayload): unknown => unpacked(item, unpack, context);
}

function unpacked(
  item: unknown,
  unpack: (bytes: Uint8Array) => object,
  context: z.core.ParsePayload,
): unknown {
  if (typeof item !== 'object' || item === null || !('packed' in item)) return item;
  const { packed, ...attributes } = item;
  try {
    return { ...attributes, ...unpack(bytesOf(packed as Uint8Array | string)) };
  } catch (error) {
    const message = `the packed part: ${error instanceof Error ? error.message : String(error)}`;
    context.issues.push({ code: 'custom', message, input: item });
    return z.NEVER;
  }
}
