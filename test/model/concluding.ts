import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import type { Decisions } from './decisions.ts';
import { memoOf } from './memo.ts';
import { CONTROLS, CURRENCY, instantAt } from './policy.ts';
import { holds, instructionIn, landed, readings, type Step } from './steps.ts';
import {
  type Book,
  ENDED,
  internInstruction,
  internLane,
  type Sender,
  spend,
  type World,
  type Write,
} from './world.ts';

/* The recording of what became of the POST: conclude.ts; and note-bookings.ts. */

export function readForOutcome({ sender, book, to }: Step): void {
  const instruction = instructionIn(book, sender);
  const { claim, outcome } = sender;
  if (claim === null || outcome === null) return;
  if (!canConclude(instruction, claim.nonce, outcome)) {
    to(`finds the instruction ${instruction.status.state} and leaves it`, ENDED);
    return;
  }
  to(`is about to record ${outcome.state}`, { ...sender, step: 'outcome-lane', instruction });
}

/** As in conclude.ts: from unknown only the answer itself can still say more. */
function canConclude({ status }: Instruction, nonce: string, outcome: Outcome<unknown>): boolean {
  if (status.state === 'sending') return status.claim.nonce === nonce;
  const saysMore = outcome.state === 'confirmed' || outcome.state === 'anomaly';
  return status.state === 'unknown' && saysMore && status.claim.nonce === nonce;
}

const outcomeWrites = memoOf<Write | null>();

export function decideOutcome({ world, sender, book, decisions, to }: Step): void {
  const { instruction, claim, outcome } = sender;
  if (instruction === null || claim === null || outcome === null) return;
  const { lane } = book;
  const asked = `${sender.of}${claim.nonce}@${world.now}${outcome.state}${outcome.evidence}`;
  const write = outcomeWrites(decisions, [instruction, lane], asked, () =>
    outcomeWrite(sender, { instruction, lane }, instantAt(world.now), decisions),
  );
  if (write === null) {
    const retried = { ...sender, step: 'outcome-instruction', instruction: null } as const;
    to('finds the lane changed and looks again', retried);
  } else {
    const recording = { ...sender, step: 'commit-outcome', instruction: null, write } as const;
    to('reads the lane', recording);
  }
}

/** Null where the reducers refuse: what was read does not fit together, and is read again. */
function outcomeWrite(
  { of, claim, outcome }: Sender,
  read: { readonly instruction: Instruction; readonly lane: Lane },
  at: string,
  decisions: Decisions,
): Write | null {
  if (claim === null || outcome === null) return null;
  const { lane } = read;
  try {
    const pair = decisions.conclude(read, claim.nonce, at, outcome);
    const write = {
      of,
      instruction: internInstruction(pair.instruction),
      lane: { lane: internLane(pair.lane), from: lane.status.state },
    };
    return outcome.state === 'anomaly' ? { ...write, halts: true } : write;
  } catch (error) {
    if (error instanceof IllegalTransitionDefect) return null;
    throw error;
  }
}

export function commitOutcome({ world, sender, decisions, to }: Step): void {
  const { write, outcome } = sender;
  if (write === null || outcome === null) return;
  const { left } = world;
  const retried = { ...sender, step: 'outcome-instruction', write: null } as const;
  if (holds(world, sender.book, write, decisions)) {
    const after = landed(world, sender.book, write);
    to(`records ${outcome.state}`, afterwards(world, sender), after);
    if (left.lostAnswers > 0) {
      to(`records ${outcome.state}; the answer of the store is lost`, retried, {
        ...after,
        left: spend(left, 'lostAnswers'),
      });
    }
  } else {
    to('fails to record: something changed', retried);
  }
}

/** A confirmed withdrawal is followed by one more look at the balances. */
function afterwards({ money }: World, { of, book, outcome }: Sender): Sender {
  if (money !== 'tight' || outcome?.state !== 'confirmed') return ENDED;
  return { ...ENDED, step: 'read-bookings', of, book };
}

export function readBookings({ world, sender, to }: Step): void {
  to('cannot read the balances once more', ENDED);
  for (const { message, total, after } of readings(world)) {
    const reading = { total, at: world.now, deposits: world.deposits };
    to(`${message} once more: ${total}`, { ...sender, step: 'note-bookings', reading }, after);
  }
}

/** The lane is read after the balances and written at once: whatever came between is in its version. */
export function noteBookings({ world, sender, book, decisions, to }: Step): void {
  if (sender.reading === null) return;
  const { at, total } = sender.reading;
  const write = bookingWrite(sender.of, book, { at, total }, decisions);
  if (write === null) to('finds nothing to take note of', ENDED);
  else to('takes note of the balance', ENDED, landed(world, sender.book, write));
}

const bookingWrites = memoOf<Write | null>();

/** What a balance says about a lane, as a write; null where it says nothing. */
export function bookingWrite(
  of: number,
  { lane }: Book,
  { at, total }: { readonly at: number; readonly total: number },
  decisions: Decisions,
): Write | null {
  return bookingWrites(decisions, [lane], `${total}:${at}`, () => {
    const balances = { [CURRENCY]: { total: String(total) } };
    const kept = decisions.readingToKeep(lane, balances, instantAt(at), CONTROLS);
    return kept === null ? null : { of, lane: { lane: internLane(kept), from: lane.status.state } };
  });
}
