import { advance } from '../../treasury/instructions/advance.ts';
import type { Confirmation, Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { readingToKeep, withReading } from '../../treasury/instructions/lane-reading.ts';
import {
  claimLane,
  concludeLane,
  releaseLane,
  timeOutLane,
} from '../../treasury/instructions/lane-transitions.ts';
import { rearmLane } from '../../treasury/instructions/rearm-lane.ts';
import { judgeWithdrawal } from '../../treasury/outcomes/judge-withdrawal.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import type { WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import type { HaltState } from '../../treasury/policy/halt-state.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { reconsider } from '../../treasury/rules/reconsider.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../treasury/sending/protocol-limits.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { unexplainedFall } from '../../treasury/watchdog/unexplained-fall.ts';
import { CONTROLS, RULE } from './policy.ts';
import type { Book, Write } from './world.ts';

/** An instruction with the lane that it holds. */
export interface Pair {
  readonly instruction: Instruction;
  readonly lane: Lane;
}

/**
 * Everything that the protocol decides, by name. The defaults are the project's own functions, or
 * what its use cases do in a line of control flow; a negative control replaces exactly one of them.
 */
export interface Decisions {
  readonly advance: typeof advance;
  readonly evaluate: typeof evaluate;
  readonly reconsider: typeof reconsider;
  /** A restored lane, as two people arm it. */
  readonly rearmLane: typeof rearmLane;
  /** What a balance says about what was claimed before. */
  readonly withReading: typeof withReading;
  readonly readingToKeep: typeof readingToKeep;
  readonly claimRecord: typeof claimRecord;
  readonly claimLane: typeof claimLane;
  readonly timeOutLane: typeof timeOutLane;
  readonly releaseLane: typeof releaseLane;
  readonly judge: typeof judgeWithdrawal;
  readonly unexplainedFall: typeof unexplainedFall;
  /** What an invocation makes of the instruction and the lane it has read. */
  readonly seenAs: (pair: Pair, at: Instant) => Pair;
  /** Whether the claim is durable before the request leaves. */
  readonly claimsFirst: () => boolean;
  /** Whether a claim that was found written is this invocation's own. */
  readonly isOwnClaim: (status: Instruction['status'], nonce: string) => boolean;
  /** Whether the halt found by the last look still allows the POST, beside the one that the claim rested on. */
  readonly mayStillLeave: (claimed: HaltState, found: HaltState) => boolean;
  /** Checked right before the POST. */
  readonly mayStillSend: (now: Instant, sendBy: Instant) => boolean;
  /** Whether a POST that ended like this is made once more. */
  readonly postsAgain: (reply: WithdrawalReply) => boolean;
  /** What becomes of instruction and lane by an outcome. */
  readonly conclude: (
    pair: Pair,
    nonce: string,
    at: Instant,
    outcome: Outcome<Confirmation>,
  ) => Pair;
  /** Whether a rejection frees its lane on these balances. */
  readonly freesRejected: (lane: Lane, snapshots: readonly SnapshotTaken[], at: Instant) => boolean;
  /** What the watchdog makes of an unknown outcome; null leaves it to people. */
  readonly settlesUnknown: (
    pair: Pair,
    snapshots: readonly SnapshotTaken[],
    at: Instant,
  ) => Pair | null;
  /** What two people say, where this is the truth. */
  readonly peopleSay: (executed: boolean) => boolean;
  /** Seconds after the check of sendBy within which a request is executed, or never. */
  readonly executesWithin: () => number;
  /** The conditions of a commit, as adapters/store/writes.ts words them. */
  readonly conditionsHold: (book: Book, write: Write) => boolean;
}

export const REAL: Decisions = {
  advance,
  evaluate,
  reconsider,
  rearmLane,
  withReading,
  readingToKeep,
  claimRecord,
  claimLane,
  timeOutLane,
  releaseLane,
  judge: judgeWithdrawal,
  unexplainedFall,
  seenAs: (pair) => pair,
  claimsFirst: () => true,
  isOwnClaim: (status, nonce) => status.state === 'sending' && status.claim.nonce === nonce,
  mayStillLeave: (claimed, found) => found.generation === claimed.generation,
  mayStillSend: (now, sendBy) => now < sendBy,
  postsAgain: () => false,
  conclude: ({ instruction, lane }, nonce, at, outcome) => ({
    instruction: advance(instruction, { kind: 'conclude', at, nonce, outcome }),
    lane: concludeLane(lane, { nonce, at, outcome: outcome.state, backoff: RULE.backoff }),
  }),
  freesRejected: (lane, snapshots, at) =>
    lane.status.state === 'rejected' &&
    at >= lane.status.claim.quarantineUntil &&
    unexplainedFall(lane, snapshots).kind === 'none',
  settlesUnknown: () => null,
  peopleSay: (executed) => executed,
  // Received while its sender lives, executed at most the stated bound later.
  executesWithin: () => SENDER_TIMEOUT_SECONDS + CONTROLS.lateExecutionBoundSeconds,
  conditionsHold: versionsHold,
};

function versionsHold(book: Book, { of, instruction, lane, keepHalt, run }: Write): boolean {
  if (run && book.decided) return false;
  if (instruction !== undefined && book.instructions[of]?.version !== instruction.version - 1) {
    return false;
  }
  if (lane !== undefined) {
    const { version, epoch, status } = book.lane;
    if (version !== lane.lane.version - 1 || epoch !== lane.lane.epoch) return false;
    if (status.state !== lane.from) return false;
  }
  if (keepHalt === undefined) return true;
  return book.halt.generation === keepHalt && book.halt.mode === 'live';
}
