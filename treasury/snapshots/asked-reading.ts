import * as z from 'zod/mini';
import type { TradingService } from '../ports/trading-service.ts';
import { record, type Stored } from '../records/record.ts';
import type { Sealer } from '../seals/ports.ts';
import { stillZero } from '../valuation/absent-balances.ts';
import type { Balances } from '../valuation/balance.ts';
import type { Snapshots } from './ports.ts';
import { isOwnReading, sealedReading } from './reading-seals.ts';
import { snapshotTakenSchema } from './snapshot.ts';
import { type ZeroBalancesPort, zeroBalancesSaid } from './zero-balances-said.ts';

/** Balances that take-snapshot read since it was asked: the name that the asker made up is sealed with them. */
const askedReadingSchema = record(() => {
  const { tenant, takenAt, balances, seal } = snapshotTakenSchema.shape;
  return { tenant, askedAs: z.string(), takenAt, balances, seal };
});

export const askedAnswerSchema = z.discriminatedUnion('kind', [
  record(() => ({ kind: z.literal('read'), reading: askedReadingSchema })),
  record(() => ({ kind: z.literal('missed'), code: z.string() })),
]);

export type AskedAnswer = Stored<typeof askedAnswerSchema>;

export interface AskedReadingPorts extends ZeroBalancesPort {
  readonly service: Pick<TradingService, 'readBalances'>;
  readonly snapshots: Pick<Snapshots, 'latest'>;
  readonly readingSealer: Sealer;
}

/**
 * Reads the balances for a function that has no token of its own. Nothing is stored: it is no tick, and decides nothing by
 * itself. Throws if no seal can be made.
 */
export async function readAsAsked(
  ports: AskedReadingPorts,
  { tenant, askedAs }: { readonly tenant: string; readonly askedAs: string },
): Promise<AskedAnswer> {
  const { service, readingSealer } = ports;
  // Whoever asks is a round that comes again, or a person who waits.
  const balances = await service.readBalances('one-attempt');
  if (!balances.ok) return { kind: 'missed', code: balances.code };
  const { readAt: takenAt, balances: answer } = balances.value;
  const read = { ...answer, ...(await emptyIn(ports, tenant, answer)) };
  const reading = await sealedReading(readingSealer, { tenant, askedAs, takenAt, balances: read });
  return { kind: 'read', reading };
}

/**
 * What is empty at a service that omits balances of zero: else a currency that went to zero would be free of nothing ever
 * again, since no answer states it. By a snapshot that take-snapshot itself made: one that it did not make says nothing.
 */
async function emptyIn(
  ports: AskedReadingPorts,
  tenant: string,
  answer: Balances,
): Promise<Balances> {
  const before = await ports.snapshots.latest(tenant);
  const empty = before === null ? {} : stillZero(answer, before);
  if (before === null || Object.keys(empty).length === 0) return {};
  if ((await zeroBalancesSaid(ports, tenant)) !== 'omitted') return {};
  return (await isOwnReading(ports.readingSealer, tenant, before)) ? empty : {};
}
