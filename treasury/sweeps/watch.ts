import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane, OpenInstruction } from '../instructions/lane.ts';
import { dropOpen, freeLatch, loseLatch } from '../instructions/latch.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Snapshots } from '../ports/snapshots.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import { SENDER_TIMEOUT_SECONDS } from '../sending/protocol-limits.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { unexplainedFall } from './unexplained-fall.ts';

/** Seconds after which an approved instruction that nobody claimed is delivered again. Longer than
 * a stream takes to deliver, so that the watchdog is not a second dispatcher. */
export const REDELIVER_AFTER_SECONDS = 30;

/** Seconds after which an approved instruction is cancelled: the balances it was decided on are
 * history by then, and the next snapshot decides anew. */
export const APPROVED_EXPIRY_SECONDS = 900;

/** Readings looked at to find an unexplained fall: more than a day of one every ten seconds, since a
 * quarantine may last a day, and the reading that counts comes after it. */
export const MAX_EVIDENCE_READINGS = 10_000;

export interface WatchPorts extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<Ledger, 'readLanes' | 'readInstruction' | 'commit'>;
  readonly snapshots: Pick<Snapshots, 'takenSince'>;
  /** Hands an approved instruction to the sender again. */
  readonly deliver: (client: string, instructionId: string) => Promise<void>;
}

export type Finding =
  | { readonly kind: 'given-up'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'expired'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'too-old'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'delivered-again'; readonly instructionId: string; readonly currency: string }
  | { readonly kind: 'lane-freed'; readonly instructionId: string; readonly currency: string }
  /** Looking after it failed; the others were looked after all the same. */
  | {
      readonly kind: 'failed';
      readonly instructionId: string;
      readonly currency: string;
      readonly words: string;
    }
  | {
      readonly kind: 'lane-held';
      readonly instructionId: string;
      readonly currency: string;
      readonly state: Lane['latch']['state'];
      readonly since: Instant;
      readonly until: Instant;
      readonly words: string;
    };

/**
 * One round of the watchdog: what is stuck gets on or is named. Every change is conditional on what
 * was read, so a round that races with anything else changes nothing and the next one looks again.
 */
export async function watch(ports: WatchPorts, client: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const lane of await ports.ledger.readLanes(client)) {
    const { latch } = lane;
    if (latch.state !== 'idle' && !seen.has(latch.claim.instructionId)) {
      // A trade holds two lanes with one claim: both are looked at together, once.
      seen.add(latch.claim.instructionId);
      const { instructionId } = latch.claim;
      const look = () => watchLatch(ports, client, instructionId);
      findings.push(...(await lookedAfter(lane, instructionId, look)));
    }
    for (const open of Object.values(lane.open)) {
      const look = () => watchOpen(ports, lane, open);
      findings.push(...(await lookedAfter(lane, open.instructionId, look)));
    }
  }
  return findings;
}

/** One instruction that can't be read or delivered must not keep the watchdog from the others. */
async function lookedAfter(
  { currency }: Lane,
  instructionId: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [{ kind: 'failed', instructionId, currency, words }];
  }
}

async function watchLatch(
  ports: WatchPorts,
  client: string,
  instructionId: string,
): Promise<readonly Finding[]> {
  const [instruction, lanes] = await Promise.all([
    ports.ledger.readInstruction(client, instructionId),
    ports.ledger.readLanes(client),
  ]);
  const held = lanes.filter(
    ({ latch }) => latch.state !== 'idle' && latch.claim.instructionId === instructionId,
  );
  if (instruction === null || held.length === 0) return [];
  if (instruction.status.state === 'sending') return await giveUp(ports, instruction, held);
  if (instruction.status.state === 'rejected') return await freeRejected(ports, instruction, held);
  return held.flatMap((lane) => heldFinding(lane, 'two people settle what became of it'));
}

/** `sending` past its time: whoever claimed it is dead. What the service did is not known. */
async function giveUp(
  ports: WatchPorts,
  instruction: Instruction,
  held: readonly Lane[],
): Promise<readonly Finding[]> {
  const { status } = instruction;
  const at = ports.now();
  if (status.state !== 'sending') return [];
  if (at < plusSeconds(status.claim.sendBy, SENDER_TIMEOUT_SECONDS)) return [];
  const result = await ports.ledger.commit(instruction.client, [
    { kind: 'replace-instruction', instruction: advance(instruction, { kind: 'lose', at }) },
    ...held.map(
      (lane) =>
        ({
          kind: 'replace-lane',
          lane: loseLatch(lane, instruction.id, at),
          from: 'sending',
        }) as const,
    ),
  ]);
  return result.ok ? held.map((lane) => finding('given-up', instruction, lane)) : [];
}

/** A 4xx frees its lane only where a balance after the quarantine shows no unexplained fall. */
async function freeRejected(
  ports: WatchPorts,
  instruction: Instruction,
  held: readonly Lane[],
): Promise<readonly Finding[]> {
  const at = ports.now();
  const { status } = instruction;
  if (status.state !== 'rejected') return [];
  const until = status.claim.quarantineUntil;
  if (at < until) return held.flatMap((lane) => heldFinding(lane, `quarantine until ${until}`));
  const readings = await ports.snapshots.takenSince(
    instruction.client,
    status.claim.claimedAt,
    MAX_EVIDENCE_READINGS,
  );
  const verdicts = held.map((lane) => unexplainedFall(lane, readings));
  const blocking = verdicts.find((verdict) => verdict.kind !== 'none');
  if (blocking !== undefined) return held.flatMap((lane) => heldFinding(lane, blocking.words));
  const result = await ports.ledger.commit(
    instruction.client,
    held.map((lane) => ({
      kind: 'replace-lane',
      lane: freeLatch(lane, instruction.id, false, at),
      from: 'rejected',
    })),
  );
  return result.ok ? held.map((lane) => finding('lane-freed', instruction, lane)) : [];
}

/** An instruction that waits: for an approval too long, or for a sender too long. */
async function watchOpen(
  ports: WatchPorts,
  lane: Lane,
  open: OpenInstruction,
): Promise<readonly Finding[]> {
  const instruction = await ports.ledger.readInstruction(lane.client, open.instructionId);
  const at = ports.now();
  if (instruction?.status.state === 'awaiting-approval') {
    if (at < instruction.status.expiresAt) return [];
    return await close(ports, lane, advance(instruction, { kind: 'expire', at }), 'expired');
  }
  if (instruction?.status.state !== 'approved') return [];
  if (at >= plusSeconds(instruction.status.at, APPROVED_EXPIRY_SECONDS)) {
    const explanation = `not sent within ${APPROVED_EXPIRY_SECONDS} s of its approval; the next snapshot decides anew`;
    const event = { kind: 'cancel', at, reason: 'too-old', explanation, checks: [] } as const;
    return await close(ports, lane, advance(instruction, event), 'too-old');
  }
  if (at < plusSeconds(instruction.status.at, REDELIVER_AFTER_SECONDS)) return [];
  // While the lane is held a delivery could only be put off again.
  if (lane.latch.state !== 'idle') return [];
  await ports.deliver(lane.client, instruction.id);
  return [finding('delivered-again', instruction, lane)];
}

async function close(
  ports: WatchPorts,
  lane: Lane,
  instruction: Instruction,
  kind: 'expired' | 'too-old',
): Promise<readonly Finding[]> {
  const result = await ports.ledger.commit(lane.client, [
    { kind: 'replace-instruction', instruction },
    {
      kind: 'replace-lane',
      lane: dropOpen(lane, instruction.id),
      from: lane.latch.state,
    },
  ]);
  return result.ok ? [finding(kind, instruction, lane)] : [];
}

function finding(
  kind: Exclude<Finding['kind'], 'lane-held' | 'failed'>,
  { id }: Instruction,
  { currency }: Lane,
): Finding {
  return { kind, instructionId: id, currency };
}

function heldFinding({ currency, latch }: Lane, words: string): readonly Finding[] {
  if (latch.state === 'idle' || latch.state === 'sending') return [];
  const { instructionId, quarantineUntil } = latch.claim;
  const { state, since } = latch;
  return [
    { kind: 'lane-held', instructionId, currency, state, since, until: quarantineUntil, words },
  ];
}
