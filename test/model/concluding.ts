import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import type { Decisions } from './decisions.ts';
import { instantAt } from './policy.ts';
import { holds, instructionIn, landed, memo, type Step } from './steps.ts';
import {
  ENDED,
  internControls,
  internInstruction,
  internLane,
  type Sender,
  spend,
  type Write,
} from './world.ts';

/* The recording of what became of the POST: conclude.ts. */

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

export function decideOutcome({ world, sender, book, decisions, to }: Step): void {
  const { instruction, claim, outcome } = sender;
  if (instruction === null || claim === null || outcome === null) return;
  const { lane, controls } = book;
  const asked = `${sender.of}${claim.nonce}@${world.now}${controls.version}${outcome.state}${outcome.evidence}`;
  const write = memo(decisions, [instruction, lane], asked, () =>
    outcomeWrite(sender, { instruction, lane, controls }, instantAt(world.now), decisions),
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
  read: { readonly instruction: Instruction; readonly lane: Lane; readonly controls: Controls },
  at: string,
  decisions: Decisions,
): Write | null {
  if (claim === null || outcome === null) return null;
  const { controls, lane } = read;
  try {
    const pair = decisions.conclude(read, claim.nonce, at, outcome);
    const write = {
      of,
      instruction: internInstruction(pair.instruction),
      lane: { lane: internLane(pair.lane), from: lane.latch.state },
    };
    if (outcome.state !== 'anomaly') return write;
    const halted = { ...controls, mode: 'halted', version: controls.version + 1 } as const;
    return { ...write, controls: internControls(halted) };
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
    to(`records ${outcome.state}`, ENDED, after);
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
