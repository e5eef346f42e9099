import { noteOpen, useOccurrence } from '../../treasury/instructions/lane-transitions.ts';
import { rearmableLanes } from '../../treasury/rearming/rearming.ts';
import type { Decisions } from './decisions.ts';
import { deliverySteps } from './deliveries.ts';
import { memoOf } from './memo.ts';
import {
  ACCOUNT,
  approvedInstruction,
  CONTROLS,
  CURRENCY,
  instantAt,
  REQUEST,
  START,
} from './policy.ts';
import { type Emit, holds, landed } from './steps.ts';
import {
  type Book,
  currentBook,
  internBook,
  internInstruction,
  internLane,
  ruleOf,
  shownBalance,
  spend,
  type World,
  type Write,
} from './world.ts';

/*
 * Where instructions are made in the search: a run of the sweeps decides a rule with a schedule, and two people arm
 * what was restored. The decision is the project's; the write is that of run-sweeps.ts.
 */

export function runSteps(world: World, decisions: Decisions, emit: Emit): void {
  if (world.made === 'before') return;
  if (world.made === 'by-deliveries') {
    deliverySteps(world, decisions, emit);
    return;
  }
  const book = currentBook(world);
  const number = world.books.length - 1;
  const write = decided(world, book, decisions);
  if (write !== null && holds(world, number, write, decisions)) {
    emit('a run finds the occurrence due and makes the instruction', landed(world, number, write));
  }
  if (world.left.rearmings === 0 || rearmableLanes([book.lane], book.epoch).length === 0) return;
  const unbooked = String(world.hidden);
  const at = instantAt(world.now);
  const armed = internLane(decisions.rearmLane(book.lane, book.epoch, at, unbooked));
  emit('two people arm the restored ledger', {
    ...world,
    books: world.books.with(number, internBook({ ...book, lane: armed })),
    left: spend(world.left, 'rearmings'),
  });
}

const made = memoOf<Write | null>();

/** The instruction of the one occurrence that the search knows; null where it is not due, or there already. */
function decided(world: World, { instructions, lane, halt, epoch }: Book, decisions: Decisions) {
  if (instructions[0]?.status.state !== 'proposed') return null;
  const rule = ruleOf(world);
  const total = String(shownBalance(world));
  const at = instantAt(world.now);
  return made(decisions, [lane, halt], `${total}@${at}${epoch}`, () => {
    const [decision] = decisions.evaluate({
      rules: [rule],
      accounts: new Map([[ACCOUNT.id, ACCOUNT]]),
      controls: CONTROLS,
      halt,
      balances: { [CURRENCY]: { total } },
      balancesReadAt: at,
      lanes: new Map([[CURRENCY, lane]]),
      epoch,
      occurrence: at,
      now: at,
    });
    if (decision?.outcome !== 'sweep' || decision.occurrence !== START) return null;
    const instruction = internInstruction({ ...approvedInstruction(0, rule), version: 2 });
    const used = useOccurrence(lane, rule.id, { last: START });
    const noted = noteOpen(used, {
      instructionId: instruction.id,
      ruleId: rule.id,
      amount: REQUEST.amount,
    });
    const after = internLane({ ...noted, version: lane.version + 1 });
    return { of: 0, instruction, lane: { lane: after, from: lane.status.state } };
  });
}
