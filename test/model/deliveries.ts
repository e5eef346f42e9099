import { noteOpen, useOccurrence } from '../../treasury/instructions/lane-transitions.ts';
import type { Decisions } from './decisions.ts';
import { memoOf } from './memo.ts';
import {
  ACCOUNT,
  approvedInstruction,
  CONTROLS,
  CURRENCY,
  instantAt,
  OPENING_BALANCE,
  REQUEST,
  START,
} from './policy.ts';
import { type Emit, holds, landed } from './steps.ts';
import {
  type Book,
  currentBook,
  internInstruction,
  internLane,
  ruleOf,
  spend,
  type World,
  type Write,
} from './world.ts';

/*
 * One snapshot that is delivered to runs again and again, as record-run.ts records them: the decision, with the
 * instruction that follows from it, on condition that there is no record yet. Two runs at once are one whose write lands
 * late and another.
 */

export function deliverySteps(world: World, decisions: Decisions, emit: Emit): void {
  const { delivery, left } = world;
  if (delivery === null) {
    if (left.deliveries === 0) return;
    const read = reading(world, decisions);
    emit('a run reads for a snapshot', { ...read, left: spend(left, 'deliveries') });
    return;
  }
  const { write, book } = delivery;
  const over = { ...world, delivery: null };
  if (left.crashes > 0) {
    emit('a run dies between its reads and its write', { ...over, left: spend(left, 'crashes') });
  }
  if (left.lateWrites > 0 && world.floating === null) {
    emit('a run dies with its write on its way', {
      ...over,
      floating: { write, book, deposits: world.deposits },
      left: spend(left, 'lateWrites'),
    });
  }
  if (holds(world, book, write, decisions)) {
    const recorded = landed(over, book, write);
    emit('a run records its decisions', recorded);
    if (left.lostAnswers === 0) return;
    // The delivery has failed, and is repeated.
    emit('a run does not hear that its decisions are recorded', {
      ...recorded,
      left: spend(left, 'lostAnswers'),
    });
  } else {
    emit('a run finds the snapshot decided and leaves it', over);
  }
}

function reading(world: World, decisions: Decisions): World {
  const write = decided(world, currentBook(world), decisions);
  return { ...world, delivery: { book: world.books.length - 1, write } };
}

const made = memoOf<Write>();

/** The record of the run, with the instruction where there is one to be made. */
function decided(world: World, { instructions, lane, halt, epoch }: Book, decisions: Decisions) {
  const rule = ruleOf(world);
  const at = instantAt(world.now);
  const unborn = instructions[0]?.status.state === 'proposed';
  return made(decisions, [lane, halt], `${at}${epoch}${unborn}`, () => {
    const [decision] = decisions.evaluate({
      rules: [rule],
      accounts: new Map([[ACCOUNT.id, ACCOUNT]]),
      controls: CONTROLS,
      halt,
      balances: { [CURRENCY]: { total: String(OPENING_BALANCE) } },
      balancesReadAt: START,
      lanes: new Map([[CURRENCY, lane]]),
      epoch,
      occurrence: START,
      now: at,
    });
    if (decision?.outcome !== 'sweep') return { of: 0, run: true };
    const instruction = internInstruction({ ...approvedInstruction(0, rule), version: 2 });
    const used = useOccurrence(lane, rule.id, { last: START });
    const noted = noteOpen(used, {
      instructionId: instruction.id,
      ruleId: rule.id,
      amount: REQUEST.amount,
    });
    const after = internLane({ ...noted, version: lane.version + 1 });
    return { of: 0, run: true, instruction, lane: { lane: after, from: lane.status.state } };
  });
}
