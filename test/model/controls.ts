import { NOTHING_UNBOOKED } from '../../treasury/booking/booking.ts';
import { advance } from '../../treasury/instructions/advance.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import {
  concludeLane,
  noteOpen,
  releaseLane,
} from '../../treasury/instructions/lane-transitions.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { reconsider } from '../../treasury/rules/reconsider.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { stated } from '../stated.ts';
import { type Decisions, type Pair, REAL } from './decisions.ts';
import { CURRENCY, REQUEST, RULE } from './policy.ts';
import type { ViolationCode } from './properties.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { internInstruction, internLane } from './world.ts';

/** A variant that is known to be wrong, with the one decision in which it differs. */
export interface NegativeControl {
  readonly name: string;
  readonly decision: keyof Decisions;
  /** What it must be caught at: a variant caught at something else is not understood. */
  readonly violates: ViolationCode;
  readonly scenario: Scenario;
  readonly decisions: Decisions;
}

const ONE_MINUTE = 60;

function control<K extends keyof Decisions>(
  name: string,
  decision: K,
  violates: ViolationCode,
  scenario: Scenario,
  wrong: Decisions[K],
): NegativeControl {
  return { name, decision, violates, scenario, decisions: { ...REAL, [decision]: wrong } };
}

export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  control(
    'retry on timeout',
    'postsAgain',
    'executed-twice',
    SCENARIOS.delivered,
    (reply) => reply.kind === 'unclear' && reply.cause === 'timeout',
  ),
  control('an expiring lock', 'seenAs', 'executed-twice', SCENARIOS.redelivered, (pair, at) => {
    const { status } = pair.lane;
    return status.state === 'sending' && at >= status.claim.sendBy ? reopened(pair, 0) : pair;
  }),
  control(
    'deleting the record on an error',
    'conclude',
    'executed-twice',
    SCENARIOS.redelivered,
    (pair, nonce, at, outcome) =>
      outcome.state === 'unknown'
        ? forgotten(pair, nonce, at)
        : REAL.conclude(pair, nonce, at, outcome),
  ),
  control(
    'send, then record',
    'claimsFirst',
    'executed-without-record',
    SCENARIOS.delivered,
    () => false,
  ),
  control(
    're-send if the balance is unchanged',
    'settlesUnknown',
    'executed-twice',
    SCENARIOS.redeliveredWithBalances,
    (pair, snapshots) => (changeSince(pair.lane, snapshots) === 0 ? reopened(pair, 1) : null),
  ),
  control(
    'confirm on any fall of the balance',
    'settlesUnknown',
    'confirmed-not-executed',
    SCENARIOS.foreignDebit,
    ({ instruction, lane }, snapshots, at) =>
      (changeSince(lane, snapshots) ?? 0) < 0
        ? {
            instruction: advance(instruction, {
              kind: 'settle',
              at,
              by: ['the', 'balance'],
              executed: true,
              comment: '',
            }),
            lane: releaseLane(lane, instruction.id, true, at),
          }
        : null,
  ),
  control(
    'release without quarantine',
    'releaseLane',
    'closed-but-executed',
    SCENARIOS.delivered,
    (lane, id, executed) => releaseLane(lane, id, executed, '9999-12-31T00:00:00.000Z'),
  ),
  control(
    "taking another's claim for one's own",
    'isOwnClaim',
    'executed-twice',
    SCENARIOS.delivered,
    ({ state }) => state === 'sending',
  ),
  control(
    'closing a 4xx without evidence',
    'freesRejected',
    'closed-but-executed',
    SCENARIOS.lyingService,
    (lane, _, at) => lane.status.state === 'rejected' && at >= lane.status.claim.quarantineUntil,
  ),
  control(
    'a claim that does not rest on the versions it read',
    'conditionsHold',
    'executed-twice',
    SCENARIOS.delivered,
    () => true,
  ),
  control(
    'recording a run whether or not there is a record',
    'conditionsHold',
    'decided-twice',
    SCENARIOS.snapshotAgain,
    (book, { run: _, ...write }) => REAL.conditionsHold(book, write),
  ),
  control(
    'comparing only the last balance with the one before the claim',
    'freesRejected',
    'closed-but-executed',
    SCENARIOS.lyingService,
    (lane, snapshots, at) => REAL.freesRejected(lane, snapshots.slice(-1), at),
  ),
  control(
    'a quarantine without the bound for late execution',
    'claimRecord',
    'closed-but-executed',
    SCENARIOS.delivered,
    (claim) =>
      REAL.claimRecord({ ...claim, controls: { ...claim.controls, lateExecutionBoundSeconds: 0 } }),
  ),
  control(
    'sending after sendBy',
    'mayStillSend',
    'closed-but-executed',
    SCENARIOS.delivered,
    () => true,
  ),
  control(
    'no last look at the halt before the POST',
    'mayStillLeave',
    'posted-after-halt',
    SCENARIOS.halted,
    () => true,
  ),
  control(
    'a lane armed anywhere is armed',
    'reconsider',
    'executed-twice',
    SCENARIOS.restored,
    (input) => reconsider({ ...input, epoch: input.lane?.epoch ?? input.epoch }),
  ),
  control(
    'sweeping again what is confirmed but not booked',
    'reconsider',
    'sized-on-gone',
    SCENARIOS.bookedLate,
    (input) => reconsider({ ...input, lane: withoutBooking(input.lane) }),
  ),
  control(
    'a claim that commits nothing until it is booked',
    'claimRecord',
    'sized-on-gone',
    SCENARIOS.bookedLate,
    ({ outgoing: _, ...claim }) => REAL.claimRecord(claim),
  ),
  control(
    'believing a balance that shows again what had left',
    'withReading',
    'sized-on-gone',
    SCENARIOS.replicas,
    (lane, balances, at, controls) => withoutDoubts(REAL.withReading(lane, balances, at, controls)),
  ),
  control(
    'catching up occurrences after a restore',
    'rearmLane',
    'executed-twice',
    SCENARIOS.rearmed,
    (lane, epoch, at, unbooked) => {
      const { rearmedAt: _, ...armed } = REAL.rearmLane(lane, epoch, at, unbooked);
      return armed;
    },
  ),
  control(
    'believing a 200 that says it failed',
    'judge',
    'closed-but-executed',
    SCENARIOS.statedFailed,
    (request, reply, known) => {
      const outcome = REAL.judge(request, reply, known);
      return outcome.state === 'unknown' && outcome.cause === 'state-failed'
        ? { state: 'not-sent', cause: 'refused' }
        : outcome;
    },
  ),
  control(
    'an unknown amount given back to the budget',
    'conclude',
    'over-budget',
    SCENARIOS.budget,
    (pair, nonce, at, outcome) => {
      const real = REAL.conclude(pair, nonce, at, outcome);
      if (outcome.state !== 'unknown') return real;
      const { usage, counts } = concludeLane(pair.lane, { nonce, at, outcome: 'not-sent' });
      return { ...real, lane: { ...real.lane, usage, counts } };
    },
  ),
];

/**
 * What the promise rests on and Sluice cannot make true by itself. Without each of them there is a
 * way to break it, which shows that it is needed and that the search would find it.
 */
export const ASSUMPTIONS: readonly NegativeControl[] = [
  control(
    'the service executes within its stated bound or never',
    'executesWithin',
    'closed-but-executed',
    SCENARIOS.delivered,
    () => REAL.executesWithin() + ONE_MINUTE,
  ),
  control(
    'people who settle say what the books of the service say',
    'peopleSay',
    'closed-but-executed',
    SCENARIOS.delivered,
    () => false,
  ),
  control(
    'no deposit hides what a service executed that answered 4xx',
    'freesRejected',
    'masked',
    SCENARIOS.lyingService,
    REAL.freesRejected,
  ),
];

/** As if it had never been claimed: `by` 1 as a write of its own, 0 as the eye of the next claim. */
function reopened({ instruction, lane }: Pair, by: 0 | 1): Pair {
  const approved: Instruction = {
    ...instruction,
    status: { state: 'approved', at: instruction.createdAt },
    version: instruction.version + by,
  };
  const { open } = noteOpen(lane, {
    instructionId: instruction.id,
    ruleId: RULE.id,
    amount: REQUEST.amount,
  });
  const idle: Lane = {
    ...lane,
    status: { state: 'idle' },
    open,
    usage: {},
    counts: [],
    version: lane.version + by,
  };
  return { instruction: internInstruction(approved), lane: internLane(idle) };
}

function withoutBooking(lane: Lane | null): Lane | null {
  return lane === null ? null : { ...lane, booking: NOTHING_UNBOOKED };
}

/** A fall is credited for good, and no rise takes it back. */
function withoutDoubts(lane: Lane): Lane {
  if (lane.booking === undefined) return lane;
  return { ...lane, booking: { ...lane.booking, credits: [], doubts: [] } };
}

function forgotten(pair: Pair, nonce: string, at: string): Pair {
  const { usage, counts } = concludeLane(pair.lane, { nonce, at, outcome: 'not-sent' });
  const { instruction, lane } = reopened(pair, 1);
  return { instruction, lane: internLane({ ...lane, usage, counts }) };
}

/** -1, 0 or 1: how the last balance stands to the one before the claim; null where there is none. */
function changeSince({ status }: Lane, snapshots: readonly SnapshotTaken[]): number | null {
  const last = snapshots.at(-1);
  if (last === undefined || status.state === 'idle') return null;
  return decimalOf(stated(last.balances, CURRENCY)?.total ?? '0').comparedTo(
    decimalOf(status.claim.balanceBefore),
  );
}
