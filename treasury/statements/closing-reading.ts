import { decimalOf } from '../money/decimal-text.ts';
import type { FlowLedger, Readings } from '../reconciliation/ports.ts';
import { bookedTotal, chainOf } from '../reconciliation/reading.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, justBefore } from '../time/instant.ts';

/** Snapshots looked at beyond a boundary: one that was read later than these is not the boundary. */
const READINGS_BEYOND = 2;

/**
 * Snapshots before a boundary that are looked through: reconciling follows within seconds, so of four at most the last ones
 * wait; and again more of them, where none of those was read in its turn, or none was reconciled.
 */
const REACHES = [4, 24] as const;

interface ClosingPorts {
  readonly readings: Readings<SnapshotTaken>;
  readonly flows: Pick<FlowLedger, 'flowsBetween'>;
}

/**
 * The snapshot that closes what ends at a moment: the last with a tick before it that was read in its turn, and that the
 * books have looked at. What moved in a snapshot that waits to be reconciled is neither explained nor unexplained yet: it
 * belongs to the next look. If none of many was
 * reconciled, it is the last one, whose movements say so. Null without any.
 */
export async function closingReading(
  { readings, flows }: ClosingPorts,
  tenant: string,
  moment: Instant,
): Promise<SnapshotTaken | null> {
  const beyond = await readings.takenAfter(tenant, justBefore(moment), READINGS_BEYOND);
  let last: SnapshotTaken | null = null;
  for (const reach of REACHES) {
    const before = await readings.takenBefore(tenant, moment, reach);
    const chain = chainOf([...before, ...beyond]).filter(
      ({ scheduledFor }) => scheduledFor < moment,
    );
    last = chain.at(-1) ?? null;
    const found = await lastReconciled(flows, tenant, chain);
    const isAll = before.length < reach;
    if (found !== null && (isAll || found !== chain[0] || found === last)) return found;
    if (isAll) return null;
  }
  return last;
}

/** The first of them if all that moved after it waits to be reconciled. Null without any. */
async function lastReconciled(
  flows: ClosingPorts['flows'],
  tenant: string,
  chain: readonly SnapshotTaken[],
): Promise<SnapshotTaken | null> {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return null;
  const known = await flows.flowsBetween(tenant, first.scheduledFor, last.scheduledFor);
  const closings = new Map(
    known.map((flow) => [`${flow.snapshot} ${flow.currency}`, flow.closing] as const),
  );
  let closing: SnapshotTaken = last;
  for (let index = chain.length - 1; index > 0; index--) {
    const [since, until] = [chain[index - 1], chain[index]];
    if (since === undefined || until === undefined) break;
    const moved = movedBetween(since, until);
    if (moved.length === 0) continue;
    const isReconciled = moved.every(([currency, total]) => {
      const stored = closings.get(`${until.scheduledFor} ${currency}`);
      return stored !== undefined && decimalOf(stored).equals(decimalOf(total));
    });
    if (isReconciled) return closing;
    closing = since;
  }
  return closing;
}

function movedBetween(
  since: SnapshotTaken,
  until: SnapshotTaken,
): readonly (readonly [currency: string, total: string])[] {
  const names = new Set([since, until].flatMap(({ balances }) => Object.keys(balances)));
  return [...names].flatMap((currency) => {
    const [before, after] = [bookedTotal(since, currency), bookedTotal(until, currency)];
    return before.total.equals(after.total) ? [] : [[currency, after.total.toFixed()] as const];
  });
}
