import { APPROVED_EXPIRY_SECONDS } from '../../treasury/instructions/approval-age.ts';
import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import { dropOpen } from '../../treasury/instructions/lane-transitions.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../treasury/sending/protocol-limits.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { REDELIVER_AFTER_SECONDS } from '../../treasury/watchdog/watch.ts';
import { ANY_STOP } from '../samples/stops.ts';
import type { Decisions, Pair } from './decisions.ts';
import { memoOf } from './memo.ts';
import { CURRENCY, instantAt, MORE_THAN_ANY_BALANCE, TICKS } from './policy.ts';
import { type Emit, holds, landed, withSender } from './steps.ts';
import {
  currentBook,
  type Helper,
  internInstruction,
  internLane,
  type World,
  type Write,
} from './world.ts';

/*
 * One round of the watchdog (treasury/watchdog/watch.ts): it looks, and later writes what it made of
 * that. It looks only where it would act: what it does in the end is decided anew at the write.
 */

export function watchdogSteps(world: World, decisions: Decisions, emit: Emit): void {
  const { watchdog } = world;
  const book = currentBook(world);
  if (watchdog !== null) {
    emit('the watchdog dies', { ...world, watchdog: null });
    const move = moveOf(world, watchdog, decisions);
    if (move === null) return;
    const stopped = { ...world, watchdog: null };
    const number = world.books.length - 1;
    if (holds(world, number, move.write, decisions)) {
      emit(`the watchdog ${move.message}`, landed(stopped, number, move.write));
    }
    return;
  }
  for (const [of, instruction] of book.instructions.entries()) {
    const looked = { of, instruction, lane: book.lane };
    const move = moveOf(world, looked, decisions);
    if (move === null) {
      redeliver(world, looked, emit);
    } else if (world.pauses === 'where-it-counts') {
      emit(`the watchdog ${move.message}`, landed(world, world.books.length - 1, move.write));
    } else {
      emit(`the watchdog looks at instruction ${of + 1}`, { ...world, watchdog: looked });
    }
  }
}

const moves = memoOf<Move | null>();

function moveOf(world: World, helper: Helper, decisions: Decisions): Move | null {
  const { of, instruction, lane } = helper;
  let asked = (1 + of) * TICKS.length + world.now;
  for (const { at, total } of world.snapshots) {
    asked = (asked * TICKS.length + at) * MORE_THAN_ANY_BALANCE + total;
  }
  return moves(decisions, [instruction, lane], asked, () => workOut(world, helper, decisions));
}

interface Move {
  readonly message: string;
  readonly write: Write;
}

function workOut(world: World, helper: Helper, decisions: Decisions): Move | null {
  const { instruction, lane, of } = helper;
  const { status } = instruction;
  const at = instantAt(world.now);
  const write = (pair: Pair): Write => ({
    of,
    ...(pair.instruction === instruction
      ? {}
      : { instruction: internInstruction(pair.instruction) }),
    lane: { lane: internLane(pair.lane), from: lane.status.state },
  });
  if (status.state === 'approved') {
    if (at < plusSeconds(status.at, APPROVED_EXPIRY_SECONDS)) return null;
    const event = { kind: 'cancel', at, reason: 'too-old', why: ANY_STOP, checks: [] } as const;
    const cancelled = decisions.advance(instruction, event);
    const dropped = dropOpen(lane, instruction.id);
    return { message: 'cancels: too old', write: write({ instruction: cancelled, lane: dropped }) };
  }
  if (lane.status.state === 'idle' || lane.status.claim.instructionId !== instruction.id)
    return null;
  if (status.state === 'sending') {
    if (at < plusSeconds(status.claim.sendBy, SENDER_TIMEOUT_SECONDS)) return null;
    const lost = decisions.advance(instruction, { kind: 'lose', at });
    const pair = { instruction: lost, lane: decisions.timeOutLane(lane, instruction.id, at) };
    return { message: 'gives the sender up: unknown', write: write(pair) };
  }
  if (status.state === 'rejected') {
    if (!decisions.freesRejected(lane, snapshotsOf(world), at)) return null;
    try {
      const freed = decisions.releaseLane(lane, instruction.id, false, at);
      return { message: 'frees the rejected lane', write: write({ instruction, lane: freed }) };
    } catch (error) {
      if (error instanceof IllegalTransitionDefect) return null;
      throw error;
    }
  }
  if (status.state !== 'unknown') return null;
  const pair = decisions.settlesUnknown({ instruction, lane }, snapshotsOf(world), at);
  return pair === null ? null : { message: 'settles the unknown by itself', write: write(pair) };
}

/** An approved instruction that no sender claimed is handed to the next invocation that waits. */
function redeliver(world: World, { of, instruction, lane }: Helper, emit: Emit): void {
  const { status } = instruction;
  if (status.state !== 'approved' || lane.status.state !== 'idle') return;
  const at = instantAt(world.now);
  if (at < plusSeconds(status.at, REDELIVER_AFTER_SECONDS)) return;
  if (at >= plusSeconds(status.at, APPROVED_EXPIRY_SECONDS)) return;
  const n = world.senders.findIndex(({ step }) => step === 'waits');
  const sender = world.senders[n];
  if (sender === undefined) return;
  const book = world.books.length - 1;
  const invoked = {
    ...sender,
    step: 'read-instruction',
    of,
    book,
    token: world.token,
    begun: world.now,
  } as const;
  emit(
    `the watchdog delivers instruction ${of + 1} to sender ${n + 1}`,
    withSender(world, n, invoked),
  );
}

/** The snapshots as the store would hand them out. */
function snapshotsOf({ snapshots }: World): readonly SnapshotTaken[] {
  return snapshots.map(
    ({ at, total }): SnapshotTaken => ({
      kind: 'taken',
      tenant: 'main',
      scheduledFor: instantAt(at),
      takenAt: instantAt(at),
      balances: { [CURRENCY]: { total: String(total) } },
      prices: {},
      valuation: { reportingCurrency: 'USD', total: '0', values: {}, unvalued: [] },
      rawBalances: '',
      rawBalancesDigest: '',
    }),
  );
}
