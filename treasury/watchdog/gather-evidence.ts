import { type BlockedLane, weigh } from '../evidence/weigh.ts';
import { advance } from '../instructions/advance.ts';
import { type Evidence, MAX_EVIDENCE_READINGS } from '../instructions/evidence.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { lapseOf } from '../settlement/stands.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';

/** Seconds before the last weighed reading from which readings are looked at again: a snapshot may be
 * written after one that was read later than it, by no more than the delay its tick may have. */
const LATE_SNAPSHOT_SECONDS = 900;

export interface GatheringPorts {
  readonly ledger: Pick<Ledger, 'commit'>;
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
  readonly now: () => Instant;
}

export interface Gathered {
  /** As written: with the evidence, and its version one more if there was any news. */
  readonly instruction: Instruction;
  readonly evidence: Evidence;
}

/**
 * Weighs the balances read since evidence was gathered last, and keeps the result with the instruction. Null if there
 * is none yet, or if another writer changed the instruction meanwhile.
 */
export async function gatherEvidence(
  ports: GatheringPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<Gathered | null> {
  const { tenant } = instruction;
  const since = readingsFrom(instruction, blocked);
  const readings = await ports.snapshots.takenSince(tenant, since, MAX_EVIDENCE_READINGS);
  const evidence = weigh(instruction, blocked, readings);
  if (evidence === null) return null;
  const before = instruction.evidence;
  if (before?.digest === evidence.digest && before.weighedUntil === evidence.weighedUntil) {
    return { instruction, evidence };
  }
  const lapsed = lapsedBy(instruction, evidence, ports.now());
  const weighed = advance(instruction, {
    kind: 'weigh',
    evidence,
    ...(lapsed !== null && { lapsed }),
  });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'replace-instruction', instruction: weighed },
  ]);
  return ok ? { instruction: weighed, evidence } : null;
}

/** A statement that does not outlive the new evidence: its person is told, and it counts no more. */
function lapsedBy(instruction: Instruction, evidence: Evidence, at: Instant) {
  const { settlement } = instruction;
  if (settlement === undefined) return null;
  const why = lapseOf(settlement, { ...instruction, evidence }, at);
  return why === null ? null : { at, by: settlement.by, executed: settlement.executed, why };
}

function readingsFrom({ evidence, id }: Instruction, [first]: readonly BlockedLane[]): Instant {
  if (first === undefined) throw new Error(`instruction ${id} holds no lane`);
  const { claimedAt } = first.status.claim;
  if (evidence === undefined) return claimedAt;
  const overlap = plusSeconds(evidence.weighedUntil, -LATE_SNAPSHOT_SECONDS);
  return [overlap, claimedAt].sort().at(-1) ?? claimedAt;
}
