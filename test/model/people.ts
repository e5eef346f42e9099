import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import type { Decisions } from './decisions.ts';
import { memoOf } from './memo.ts';
import { instantAt, TICKS } from './policy.ts';
import { type Emit, holds, landed } from './steps.ts';
import {
  currentBook,
  type Helper,
  internInstruction,
  internLane,
  type World,
  type Write,
} from './world.ts';

const PAIR = ['ana', 'ben'] as const;

/**
 * Two people settle what is held. They say what is true at the service at that moment: that they
 * look there is an assumption; that they cannot say "not executed" too early is the protocol's.
 */
export function peopleSteps(world: World, decisions: Decisions, emit: Emit): void {
  const { people } = world;
  const book = currentBook(world);
  if (people === null) {
    for (const [of, instruction] of book.instructions.entries()) {
      const { status } = book.lane;
      if (status.state === 'idle' || status.state === 'sending') continue;
      if (status.claim.instructionId !== instruction.id) continue;
      const looked = { ...world, people: { of, instruction, lane: book.lane } };
      if (world.pauses === 'where-it-counts') settle(looked, looked.people, decisions, emit);
      else emit(`two people look at instruction ${of + 1}: ${instruction.status.state}`, looked);
    }
    return;
  }
  emit('the people put it off', { ...world, people: null });
  settle(world, people, decisions, emit);
}

const settlements = memoOf<Write | null>();

function settle(
  world: World,
  { of, instruction, lane }: Helper,
  decisions: Decisions,
  emit: Emit,
): void {
  const executed = decisions.peopleSay((world.executed[of] ?? 0) > 0);
  const asked = (of * 2 + +executed) * TICKS.length + world.now;
  const write = settlements(decisions, [instruction, lane], asked, () =>
    settlement({ of, instruction, lane }, executed, instantAt(world.now), decisions),
  );
  const number = world.books.length - 1;
  if (write === null || !holds(world, number, write, decisions)) return;
  const message = `two people settle instruction ${of + 1}: ${executed ? 'executed' : 'not executed'}`;
  emit(message, landed({ ...world, people: null }, number, write));
}

/** Null where it is refused, in quarantine: they come back later. */
function settlement(
  { of, instruction, lane }: Helper,
  executed: boolean,
  at: string,
  decisions: Decisions,
): Write | null {
  const event = { kind: 'settle', at, by: PAIR, executed, comment: '' } as const;
  try {
    const freed = decisions.releaseLane(lane, instruction.id, executed, at);
    return {
      of,
      instruction: internInstruction(decisions.advance(instruction, event)),
      lane: { lane: internLane(freed), from: lane.status.state },
    };
  } catch (error) {
    if (error instanceof IllegalTransitionDefect) return null;
    throw error;
  }
}
