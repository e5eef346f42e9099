import { type HaltAct, haltedBy } from '../../treasury/halt/halt-state.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../treasury/sending/protocol-limits.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import type { Decisions } from './decisions.ts';
import { TICKS } from './policy.ts';
import {
  type Book,
  currentBook,
  ENDED,
  idOf,
  internHalt,
  type Sender,
  shownBalance,
  spend,
  staleBalance,
  type World,
  type Write,
} from './world.ts';

/** Takes one step: its words, and the world after it. */
export type Emit = (words: string, world: World) => void;

/** Where an invocation stands, and the way to where it goes. */
export interface Step {
  readonly world: World;
  readonly n: number;
  readonly sender: Sender;
  readonly book: Book;
  readonly decisions: Decisions;
  readonly to: (words: string, next: Sender, after?: World) => void;
}

export function instructionIn(book: Book, { of }: Sender): Instruction {
  const instruction = book.instructions[of];
  if (instruction === undefined) throw new Error('an invocation for no instruction');
  return instruction;
}

export function withSender(world: World, n: number, sender: Sender): World {
  return { ...world, senders: world.senders.with(n, sender) };
}

export function holds(world: World, book: number, write: Write, decisions: Decisions): boolean {
  const target = world.books[book];
  return target !== undefined && decisions.conditionsHold(target, write);
}

/** Who halts where an answer is another than what was asked; nothing is ever decided from its words. */
const ANOMALY: HaltAct = {
  id: 'anomaly',
  at: '2026-01-05T09:00:00.000Z',
  by: 'sluice',
  words: '',
  requestId: '',
};

/** The write, all of it. */
export function landed(world: World, book: number, write: Write): World {
  const target = world.books[book];
  if (target === undefined) return world;
  const { of, instruction, lane, halts } = write;
  return {
    ...world,
    books: world.books.with(book, {
      epoch: target.epoch,
      instructions:
        instruction === undefined ? target.instructions : target.instructions.with(of, instruction),
      lane: lane?.lane ?? target.lane,
      halt: halts === undefined ? target.halt : internHalt(haltedBy(target.halt, ANOMALY)),
    }),
  };
}

/** What a reading of the balance can show: what is booked, or what a replica says that is behind. */
export function readings(world: World): readonly {
  readonly words: string;
  readonly total: number;
  readonly after: World;
}[] {
  const total = shownBalance(world);
  const shown = { words: 'reads the balance', total, after: world };
  const stale = staleBalance(world);
  if (world.left.staleReadings === 0 || stale === total) return [shown];
  const after = { ...world, left: spend(world.left, 'staleReadings') };
  return [shown, { words: 'reads the balance of a replica that is behind', total: stale, after }];
}

const results = new WeakMap<object, Map<string, unknown>>();

/** The project's reducers are pure: each distinct question is put to them once. */
export function memo<T>(
  asked: object,
  about: readonly object[],
  question: string,
  answer: () => T,
): T {
  let answers = results.get(asked);
  if (answers === undefined) {
    answers = new Map();
    results.set(asked, answers);
  }
  const key = `${about.map(idOf).join()}|${question}`;
  if (answers.has(key)) return answers.get(key) as T;
  const given = answer();
  answers.set(key, given);
  return given;
}

/** Nothing that can not matter any more makes two worlds differ. */
export function settled(before: World): World {
  const world = withoutTheTimedOut(before);
  const requests = world.requests
    .map((request) =>
      request.state === 'pending' && world.now > request.lastTick
        ? { ...request, state: 'dead' as const }
        : request,
    )
    .filter(({ state, sender }) => state === 'pending' || world.senders[sender]?.step === 'answer');
  const idle = currentBook(world).lane.latch.state === 'idle';
  return {
    ...world,
    requests: requests.length === 0 ? NONE : requests,
    snapshots: idle ? NONE : world.snapshots,
  };
}

const BEFORE_THE_CLAIM: ReadonlySet<Sender['step']> = new Set([
  'read-instruction',
  'read-lane',
  'read-balances',
  'decide',
  'commit-cancel',
  'commit-claim',
]);

/** Tick at which a function was invoked -> tick at which it is over. */
const DEAD_FROM: readonly number[] = TICKS.map((begun) => {
  const end = plusSeconds(begun, SENDER_TIMEOUT_SECONDS);
  const dead = TICKS.findIndex((instant) => instant >= end);
  return dead < 0 ? TICKS.length : dead;
});

/** The platform ends a function at its timeout. Whoever has claimed is let live on, as a zombie. */
function withoutTheTimedOut(world: World): World {
  const isOver = ({ step, begun }: Sender) =>
    BEFORE_THE_CLAIM.has(step) && world.now >= (DEAD_FROM[begun] ?? 0);
  if (!world.senders.some(isOver)) return world;
  return {
    ...world,
    senders: world.senders.map((sender) => (isOver(sender) ? ENDED : sender)),
  };
}

const NONE: readonly never[] = [];
