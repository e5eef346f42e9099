import type { RecordedCheck } from '../decisions/decision.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { claimRecord } from '../sending/claim-record.ts';
import type { SendingPorts } from '../sending/ports.ts';
import type { ValuesBeforePorts } from '../snapshots/values-beside.ts';
import type { Instant } from '../time/instant.ts';
import type { Cancellation } from './cancel-open.ts';
import type { Asked } from './send-claimed.ts';

export type SenderPorts = SendingPorts & ValuesBeforePorts;

/** Nothing is changed; a later delivery decides again. */
export interface Waits {
  readonly kind: 'waits';
  readonly reason: string;
  /** Of the service or of the key of seals. */
  readonly said?: string;
}

export type Ends = { readonly kind: 'ends' } & Cancellation;

/** Why an approved instruction is not sent by this delivery. */
export type Refusal = Waits | Ends;

/** What an approved instruction is judged on. */
export interface Seen {
  readonly policy: Policy;
  readonly epoch: string;
  /** When the service said what the claim rests on; of several answers, the first. */
  readonly readAt: Instant;
  /** The lanes that list it, as they were read. Absent: what ends it reads them. */
  readonly listedIn?: readonly Lane[];
}

export type Judged<Said> =
  | { readonly kind: 'leaves'; readonly leaving: Leaving<Said> }
  /** A claim of another currency came first in what both count in: it is judged once more, which is no lost attempt. */
  | { readonly kind: 'room-taken' }
  | Refusal;

/** What may leave, once its own seal and no halt's mark speak against it. */
export interface Leaving<Said> {
  readonly asked: Asked<Said>;
  /** What its claim takes at that moment. */
  readonly takes: (at: Instant) => Taken;
  /** In the reporting currency; null if it is not known. Absent: no tier of approvals counts it. */
  readonly tierValue?: string | null;
  /** Absent: as it was decided. */
  readonly sentPrice?: string;
  /** Absent: it leaves for no account. */
  readonly account?: RegisteredAccount;
}

export interface Taken {
  /** Of a trade, that of the base currency first. */
  readonly lanes: readonly [TakenLane, ...TakenLane[]];
  /** What it counts in outside of its lanes, but for the tiers: each on the version that was read. */
  readonly counted: readonly LedgerWrite[];
}

/** A lane, and what a claim notes there beside the moment and the sender. */
export interface TakenLane extends Omit<Parameters<typeof claimRecord>[0], OfAnyClaim> {
  readonly lane: Lane;
}

type OfAnyClaim = 'instructionId' | 'nonce' | 'at' | 'controls' | 'leavesBefore';

/** What differs between the kinds of what leaves: what each is judged on, by which guards, and what its claim takes. */
export interface Kind<Of extends Instruction, Read extends Seen, Said> {
  readonly isOne: (instruction: Instruction) => instruction is Of;
  /**
   * The ledger first, then the service: whatever changes later breaks the claim. The order of the reads is a part of the
   * protocol.
   */
  readonly read: (
    ports: SenderPorts,
    instruction: Of,
  ) => Promise<{ readonly kind: 'read'; readonly seen: Read } | Waits>;
  /** Its guards, on what was read. Pure. */
  readonly judge: (instruction: Of, seen: Read) => Judged<Said>;
  /**
   * How often its claim is written on the same balances while other claims take the room in the tiers alone; after that it
   * is judged anew.
   */
  readonly writesForRoom: number;
}

export function waits(reason: string, said?: string): Waits {
  return { kind: 'waits', reason, ...(said !== undefined && { said }) };
}

export function ends(reason: string, why: StopFact, checks: readonly RecordedCheck[] = []): Ends {
  return { kind: 'ends', reason, why, checks };
}
