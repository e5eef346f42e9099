import type { Instruction } from '../instructions/instruction.ts';
import type { ClaimWindow } from '../ledger/claim-window.ts';
import { MAX_LATE_EXECUTION_SECONDS } from '../policy/policy-limits.ts';
import { SEND_WINDOW_SECONDS, SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import type { ReconcilePorts } from './ports.ts';
import { chainOf, type Reading } from './reading.ts';

/** The longest that a claim's window can be: a search by its end starts so much later. */
export const LONGEST_WINDOW_SECONDS =
  SEND_WINDOW_SECONDS + SENDER_TIMEOUT_SECONDS + MAX_LATE_EXECUTION_SECONDS;

/**
 * Readings looked back for one at which nothing was under way: five hours at one every five minutes. If requests
 * follow each other without a pause for longer, older intervals count as they were explained.
 */
const MAX_READINGS_BACK = 64;

/**
 * Requests looked back over, likewise: with as many in the readings so far no more of them are read. Each is read
 * from the ledger one by one, and placed; half an hour of one every three seconds.
 */
const MAX_CLAIMS_BACK = 600;

/** Readings fetched after a snapshot that came late: as many as can have been taken in its delay. */
const READINGS_AFTER = 16;

/** Readings that are explained together, and what is known of the requests that touch them. */
export interface ReadingWindow {
  /** A chain, oldest first. Its first reading is a boundary: at it nothing was under way. */
  readonly readings: readonly Reading[];
  readonly claims: readonly { readonly window: ClaimWindow; readonly instruction: Instruction }[];
}

/**
 * The window around ticks: from the last reading before them at which no request was under way to the first such
 * reading after them. Between such boundaries nothing depends on anything outside, so a window is explained by
 * itself, whatever arrived first. Null if there is nothing to compare.
 */
export async function windowAround(
  ports: ReconcilePorts,
  tenant: string,
  from: Instant,
  to: Instant,
): Promise<ReadingWindow | null> {
  const [within, after] = await Promise.all([
    ports.readings.takenBetween(tenant, from, to),
    ports.readings.takenAfter(tenant, to, READINGS_AFTER),
  ]);
  const before: Reading[] = [];
  const windows: ClaimWindow[] = [];
  let known: Instant | null = null;
  for (let reach = 1; ; reach *= 4) {
    const earliest = before.at(-1)?.scheduledFor ?? from;
    before.push(...(await ports.readings.takenBefore(tenant, earliest, reach - before.length)));
    const chain = chainOf([...before, ...within, ...after]);
    windows.push(...(await windowsIn(ports, tenant, chain, known)));
    known = chain[0]?.takenAt ?? null;
    const start = chain.findLastIndex(
      (reading) => reading.scheduledFor < from && isBoundary(reading, windows),
    );
    const noneEarlier = before.length < reach || reach >= MAX_READINGS_BACK;
    if (start < 0 && !noneEarlier && windows.length < MAX_CLAIMS_BACK) continue;
    const readings = chain.slice(Math.max(0, start), endOf(chain, to, windows) + 1);
    return readings.length < 2
      ? null
      : { readings, claims: await claimsIn(ports, tenant, readings, windows) };
  }
}

/** The first boundary after the ticks; the last reading of all, if there is none yet. */
function endOf(chain: readonly Reading[], to: Instant, windows: readonly ClaimWindow[]): number {
  const end = chain.findIndex(
    (reading) => reading.scheduledFor > to && isBoundary(reading, windows),
  );
  return end < 0 ? chain.length - 1 : end;
}

function isBoundary({ takenAt }: Reading, windows: readonly ClaimWindow[]): boolean {
  return !windows.some(
    ({ claimedAt, quarantineUntil }) => claimedAt < takenAt && takenAt < quarantineUntil,
  );
}

/** Windows that touch a chain; without those in `known`, which touched its earlier beginning. */
async function windowsIn(
  { flows }: ReconcilePorts,
  tenant: string,
  chain: readonly Reading[],
  known: Instant | null,
): Promise<readonly ClaimWindow[]> {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return [];
  const latest = known ?? plusSeconds(last.takenAt, LONGEST_WINDOW_SECONDS);
  if (first.takenAt >= latest) return [];
  const windows = await flows.claimsEnding(tenant, first.takenAt, latest);
  return windows.filter(({ claimedAt }) => claimedAt < last.takenAt);
}

async function claimsIn(
  { ledger }: ReconcilePorts,
  tenant: string,
  readings: readonly Reading[],
  windows: readonly ClaimWindow[],
): Promise<ReadingWindow['claims']> {
  const [first, last] = [readings[0], readings.at(-1)];
  const touching = windows.filter(
    ({ claimedAt, quarantineUntil }) =>
      quarantineUntil > (first?.takenAt ?? '') && claimedAt < (last?.takenAt ?? ''),
  );
  const found = await Promise.all(
    touching.map(async (window) => {
      const instruction = await ledger.readInstruction(tenant, window.instructionId);
      return instruction === null ? [] : [{ window, instruction }];
    }),
  );
  return found.flat();
}
