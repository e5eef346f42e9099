import { decimalOf } from '../money/decimal-text.ts';
import type { Effects } from '../ports/effects.ts';
import type {
  BalancesReading,
  PricesReading,
  Reading,
  TradingService,
} from '../ports/trading-service.ts';
import { SealsUnavailableError } from '../seals/ports.ts';
import { epochMsOf, type Instant } from '../time/instant.ts';
import {
  type BalancesOnRecord,
  knownBalances,
  type ZeroBalances,
  zerosSeen,
} from '../valuation/absent-balances.ts';
import { type Balance, type Balances, balanceOf, type Held, heldOf } from '../valuation/balance.ts';
import { judgePrices } from '../valuation/price-jumps.ts';
import { valueBalances } from '../valuation/value.ts';
import type { Missing, NotTaken } from './not-taken.ts';
import type { Snapshots } from './ports.ts';
import { sealedReading } from './reading-seals.ts';
import { type RecordPorts, recordCarriedOn } from './record-carried-on.ts';
import type { Snapshot, SnapshotInput, SnapshotInputs, SnapshotTaken } from './snapshot.ts';
import { type ZeroBalancesPort, zeroBalancesSaid } from './zero-balances-said.ts';

/**
 * Bytes of a snapshot as JSON at most. The store holds 400 kB in an item, and packs this: at the very worst,
 * where nothing repeats, it stays as long as it is. A thousand currencies are 300 kB, and 55 kB packed.
 */
export const MAX_SNAPSHOT_BYTES = 390_000;

export interface SnapshotPorts extends Pick<Effects, 'now'>, RecordPorts, ZeroBalancesPort {
  readonly service: Pick<TradingService, 'readBalances' | 'readPrices'>;
  readonly snapshots: Pick<Snapshots, 'put' | 'latest' | 'takenBetween'>;
}

export interface SnapshotTick {
  readonly tenant: string;
  readonly scheduledFor: Instant;
  readonly reportingCurrency: string;
}

export type SnapshotResult =
  | { readonly result: 'recorded'; readonly snapshot: Snapshot }
  /** The tick came twice: the first snapshot stands, this one is not kept. */
  | { readonly result: 'already-recorded' };

/**
 * Takes the snapshot of one tick. Without balances it records a miss with its reason; without prices it still records
 * the balances, all of them unvalued: history does not wait for prices. An entry that is no price, or a price that
 * has jumped, values nothing; the other prices are used. It carries on from a snapshot of its own only. A currency that the answer leaves out is on record as that, with the
 * balance that was stated last.
 */
export async function takeSnapshot(
  ports: SnapshotPorts,
  tick: SnapshotTick,
): Promise<SnapshotResult> {
  const snapshot = await sealed(ports, withinBounds(ports, await readSnapshot(ports, tick)));
  const recorded = await ports.snapshots.put(snapshot);
  return recorded ? { result: 'recorded', snapshot } : { result: 'already-recorded' };
}

/**
 * History waits for no key. What has no seal is shown and decided on; nothing is given back on it, and nothing leaves by
 * what it says of values.
 */
async function sealed({ readingSealer }: SnapshotPorts, snapshot: Snapshot): Promise<Snapshot> {
  if (snapshot.kind === 'missed') return snapshot;
  try {
    return await sealedReading(readingSealer, snapshot);
  } catch (error) {
    if (error instanceof SealsUnavailableError) return snapshot;
    throw error;
  }
}

/** A snapshot that cannot be kept whole gives up its prices, then is a miss: never silently nothing. */
function withinBounds({ now }: SnapshotPorts, snapshot: Snapshot): Snapshot {
  const bytes = bytesOf(snapshot);
  if (snapshot.kind === 'missed' || bytes <= MAX_SNAPSHOT_BYTES) return snapshot;
  const missing = {
    code: 'too-large',
    why: { code: 'too-large', bytes, most: MAX_SNAPSHOT_BYTES },
  } as const;
  // The valuation keeps the price of every currency that is held and the path it came by.
  const { pricesDropped: _, pricesDoubted: __, ...rest } = snapshot;
  const withoutPrices: Snapshot = { ...rest, prices: {}, pricesMissing: missing };
  if (bytesOf(withoutPrices) <= MAX_SNAPSHOT_BYTES) return withoutPrices;
  const { unitValues: ___, ...balancesAlone } = withoutPrices;
  if (bytesOf(balancesAlone) <= MAX_SNAPSHOT_BYTES) return balancesAlone;
  const { tenant, scheduledFor } = snapshot;
  return { kind: 'missed', tenant, scheduledFor, missedAt: now(), ...missing };
}

function bytesOf(snapshot: Snapshot): number {
  return new TextEncoder().encode(JSON.stringify(snapshot)).length;
}

async function readSnapshot(ports: SnapshotPorts, tick: SnapshotTick): Promise<Snapshot> {
  const { tenant, scheduledFor, reportingCurrency } = tick;
  const [balances, prices] = await Promise.all([
    ports.service.readBalances(),
    ports.service.readPrices(),
  ]);
  if (!balances.ok) {
    return { kind: 'missed', tenant, scheduledFor, missedAt: ports.now(), ...notRead(balances) };
  }
  const before = await ports.snapshots.latest(tenant);
  const why = tooLate(balances.value.balances, before, scheduledFor);
  if (why !== null) {
    return { kind: 'missed', tenant, scheduledFor, missedAt: ports.now(), code: 'late', why };
  }
  const known = pricesOf(prices);
  const record = await recordCarriedOn(ports, before);
  const { trusted, doubted, unitValues } = judgePrices(
    known.prices,
    record.values,
    reportingCurrency,
  );
  const { readAt } = balances.value;
  const answer = balances.value.balances;
  const zeros = await zeroBalancesFor(ports, tenant, answer, record.balances);
  const { balances: held, countedAsZero } = knownBalances(answer, record.balances, readAt, zeros);
  return {
    kind: 'taken',
    tenant,
    scheduledFor,
    takenAt: readAt,
    balances: held,
    ...(countedAsZero.length === 0 ? {} : { countedAsZero }),
    ...zerosSeen(answer, record.balances, readAt),
    ...known,
    ...(doubted.length === 0 ? {} : { pricesDoubted: doubted }),
    valuation: valueBalances(held, trusted, reportingCurrency),
    ...(Object.keys(unitValues).length === 0 ? {} : { unitValues }),
    rawBalances: balances.value.raw,
    rawBalancesDigest: balances.value.rawDigest,
    inputs: inputsOf(ports, balances.value, prices),
  };
}

/**
 * Why an answer comes too late to be kept, or null. Later snapshots carry on from the latest tick: what this answer alone states
 * they would never know, and of what it leaves out it would have on record a balance that was read after it. Either would
 * show as movements that never were.
 */
function tooLate(
  answer: Balances,
  before: SnapshotTaken | null,
  scheduledFor: Instant,
): NotTaken | null {
  if (before === null || before.scheduledFor <= scheduledFor) return null;
  const { balances, countedAsZero = [] } = before;
  const names = new Set([...Object.keys(balances), ...Object.keys(answer)]);
  const apart = [...names]
    .filter((currency) => !countedAsZero.includes(currency))
    .find((currency) => {
      const [here, there] = [balanceOf(answer, currency), balanceOf(balances, currency)];
      if (here.kind !== 'stated') return there.kind === 'stated';
      return there.kind !== 'stated' && !isAsLastStated(here.balance, heldOf(balances, currency));
    });
  if (apart === undefined) return null;
  const isHere = balanceOf(answer, apart).kind === 'stated';
  return { code: 'late', after: before.scheduledFor, currency: apart, isHere };
}

/** Away, and with the balance that is stated here: nothing is new. */
function isAsLastStated({ total }: Balance, held: Held): boolean {
  if (held.known || held.reading.last === undefined) return false;
  return decimalOf(held.reading.last.total).equals(decimalOf(total));
}

async function zeroBalancesFor(
  ports: SnapshotPorts,
  tenant: string,
  answer: Balances,
  before: BalancesOnRecord | null,
): Promise<ZeroBalances> {
  const known = before === null ? [] : Object.keys(before.balances);
  const isLeftOut = known.some((each) => balanceOf(answer, each).kind !== 'stated');
  return isLeftOut ? await zeroBalancesSaid(ports, tenant) : 'unknown';
}

function inputsOf(
  { now }: SnapshotPorts,
  balances: BalancesReading,
  prices: Reading<PricesReading>,
): SnapshotInputs {
  const at = epochMsOf(now());
  const input = ({ source, readAt }: BalancesReading | PricesReading): SnapshotInput => ({
    ...(source === undefined ? {} : { source }),
    readAt,
    ageMs: Math.max(0, at - epochMsOf(readAt)),
  });
  return {
    balances: {
      ...input(balances),
      ...(balances.beside === undefined ? {} : { beside: balances.beside }),
    },
    ...(prices.ok ? { prices: input(prices.value) } : {}),
  };
}

function notRead({ code, failed }: Reading<never> & { readonly ok: false }): Missing {
  return { code, why: { code: 'not-read', failed } };
}

function pricesOf(
  reading: Reading<PricesReading>,
): Pick<SnapshotTaken, 'prices' | 'pricesMissing' | 'pricesDropped'> {
  if (!reading.ok) {
    return { prices: {}, pricesMissing: notRead(reading) };
  }
  const { prices, dropped = [] } = reading.value;
  return dropped.length === 0 ? { prices } : { prices, pricesDropped: dropped };
}
