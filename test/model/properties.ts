import { knownAmount, spent as spentOf } from '../../treasury/counters/counts.ts';
import { isClosed } from '../../treasury/instructions/advance.ts';
import { ruleCounter } from '../../treasury/instructions/lane.ts';
import { memoOf } from './memo.ts';
import { AMOUNT, BUDGET, instantAt, RULE, TICKS } from './policy.ts';
import { type Book, currentBook, ruleOf, type World } from './world.ts';

export type ViolationCode =
  | 'executed-twice'
  | 'executed-without-record'
  /** A rule has two decisions on one snapshot. */
  | 'decided-twice'
  | 'confirmed-not-executed'
  | 'closed-but-executed'
  | 'over-budget'
  /** Executed although the true balance of that moment did not carry it. */
  | 'sized-on-gone'
  /** A POST began after the answer to a halt, and its sender had not looked before that. */
  | 'posted-after-halt'
  /** The one stated exception, reported only where it is asked for. */
  | 'masked';

export interface Violation {
  readonly code: ViolationCode;
  readonly message: string;
}

/** What must never be; null where all is well. */
export function violationIn(world: World): Violation | null {
  for (const [of, times] of world.executed.entries()) {
    const message = `instruction ${of + 1} was executed ${times} times`;
    if (times > 1) return { code: 'executed-twice', message };
  }
  for (const [of, times] of world.executed.entries()) {
    const broken = times > 0 ? deniedExecution(world, of) : inventedExecution(world, of);
    if (broken !== null) return broken;
  }
  if (world.recorded > 1) {
    const message = `the decisions of one snapshot were recorded ${world.recorded} times`;
    return { code: 'decided-twice', message };
  }
  if (world.sizedOnGone) {
    const message = 'what left was sized on money that had left before';
    return { code: 'sized-on-gone', message };
  }
  if (world.postedUnlooked) {
    const message =
      'a POST began after a halt was answered, by a sender that had not looked before';
    return { code: 'posted-after-halt', message };
  }
  const message = budgetViolation(world);
  return message === null ? null : { code: 'over-budget', message };
}

function inventedExecution({ books }: World, of: number): Violation | null {
  const confirmed = books.some(
    ({ instructions }) => instructions[of]?.status.state === 'confirmed',
  );
  if (!confirmed) return null;
  const message = `instruction ${of + 1} is confirmed and was not executed`;
  return { code: 'confirmed-not-executed', message };
}

function deniedExecution(world: World, of: number): Violation | null {
  const name = `instruction ${of + 1}`;
  if (!world.books.some((book) => isRecorded(book, of))) {
    const message = `${name} was executed and the ledger does not know of any request`;
    return { code: 'executed-without-record', message };
  }
  for (const book of world.books) {
    const state = book.instructions[of]?.status.state;
    if (state === 'released' || state === 'not-sent') {
      return { code: 'closed-but-executed', message: `${name} is ${state} and was executed` };
    }
    if (state === 'rejected' && !isBlockedBy(book, of)) {
      const message = `${name} was rejected, its lane is free, and it was executed`;
      // A service that lies, and a deposit that hides it from every reading.
      return { code: world.masked ? 'masked' : 'closed-but-executed', message };
    }
  }
  return null;
}

const KNOWS_OF_NO_REQUEST: ReadonlySet<string> = new Set(['proposed', 'approved', 'cancelled']);

function isRecorded({ instructions }: Book, of: number): boolean {
  const state = instructions[of]?.status.state;
  return state !== undefined && !KNOWS_OF_NO_REQUEST.has(state);
}

function isBlockedBy({ instructions, lane }: Book, of: number): boolean {
  return lane.status.state !== 'idle' && lane.status.claim.instructionId === instructions[of]?.id;
}

const budgetVerdicts = memoOf<string | null>();

/** What may have left is debited, and what is debited is within the budget. */
function budgetViolation(world: World): string | null {
  // Without a budget there is none to exceed.
  if (world.masked || ruleOf(world).budgets.per24Hours === undefined) return null;
  for (const book of world.books) {
    const { instructions, lane } = book;
    const counted = instructions.filter(
      ({ status }, of) =>
        ['sending', 'unknown', 'anomaly', 'confirmed'].includes(status.state) ||
        (status.state === 'rejected' && isBlockedBy(book, of)),
    ).length;
    const verdict = budgetVerdicts(
      budgetVerdicts,
      [lane],
      counted * TICKS.length + world.now,
      () => {
        const counter = ruleCounter(lane, RULE.id);
        const spent = knownAmount(spentOf(lane.counts, counter, 'hours', instantAt(world.now)));
        if (spent === null || spent.greaterThan(BUDGET)) {
          return `${spent} were debited, more than the budget`;
        }
        return spent.lessThan(counted * AMOUNT)
          ? `${counted * AMOUNT} may have left and ${spent} are reserved`
          : null;
      },
    );
    if (verdict !== null) return verdict;
  }
  const left = world.executed.reduce((sum, times) => sum + times * AMOUNT, 0);
  return left > BUDGET ? `${left} were executed, more than the budget` : null;
}

/** An end: every instruction closed and the lane free for the next. */
export function isEnd(world: World): boolean {
  const { instructions, lane } = currentBook(world);
  return (
    lane.status.state === 'idle' &&
    instructions.every(
      (instruction) =>
        isClosed(instruction) ||
        instruction.status.state === 'rejected' ||
        // Never made.
        instruction.status.state === 'proposed',
    )
  );
}
