import { type BlockedLane, lanesBlockedBy } from '../evidence/weigh.ts';
import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { releaseLane, timeOutLane } from '../instructions/lane-transitions.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { refunds } from '../sending/refunds.ts';
import { automaticVerdict, settleByEvidence } from '../settlement/settle-by-evidence.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { boundSecondsOf } from '../unbooked/unbooked.ts';
import {
  type Gathered,
  type GatheringPorts,
  gatherEvidence,
  MAX_EVIDENCE_READINGS,
} from './gather-evidence.ts';
import { unexplainedFall } from './unexplained-fall.ts';
import { action, heldFindings, type WatchdogAction } from './watchdog-action.ts';

export interface WatchBlockedPorts extends GatheringPorts, Pick<Effects, 'now'> {
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readLanes'
    | 'readInstruction'
    | 'readPolicy'
    | 'readTradeUsage'
    | 'readApprovalUsage'
    | 'readAuditHead'
    | 'commit'
  >;
}

/** Handles an instruction that blocks a currency: gives it up, gathers evidence, frees what may be freed. */
export async function watchBlocked(
  ports: WatchBlockedPorts,
  tenant: string,
  instructionId: string,
): Promise<readonly WatchdogAction[]> {
  const [instruction, lanes] = await Promise.all([
    ports.ledger.readInstruction(tenant, instructionId),
    ports.ledger.readLanes(tenant),
  ]);
  const held = lanesBlockedBy(instructionId, lanes);
  if (instruction === null || held.length === 0) return [];
  switch (instruction.status.state) {
    case 'sending':
      return await giveUp(ports, instruction, held);
    case 'rejected':
      return await freeRejected(ports, instruction, held);
    case 'unknown':
      return await weighUnknown(ports, instruction, held);
    default: {
      const gathered = await gatherEvidence(ports, instruction, held);
      return heldFindings(held, peopleSettle(gathered));
    }
  }
}

/** `sending` past its time: the invocation that claimed it is dead. The service's action is not known. */
async function giveUp(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  held: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const { status } = instruction;
  const at = ports.now();
  if (status.state !== 'sending') return [];
  if (at < plusSeconds(status.claim.sendBy, SENDER_TIMEOUT_SECONDS)) return [];
  const result = await ports.ledger.commit(instruction.tenant, [
    { kind: 'replace-instruction', instruction: advance(instruction, { kind: 'lose', at }) },
    ...held.map((lane): LedgerWrite => {
      return { kind: 'replace-lane', lane: timeOutLane(lane, instruction.id, at), from: 'sending' };
    }),
  ]);
  return result.ok ? held.map((lane) => action('given-up', instruction, lane)) : [];
}

/** An unknown outcome waits for people; only if the controls allow it does evidence settle it. */
async function weighUnknown(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  held: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const gathered = await gatherEvidence(ports, instruction, held);
  const { controls } = await ports.ledger.readPolicy(instruction.tenant);
  const { status } = instruction;
  if (gathered === null || controls?.automaticSettlement !== true || status.state !== 'unknown') {
    return heldFindings(held, peopleSettle(gathered));
  }
  const at = ports.now();
  const epoch = await ports.ledger.epoch();
  const armedHere = held.every((lane) => lane.epoch === epoch);
  const { quarantineUntil, claimedAt } = status.claim;
  const bookedBy = plusSeconds(claimedAt, boundSecondsOf(controls));
  const { kind } = instruction.content;
  const bounds = { quarantineUntil, bookedBy, armedHere, kind };
  const verdict = automaticVerdict(gathered.evidence, bounds, held, at);
  if (verdict.kind === 'people') {
    return heldFindings(
      held,
      `${peopleSettle(gathered)} Not settled automatically: ${verdict.message}.`,
    );
  }
  const { evidence } = gathered;
  const settled = await settleByEvidence(
    ports.ledger,
    gathered.instruction,
    held,
    evidence,
    verdict.executed,
    at,
  );
  return settled ? held.map((lane) => action('settled-by-evidence', instruction, lane)) : [];
}

/**
 * A restored ledger does not know what was sent after its backup: a purchase that it has forgotten would hide the
 * fall of a sale that a service refused and executed all the same.
 */
const RESTORED_MESSAGE =
  'this ledger was restored from a backup and does not know what was sent after it, so no balance frees the currency: two people decide';

/** A 4xx frees its lane only if a balance after the quarantine shows no unexplained fall. */
async function freeRejected(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  held: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const at = ports.now();
  const { status, tenant, id } = instruction;
  if (status.state !== 'rejected') return [];
  await gatherEvidence(ports, instruction, held);
  const until = status.claim.quarantineUntil;
  if (at < until) return heldFindings(held, `quarantine until ${until}`);
  const epoch = await ports.ledger.epoch();
  if (held.some((lane) => lane.epoch !== epoch)) return heldFindings(held, RESTORED_MESSAGE);
  const blocking = await blockingFall(ports, tenant, held, status.claim.claimedAt);
  if (blocking !== null) return heldFindings(held, blocking);
  const refund = await refunds(ports.ledger, tenant, status.claim);
  const result = await ports.ledger.commit(tenant, [
    ...held.map((lane): LedgerWrite => {
      const freed = releaseLane(lane, id, false, at);
      return { kind: 'replace-lane', lane: freed, from: 'rejected', releasedAt: at };
    }),
    ...refund,
  ]);
  return result.ok ? held.map((lane) => action('lane-freed', instruction, lane)) : [];
}

/** Readings looked through at first for a fall; if there is neither one nor an end, four times as many. */
const FIRST_FALL_READINGS = 64;
const MORE_FALL_READINGS = 4;

/**
 * Why the balances since a claim do not free its lanes; null if they do. A fall among the first readings is one among
 * all of them, so a lane that people have to free does not cost more each round the longer it waits.
 */
async function blockingFall(
  { snapshots }: WatchBlockedPorts,
  tenant: string,
  held: readonly BlockedLane[],
  claimedAt: Instant,
): Promise<string | null> {
  for (let reach = FIRST_FALL_READINGS; ; reach *= MORE_FALL_READINGS) {
    const limit = Math.min(reach, MAX_EVIDENCE_READINGS);
    const readings = await snapshots.takenSince(tenant, claimedAt, limit);
    const verdicts = held.map((lane) => unexplainedFall(lane, readings));
    const blocking = verdicts.find((verdict) => verdict.kind !== 'none');
    const isAll = readings.length < limit || limit === MAX_EVIDENCE_READINGS;
    if (blocking?.kind === 'fall' || isAll) return blocking?.message ?? null;
  }
}

function peopleSettle(gathered: Gathered | null): string {
  const seen =
    gathered === null ? 'No balance has been read since the claim.' : gathered.evidence.message;
  return `Two people settle what became of it. ${seen}`;
}
