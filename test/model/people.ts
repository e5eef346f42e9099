import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import type { Decisions } from './decisions.ts';
import { instantAt } from './policy.ts';
import { type Emit, holds, landed } from './steps.ts';
import { currentBook, type Helper, internInstruction, internLane, type World } from './world.ts';

const PAIR = ['ana', 'ben'] as const;

/**
 * Two people settle what is held. They say what is true at the service at that moment: that they
 * look there is an assumption; that they can not say "not executed" too early is the protocol's.
 */
export function peopleSteps(world: World, decisions: Decisions, emit: Emit): void {
  const { people } = world;
  const book = currentBook(world);
  if (people === null) {
    for (const [of, instruction] of book.instructions.entries()) {
      const { latch } = book.lane;
      if (latch.state === 'idle' || latch.state === 'sending') continue;
      if (latch.claim.instructionId !== instruction.id) continue;
      const looked = { ...world, people: { of, instruction, lane: book.lane } };
      if (world.pauses === 'where-it-counts') settle(looked, looked.people, decisions, emit);
      else emit(`two people look at instruction ${of + 1}: ${instruction.status.state}`, looked);
    }
    return;
  }
  emit('the people put it off', { ...world, people: null });
  settle(world, people, decisions, emit);
}

function settle(
  world: World,
  { of, instruction, lane }: Helper,
  decisions: Decisions,
  emit: Emit,
): void {
  const executed = (world.executed[of] ?? 0) > 0;
  const at = instantAt(world.now);
  try {
    const write = {
      of,
      instruction: internInstruction(
        decisions.advance(instruction, { kind: 'settle', at, by: PAIR, executed, words: '' }),
      ),
      lane: {
        lane: internLane(decisions.freeLatch(lane, instruction.id, executed, at)),
        from: lane.latch.state,
      },
    };
    const number = world.books.length - 1;
    if (!holds(world, number, write, decisions)) return;
    const words = `two people settle instruction ${of + 1}: ${executed ? 'executed' : 'not executed'}`;
    emit(words, landed({ ...world, people: null }, number, write));
  } catch (error) {
    // Refused: not in quarantine. They come back later.
    if (!(error instanceof IllegalTransitionDefect)) throw error;
  }
}
