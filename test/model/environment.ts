import { bookingWrite } from './concluding.ts';
import type { Decisions } from './decisions.ts';
import {
  AMOUNT,
  FOREIGN_DEBIT,
  LAST_TICK,
  RESTORED_EPOCH,
  TICK_PAST_QUARANTINES,
} from './policy.ts';
import { runSteps } from './runs.ts';
import { type Emit, haltedBook, holds, landed, readings } from './steps.ts';
import {
  balanceOf,
  currentBook,
  internBook,
  ruleOf,
  shownBalance,
  spend,
  type World,
} from './world.ts';

/** The steps of everything outside Sluice: the clock, the service, other people's money, the store. */
export function environmentSteps(world: World, decisions: Decisions, emit: Emit): void {
  if (world.now < LAST_TICK) emit('time passes', { ...world, now: nextTick(world) });
  serviceSteps(world, emit);
  moneySteps(world, emit);
  bookingRunSteps(world, decisions, emit);
  runSteps(world, decisions, emit);
  storeSteps(world, decisions, emit);
}

/** The moments around the end of a quarantine matter where something may be released. */
function nextTick({ now, answers }: World): number {
  return answers === 'any' || now === 0 || now >= TICK_PAST_QUARANTINES
    ? now + 1
    : TICK_PAST_QUARANTINES;
}

function serviceSteps(world: World, emit: Emit): void {
  for (const [index, request] of world.requests.entries()) {
    if (request.state !== 'pending') continue;
    const executed: World = {
      ...world,
      requests: world.requests.with(index, { ...request, state: 'executed' }),
      executed: world.executed.with(request.of, (world.executed[request.of] ?? 0) + 1),
      sizedOnGone: world.sizedOnGone || !isCarried(world),
      sinceReading: { ...world.sinceReading, execution: true },
      masked: world.masked || world.sinceReading.deposit,
    };
    emit(`the service EXECUTES instruction ${request.of + 1}`, executed);
    if (world.left.lateBookings === 0) continue;
    emit(`the service EXECUTES instruction ${request.of + 1} and will book it later`, {
      ...executed,
      hidden: world.hidden + AMOUNT,
      left: spend(world.left, 'lateBookings'),
    });
  }
  bookingSteps(world, emit);
  if (world.left.rotations > 0) {
    const left = spend(world.left, 'rotations');
    emit('the token is rotated', { ...world, token: world.token + 1, left });
  }
}

/** By the service's own books; what others took is excused, as a named assumption. */
function isCarried(world: World): boolean {
  const rule = ruleOf(world);
  const free = balanceOf(world) + world.debits * FOREIGN_DEBIT;
  return free > Number(rule.threshold) && free - AMOUNT >= Number(rule.keep);
}

function bookingSteps(world: World, emit: Emit): void {
  const { hidden, left } = world;
  if (hidden === 0) return;
  emit('the service books what it executed', { ...world, hidden: 0 });
  if (left.hidingDeposits > 0) {
    emit('the service books what it executed, and a deposit comes with it', {
      ...world,
      hidden: 0,
      deposits: world.deposits + 1,
      left: spend(left, 'hidingDeposits'),
    });
  }
  if (left.partialBookings === 0) return;
  emit('the service books a part of what it executed', {
    ...world,
    hidden: hidden - 1,
    left: spend(left, 'partialBookings'),
  });
}

/** A snapshot, and later the run that it is for: other balances may have been taken into account by then. */
function bookingRunSteps(world: World, decisions: Decisions, emit: Emit): void {
  const { forRun, left } = world;
  if (forRun !== null) {
    const without = { ...world, forRun: null };
    const write = bookingWrite(0, currentBook(world), forRun, decisions);
    if (write === null) emit('a run has nothing to take note of', without);
    else emit('a run takes note of the balance', landed(without, world.books.length - 1, write));
    return;
  }
  // Before anything was executed a snapshot shows nothing that a lane could wait for.
  if (left.runs === 0 || world.executed.every((times) => times === 0)) return;
  for (const { message, total, after } of readings(world)) {
    emit(`a run ${message}: ${total}`, {
      ...after,
      forRun: { at: world.now, total },
      left: spend(after.left, 'runs'),
    });
  }
}

function moneySteps(world: World, emit: Emit): void {
  const { left, sinceReading } = world;
  if (left.deposits > 0) {
    emit('a deposit arrives', {
      ...world,
      deposits: world.deposits + 1,
      left: spend(left, 'deposits'),
      sinceReading: { ...sinceReading, deposit: true },
      masked: world.masked || sinceReading.execution,
    });
  }
  if (left.debits > 0) {
    emit('another party takes money', {
      ...world,
      debits: world.debits + 1,
      left: spend(left, 'debits'),
    });
  }
  // Before a claim a snapshot says nothing about it.
  if (left.snapshots === 0 || currentBook(world).lane.status.state === 'idle') return;
  if (world.snapshots.some(({ at }) => at === world.now)) return;
  const total = shownBalance(world);
  emit(`a snapshot is taken: ${total}`, {
    ...world,
    snapshots: [...world.snapshots, { at: world.now, total }],
    sinceReading: { deposit: false, execution: false },
    left: spend(left, 'snapshots'),
  });
}

function storeSteps(world: World, decisions: Decisions, emit: Emit): void {
  const { floating, backup, left } = world;
  if (floating !== null) {
    const without = { ...world, floating: null };
    if (holds(world, floating.book, floating.write, decisions)) {
      emit('the late write lands', {
        ...landed(without, floating.book, floating.write),
        sinceReading: { deposit: world.deposits > floating.deposits, execution: false },
      });
    } else {
      emit('the late write is refused', without);
    }
  }
  if (left.halts > 0) {
    const book = currentBook(world);
    emit('a person halts everything', {
      ...world,
      books: world.books.with(-1, haltedBook(book)),
      left: spend(left, 'halts'),
    });
  }
  if (left.restores === 0) return;
  if (backup === null) {
    emit('a backup is made', { ...world, backup: currentBook(world) });
    return;
  }
  // The invocations that run keep the table they know; whatever begins finds the restored one.
  emit('the backup is restored into a new table', {
    ...world,
    backup: null,
    books: [...world.books, internBook({ ...backup, epoch: RESTORED_EPOCH })],
    watchdog: null,
    people: null,
    left: spend(left, 'restores'),
  });
}
