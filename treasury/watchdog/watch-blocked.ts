import { type BlockedLane, lanesBlockedBy, weigh } from '../evidence/weigh.ts';
import { sayEvidence } from '../facts/sentences/say/say-evidence.ts';
import { advance } from '../instructions/advance.ts';
import { MAX_EVIDENCE_READINGS } from '../instructions/evidence.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { releaseLane, timeOutLane } from '../instructions/lane-transitions.ts';
import { failureOf } from '../instructions/rule-failures.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import { SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { debitsOfClaim, refunds } from '../sending/refunds.ts';
import {
  automaticVerdict,
  settleByEvidence,
  type VerdictBounds,
} from '../settlement/settle-by-evidence.ts';
import type { BalancesTaken } from '../snapshots/snapshot.ts';
import { allReadings } from '../snapshots/trusted-readings.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { boundSecondsOf } from '../unbooked/unbooked.ts';
import { type Gathered, type GatheringPorts, gatherEvidence } from './gather-evidence.ts';
import { type RestOnPorts, restOn } from './rest-on.ts';
import { unexplainedFall } from './unexplained-fall.ts';
import { action, actionsOnBlocked, type WatchdogAction } from './watchdog-action.ts';

export interface WatchBlockedPorts extends GatheringPorts, Omit<RestOnPorts, 'ledger'> {
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readLanes'
    | 'readInstruction'
    | 'readPolicy'
    | 'readCounts'
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
  const blocked = lanesBlockedBy(instructionId, lanes);
  if (instruction === null || blocked.length === 0) return [];
  switch (instruction.status.state) {
    case 'sending':
      return await giveUp(ports, instruction, blocked);
    case 'rejected':
      return await freeRejected(ports, instruction, blocked);
    case 'unknown':
      return await weighUnknown(ports, instruction, blocked);
    default: {
      const gathered = await gatherEvidence(ports, instruction, blocked);
      return actionsOnBlocked(blocked, peopleSettle(gathered));
    }
  }
}

/** `sending` past its time: the invocation that claimed it is dead. The service's action is not known. */
async function giveUp(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const { status } = instruction;
  const at = ports.now();
  if (status.state !== 'sending') return [];
  if (at < plusSeconds(status.claim.sendBy, SENDER_TIMEOUT_SECONDS)) return [];
  const lost = advance(instruction, { kind: 'lose', at });
  const failure = failureOf(lost);
  const result = await ports.ledger.commit(instruction.tenant, [
    { kind: 'replace-instruction', instruction: lost },
    ...blocked.map((lane): LedgerWrite => {
      const unknown = timeOutLane(lane, instruction.id, at, failure);
      return { kind: 'replace-lane', lane: unknown, from: 'sending' };
    }),
  ]);
  return result.ok ? blocked.map((lane) => action('given-up', instruction, lane)) : [];
}

/** An unknown outcome waits for people; only if the controls allow it does evidence settle it. */
async function weighUnknown(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const gathered = await gatherEvidence(ports, instruction, blocked);
  const { controls } = await ports.ledger.readPolicy(instruction.tenant);
  const { status } = instruction;
  const unread = refusedByFormat(controls);
  if (unread !== null) return actionsOnBlocked(blocked, unread.message);
  const isAutomatic = controls?.automaticSettlement === true;
  if (gathered === null || !isAutomatic || status.state !== 'unknown') {
    return actionsOnBlocked(blocked, peopleSettle(gathered));
  }
  const at = ports.now();
  const epoch = await ports.ledger.epoch();
  const armedHere = blocked.every((lane) => lane.epoch === epoch);
  const { quarantineUntil, claimedAt } = status.claim;
  const bookedBy = plusSeconds(claimedAt, boundSecondsOf(controls));
  const { kind } = instruction.content;
  const bounds = { quarantineUntil, bookedBy, armedHere, kind };
  const verdict = automaticVerdict(gathered.evidence, bounds, blocked, at);
  if (verdict.kind === 'people') {
    return actionsOnBlocked(
      blocked,
      `${peopleSettle(gathered)} Not settled automatically: ${verdict.message}.`,
    );
  }
  const settled = await settleOnReadings(ports, gathered.instruction, blocked, bounds);
  if (typeof settled === 'string') {
    return actionsOnBlocked(
      blocked,
      `${peopleSettle(gathered)} Not settled automatically: ${settled}.`,
    );
  }
  return settled ? blocked.map((lane) => action('settled-by-evidence', instruction, lane)) : [];
}

/**
 * Settles by what Sluice itself has read since the claim, weighed anew: what is kept with the instruction was weighed as it
 * was found. Returns why it does not settle; false if another writer was first.
 */
async function settleOnReadings(
  ports: WatchBlockedPorts,
  instruction: Instruction,
  blocked: readonly BlockedLane[],
  bounds: VerdictBounds,
): Promise<boolean | string> {
  const basis = await restOn(ports, instruction, blocked);
  if (basis.kind === 'waits') return basis.message;
  const { evidence: _, ...unweighed } = instruction;
  const evidence = weigh(unweighed, blocked, allReadings(basis.value));
  if (evidence === null) return 'no balance has been read since the claim';
  const at = ports.now();
  const verdict = automaticVerdict(evidence, bounds, blocked, at);
  if (verdict.kind === 'people') return verdict.message;
  const weighed = { ...instruction, evidence };
  return await settleByEvidence(ports.ledger, weighed, blocked, evidence, verdict.executed, at);
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
  blocked: readonly BlockedLane[],
): Promise<readonly WatchdogAction[]> {
  const at = ports.now();
  const { status, tenant, id } = instruction;
  if (status.state !== 'rejected') return [];
  await gatherEvidence(ports, instruction, blocked);
  const { controls } = await ports.ledger.readPolicy(tenant);
  const unread = refusedByFormat(controls);
  if (unread !== null) return actionsOnBlocked(blocked, unread.message);
  const until = status.claim.quarantineUntil;
  if (at < until) return actionsOnBlocked(blocked, `quarantine until ${until}`);
  const epoch = await ports.ledger.epoch();
  if (blocked.some((lane) => lane.epoch !== epoch))
    return actionsOnBlocked(blocked, RESTORED_MESSAGE);
  const blocking = await blockingFall(ports, tenant, blocked, status.claim.claimedAt);
  if (blocking !== null) return actionsOnBlocked(blocked, blocking);
  const basis = await restOn(ports, instruction, blocked);
  if (basis.kind === 'waits') return actionsOnBlocked(blocked, basis.message);
  const fall = fallIn(blocked, allReadings(basis.value));
  if (fall !== null) return actionsOnBlocked(blocked, fall.message);
  const refund = await refunds(ports.ledger, tenant, debitsOfClaim(blocked));
  const freed: readonly LedgerWrite[] = [
    ...blocked.map((lane): LedgerWrite => {
      const idle = releaseLane(lane, id, false, at);
      return { kind: 'replace-lane', lane: idle, from: 'rejected', read: lane, releasedAt: at };
    }),
    ...refund,
  ];
  const result = await ports.ledger.commit(tenant, freed);
  return result.ok ? blocked.map((lane) => action('lane-freed', instruction, lane)) : [];
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
  blocked: readonly BlockedLane[],
  claimedAt: Instant,
): Promise<string | null> {
  for (let reach = FIRST_FALL_READINGS; ; reach *= MORE_FALL_READINGS) {
    const limit = Math.min(reach, MAX_EVIDENCE_READINGS);
    const readings = await snapshots.takenSince(tenant, claimedAt, limit);
    const blocking = fallIn(blocked, readings);
    const isAll = readings.length < limit || limit === MAX_EVIDENCE_READINGS;
    if (blocking?.kind === 'fall' || isAll) return blocking?.message ?? null;
  }
}

/** Null if these balances free every one of the lanes. */
function fallIn(blocked: readonly BlockedLane[], readings: readonly BalancesTaken[]) {
  const verdicts = blocked.map((lane) => unexplainedFall(lane, readings));
  return verdicts.find((verdict) => verdict.kind !== 'none') ?? null;
}

function peopleSettle(gathered: Gathered | null): string {
  const seen =
    gathered === null
      ? 'No balance has been read since the claim.'
      : sayEvidence(gathered.evidence);
  return `Two people settle what became of it. ${seen}`;
}
