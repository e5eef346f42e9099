import type { ClaimRecord } from '../instructions/lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Controls } from '../policy/controls.ts';
import type { HaltState } from '../policy/halt-state.ts';
import { ownCopyOf } from '../sealing/claim-copies.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { commitClaim } from '../sending/commit-claim.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { isOutdated } from '../sending/reading-age.ts';
import type { RoomForClaim } from '../sending/room-for-claim.ts';
import type { Instant } from '../time/instant.ts';
import { claimWrites } from './claim-writes.ts';
import { ends, type Leaving, type Refusal, type TakenLane, waits } from './kind.ts';
import type { RuleBehind } from './rule-behind.ts';
import { type Claimed, type Concluded, sendClaimed } from './send-claimed.ts';

/** Something that is to be sent now: requested a moment ago, or approved. */
export interface ToClaim<Said> {
  readonly tenant: string;
  readonly instructionId: string;
  readonly leaving: Leaving<Said>;
  readonly controls: Controls;
  readonly halt: HaltState;
  /** When the service said what it rests on. */
  readonly readAt: Instant;
  /** Null: no rule decided it. */
  readonly behind: RuleBehind | null;
  /** The instruction as the claim makes it: created with it, or moved on from `approved`. */
  readonly claimed: (claim: ClaimRecord) => readonly LedgerWrite[];
  /** Whether the tiers of approvals have room for it. Absent: none counts it. */
  readonly room?: (claim: ClaimRecord) => Promise<RoomForClaim>;
  readonly writesForRoom: number;
}

/** What one attempt to claim and send came to. */
export type ClaimStep =
  | ({ readonly kind: 'concluded' } & Concluded)
  /** Nothing was sent: another writer came in between, or what it rests on is over. It is judged once more. */
  | { readonly kind: 'again' }
  /** The same, by a claim of another currency that counts against the same floor or limit: no lost attempt. */
  | { readonly kind: 'room-taken' }
  /** It had left before, and its old item stands again. */
  | { readonly kind: 'put-back' }
  | Refusal;

/**
 * Claims what it takes with everything that it counts in, in ONE conditional write, sends it once and records its outcome. Each
 * counter that several currencies share has the version it was judged on among the conditions.
 */
export async function claimAndSend<Said>(
  ports: SendingPorts,
  toClaim: ToClaim<Said>,
): Promise<ClaimStep> {
  const { tenant, instructionId, leaving, controls, halt, behind } = toClaim;
  // All that is counted and all that is over by a moment is so at this one.
  const at = ports.now();
  // The process was stopped since the service said it, and it may be otherwise by now.
  if (isOutdated(toClaim.readAt, at)) return { kind: 'again' };
  const leaves = behind?.leavesBefore(at) ?? null;
  // The day has closed, or the cut-off has passed, since it was judged.
  if (leaves !== null && at >= leaves) return { kind: 'again' };
  const { lanes, counted } = leaving.takes(at);
  const limits = { at, controls, ...(leaves !== null && { leavesBefore: leaves }) };
  const sender = { instructionId, nonce: ports.nonce(), ...limits };
  const claimedIn = ({ lane, ...taken }: TakenLane) => ({
    lane,
    record: claimRecord({ ...sender, ...taken }),
  });
  const [first, ...others] = lanes;
  const [base, quote] = [claimedIn(first), others.map(claimedIn)];
  // The instruction's own record names every debit and both sides, whichever lane has it.
  const record = ownCopyOf(base.record, quote[0]?.record);
  const account = leaving.account === undefined ? {} : { account: leaving.account };
  const changes = claimWrites({
    ...{ lanes: [base, ...quote], instruction: toClaim.claimed(record), counted },
    ...{ controls, halt, ...account, rule: behind?.rule ?? null },
    calendars: behind?.calendars ?? [],
  });
  const step = await commitWithRoom(ports, toClaim, record, changes);
  if (step.kind !== 'claimed') return step;
  const claimed: Claimed = { ...record, haltGeneration: halt.generation };
  return { kind: 'concluded', ...(await sendClaimed(ports, tenant, claimed, leaving.asked)) };
}

type Committed = Exclude<ClaimStep, { readonly kind: 'concluded' }> | { readonly kind: 'claimed' };

async function commitWithRoom<Said>(
  ports: SendingPorts,
  { tenant, room: roomFor, writesForRoom }: ToClaim<Said>,
  record: ClaimRecord,
  changes: readonly LedgerWrite[],
): Promise<Committed> {
  for (let attempt = 0; attempt < writesForRoom; attempt++) {
    const room = (await roomFor?.(record)) ?? NOT_COUNTED;
    if (room.waitsFor !== undefined) return waits(room.waitsFor);
    if (!room.ok) return ends(room.refusal.reason, room.refusal.why);
    const committed = await commitClaim(ports.ledger, tenant, record, [...changes, ...room.writes]);
    if (committed === 'claimed' || committed === 'put-back') return { kind: committed };
    if (committed === 'outflow-taken') return { kind: 'room-taken' };
    if (committed === 'lost') return { kind: 'again' };
  }
  return { kind: 'again' };
}

const NOT_COUNTED: RoomForClaim = { ok: true, writes: [] };
