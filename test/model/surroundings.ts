import type { Decisions } from './decisions.ts';
import { RESTORED_EPOCH, TICKS } from './policy.ts';
import { type Emit, holds, landed } from './steps.ts';
import { balanceOf, currentBook, spend, type World } from './world.ts';

/** What happens without anybody of ours: the clock, the service, other people's money, the store. */
export function surroundingSteps(world: World, decisions: Decisions, emit: Emit): void {
  if (world.now < TICKS.length - 1) emit('time passes', { ...world, now: world.now + 1 });
  serviceSteps(world, emit);
  moneySteps(world, emit);
  storeSteps(world, decisions, emit);
}

function serviceSteps(world: World, emit: Emit): void {
  for (const [index, request] of world.requests.entries()) {
    if (request.state !== 'pending') continue;
    emit(`the service EXECUTES instruction ${request.of + 1}`, {
      ...world,
      requests: world.requests.with(index, { ...request, state: 'executed' }),
      executed: world.executed.with(request.of, (world.executed[request.of] ?? 0) + 1),
      sinceReading: { ...world.sinceReading, execution: true },
      masked: world.masked || world.sinceReading.deposit,
    });
  }
  if (world.left.rotations > 0) {
    const left = spend(world.left, 'rotations');
    emit('the token is rotated', { ...world, token: world.token + 1, left });
  }
}

function moneySteps(world: World, emit: Emit): void {
  const { left, sinceReading } = world;
  if (left.deposits > 0) {
    emit('somebody deposits', {
      ...world,
      deposits: world.deposits + 1,
      left: spend(left, 'deposits'),
      sinceReading: { ...sinceReading, deposit: true },
      masked: world.masked || sinceReading.execution,
    });
  }
  if (left.debits > 0) {
    emit('somebody else takes money', {
      ...world,
      debits: world.debits + 1,
      left: spend(left, 'debits'),
    });
  }
  // Before a claim a snapshot says nothing about it.
  if (left.snapshots === 0 || currentBook(world).lane.latch.state === 'idle') return;
  if (world.snapshots.some(({ at }) => at === world.now)) return;
  const total = balanceOf(world);
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
  if (left.restores === 0) return;
  if (backup === null) {
    emit('a backup is made', { ...world, backup: currentBook(world) });
    return;
  }
  // The invocations that run keep the table they know; whatever begins finds the restored one.
  emit('the backup is restored into a new table', {
    ...world,
    backup: null,
    books: [...world.books, { ...backup, epoch: RESTORED_EPOCH }],
    watchdog: null,
    people: null,
    left: spend(left, 'restores'),
  });
}
