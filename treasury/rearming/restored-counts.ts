import { SHARED_COUNTS, type SharedName } from '../counters/counter.ts';
import type { SharedCounts } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import {
  type Count,
  countOfLane,
  countOfShared,
  sealOfCount,
  verifyCount,
} from '../sealing/count-seals.ts';
import type { CountMarks } from '../seals/count-marks.ts';
import type { CountSeal } from '../seals/count-seal.ts';
import type { CountSeals } from '../seals/ports.ts';
import { rearmableLanes } from './rearming.ts';

/*
 * What limits count, in a ledger that was restored from a backup. Its seals are those of the table that was backed up, and
 * a claim takes what another table sealed for what it finds. So re-arming judges every count by its old seal, and seals
 * it for this table: from then on a count without a seal of this table is a forgery, as in the table before.
 */

export interface CountPorts {
  readonly counts: CountSeals;
  readonly marks: CountMarks;
  readonly ledger: Pick<Ledger, 'readCounts'>;
}

/** The lanes as they were read, and the table that they stand in now. */
interface RestoredLedger {
  readonly tenant: string;
  readonly epoch: string;
  readonly lanes: readonly Lane[];
}

/** One count of a restored ledger. */
interface RestoredCount {
  /** As people name it: the currency of a lane, or what limits over several currencies count. */
  readonly name: string;
  readonly count: Count;
  /** Null if Sluice counted so, and nothing after it in any table. */
  readonly unproven: string | null;
  /** The numbers that its state takes in this table. */
  readonly numbers: readonly [number, ...number[]];
  /** It was sealed in this table before. */
  readonly isSealedHere: boolean;
}

export interface RestoredUsage extends RestoredCount {
  readonly place: SharedName;
  readonly usage: SharedCounts;
}

/** What re-arming these lanes seals: they themselves, and what no re-arming in this table has sealed yet. */
export interface RestoredCounts {
  readonly lanes: readonly (RestoredCount & { readonly lane: Lane })[];
  readonly usages: readonly RestoredUsage[];
}

/** A count that is not proven to be Sluice's. */
export interface UnprovenCount {
  readonly name: string;
  readonly why: string;
}

/**
 * Judges what those of a ledger's lanes count that can be re-armed, and what limits over several currencies do. Throws if the
 * key cannot be reached.
 */
export async function judgeRestored(
  ports: CountPorts,
  { tenant, epoch, lanes: all }: RestoredLedger,
): Promise<RestoredCounts> {
  const lanes = rearmableLanes(all, epoch);
  if (lanes.length === 0) return { lanes: [], usages: [] };
  const { ledger, marks } = ports;
  const [before, ...shared] = await Promise.all([
    marks.countedTables(tenant),
    ...SHARED_COUNTS.map((name) => ledger.readCounts(tenant, name)),
  ]);
  const tables = { tenant, epoch, tables: [...new Set([...before, epoch])] };
  const judge = (name: string, count: Count) => judged(ports, tables, name, count);
  const usages = SHARED_COUNTS.flatMap((place, index) => {
    const usage = shared[index] ?? null;
    return usage === null ? [] : [{ place, usage, count: countOfShared(place, usage) }];
  });
  const [ofLanes, ofUsages] = await Promise.all([
    Promise.all(
      lanes.map(async (lane) => ({ ...(await judge(lane.currency, countOfLane(lane))), lane })),
    ),
    Promise.all(
      usages.map(async (each) => ({ ...each, ...(await judge(each.place, each.count)) })),
    ),
  ]);
  // What was sealed here before is judged by the next claim, as in every ledger.
  return { lanes: ofLanes, usages: ofUsages.filter(({ isSealedHere }) => !isSealedHere) };
}

interface Tables {
  readonly tenant: string;
  readonly epoch: string;
  /** Those in which anything was ever counted, and this one. */
  readonly tables: readonly string[];
}

async function judged(
  { counts, marks }: CountPorts,
  { tenant, epoch, tables }: Tables,
  name: string,
  count: Count,
): Promise<RestoredCount> {
  const taken = new Map(
    await Promise.all(
      tables.map(
        async (table) => [table, await marks.lastCountNumber(tenant, count.of, table)] as const,
      ),
    ),
  );
  const last = Math.max(...taken.values());
  const isSealedHere = (taken.get(epoch) ?? 0) > 0;
  const { seal } = count;
  const holds = seal !== undefined && (await verifyCount(counts, tenant, count, seal)) === 'valid';
  const number = Math.max(last, holds ? seal.number : 0) + 1;
  return {
    name,
    count,
    unproven: whyUnproven(seal, holds, last),
    // Whoever counts on what has no seal takes the first number of the table: it is taken with the seal.
    numbers: isSealedHere || number === 1 ? [number] : [number, 1],
    isSealedHere,
  };
}

function whyUnproven(seal: CountSeal | undefined, holds: boolean, last: number): string | null {
  if (seal === undefined) return last === 0 ? null : 'it was sealed before, and has no seal now';
  if (!holds) {
    return 'its seal does not hold: something other than Sluice wrote it, or the key of counts is another one since';
  }
  // A later number than any mark: of a backup that has the count already, and not yet the mark of it.
  return seal.number < last ? 'an earlier state stands than was sealed last' : null;
}

/** What people have to name, because no seal proves it. */
export function unprovenIn({ lanes, usages }: RestoredCounts): readonly UnprovenCount[] {
  return [...lanes, ...usages].flatMap(({ name, unproven }) =>
    unproven === null ? [] : [{ name, why: unproven }],
  );
}

/** A seal of this table over the state, and the marks of its numbers. */
async function resealed(
  counts: CountSeals,
  tenant: string,
  epoch: string,
  { count, numbers }: RestoredCount,
): Promise<{ readonly seal: CountSeal; readonly marks: readonly LedgerWrite[] }> {
  const [number] = numbers;
  const seal = await sealOfCount(counts, tenant, count, { number, epoch });
  const marks = numbers.map(
    (each): LedgerWrite => ({
      kind: 'mark-count',
      mark: { of: count.of, epoch, number: each },
    }),
  );
  return { seal, marks };
}

/**
 * The writes that arm the lanes, as the caller re-arms each, and seal what they and the limits count: unchanged, but for
 * what the claims of amounts debited that are unbooked no more.
 */
export async function rearmedCounts(
  counts: CountSeals,
  { tenant, epoch }: { readonly tenant: string; readonly epoch: string },
  { lanes, usages }: RestoredCounts,
  rearmed: (lane: Lane) => Lane,
): Promise<readonly LedgerWrite[]> {
  const ofLanes = lanes.map(async (each): Promise<readonly LedgerWrite[]> => {
    const armed = rearmed(each.lane);
    const { content } = countOfLane(armed);
    const count = { ...each.count, content };
    const { seal, marks } = await resealed(counts, tenant, epoch, { ...each, count });
    return [{ kind: 'rearm-lane', lane: { ...armed, seal }, fromEpoch: each.lane.epoch }, ...marks];
  });
  const ofUsages = usages.map(async (each): Promise<readonly LedgerWrite[]> => {
    const { seal, marks } = await resealed(counts, tenant, epoch, each);
    const usage = { ...each.usage, seal, version: each.usage.version + 1 };
    return [{ kind: `put-${each.place}`, usage }, ...marks];
  });
  return (await Promise.all([...ofLanes, ...ofUsages])).flat();
}
