import * as z from 'zod/mini';
import type { TradingService } from '../ports/trading-service.ts';
import { record, type Stored } from '../records/record.ts';
import type { Sealer } from '../seals/ports.ts';
import { sealedReading } from './reading-seals.ts';
import { snapshotTakenSchema } from './snapshot.ts';

/** Balances that take-snapshot read since it was asked: the name that the asker made up is sealed with them. */
const askedReadingSchema = record(() => {
  const { tenant, takenAt, balances, seal } = snapshotTakenSchema.shape;
  return { tenant, askedAs: z.string(), takenAt, balances, seal };
});

export const askedAnswerSchema = z.discriminatedUnion('kind', [
  record(() => ({ kind: z.literal('read'), reading: askedReadingSchema })),
  record(() => ({ kind: z.literal('missed'), code: z.string(), reason: z.string() })),
]);

export type AskedAnswer = Stored<typeof askedAnswerSchema>;

export interface AskedReadingPorts {
  readonly service: Pick<TradingService, 'readBalances'>;
  readonly readingSealer: Sealer;
}

/**
 * Reads the balances for a function that has no token of its own. Nothing is stored: it is no tick, and decides nothing by
 * itself. Throws if no seal can be made.
 */
export async function readAsAsked(
  { service, readingSealer }: AskedReadingPorts,
  { tenant, askedAs }: { readonly tenant: string; readonly askedAs: string },
): Promise<AskedAnswer> {
  // Whoever asks is a round that comes again, or a person who waits.
  const balances = await service.readBalances('one-attempt');
  if (!balances.ok) {
    const { code, reason } = balances;
    return { kind: 'missed', code, reason };
  }
  const { readAt: takenAt, balances: read } = balances.value;
  const reading = await sealedReading(readingSealer, { tenant, askedAs, takenAt, balances: read });
  return { kind: 'read', reading };
}
