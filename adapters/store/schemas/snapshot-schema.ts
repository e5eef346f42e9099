import * as z from 'zod';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import type {
  BalancesTaken,
  Snapshot,
  SnapshotTaken,
} from '../../../treasury/snapshots/snapshot.ts';
import { instant } from './lane-schema.ts';

const taken = z.object({
  kind: z.literal('taken'),
  client: z.string(),
  scheduledFor: instant,
  takenAt: instant,
  balances: z.record(
    z.string(),
    z.object({ total: decimalText, available: decimalText.exactOptional() }),
  ),
  prices: z.record(z.string(), z.object({ bid: decimalText, ask: decimalText })),
  pricesMissing: z.string().exactOptional(),
  valuation: z.object({
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
  }),
  rawBalances: z.string(),
  rawBalancesDigest: z.string(),
});

const missed = z.object({
  kind: z.literal('missed'),
  client: z.string(),
  scheduledFor: instant,
  missedAt: instant,
  code: z.string(),
  reason: z.string(),
});

export const balancesTakenSchema: z.ZodType<BalancesTaken> = taken.pick({
  takenAt: true,
  balances: true,
});
export const snapshotTakenSchema: z.ZodType<SnapshotTaken> = taken;
export const snapshotSchema: z.ZodType<Snapshot> = z.discriminatedUnion('kind', [taken, missed]);
