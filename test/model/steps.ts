import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { type HaltAct, haltedBy } from '../../treasury/policy/halt-state.ts';
import { SENDER_TIMEOUT_SECONDS } from '../../treasury/sending/protocol-limits.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import type { Decisions } from './decisions.ts';
import { TICKS } from './policy.ts';
import {
  type Book,
  currentBook,
  ENDED,
  internBook,
  internHalt,
  type Request,
  type Sender,
  shownBalance,
  spend,
  staleBalance,
  type World,
  type Write,
} from './world.ts';

/** Takes one step: its words, and the world after it. */
export type Emit = (message: string, world: World) => void;

const joinedMessages = new Map<string, Map<string, string>>();

/** Words after words, the same object each time: a search takes some steps a million times. */
export function joined(first: string, then: string): string {
  let known = joinedMessages.get(first);
  if (known === undefined) {
    known = new Map();
    joinedMessages.set(first, known);
  }
  let message = known.get(then);
  if (message === undefined) {
    message = `${first}${then}`;
    known.set(then, message);
  }
  return message;
}

/** Where an invocation stands, and the way to where it goes. */
export interface Step {
  readonly world: World;
  readonly n: number;
  readonly sender: Sender;
  readonly book: Book;
  readonly decisions: Decisions;
  readonly to: (message: string, next: Sender, after?: World) => void;
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

/** By a person, or where an answer is another than what was asked; nothing is ever decided from its words. */
const HALT: HaltAct = {
  id: 'halt',
  at: '2026-01-05T09:00:00.000Z',
  by: 'sluice',
  comment: '',
  requestId: '',
};

const booksAfter = new WeakMap<Write, Map<Book, Book>>();

/** The write, all of it. */
export function landed(world: World, book: number, write: Write): World {
  const before = world.books[book];
  if (before === undefined) return world;
  let known = booksAfter.get(write);
  if (known === undefined) {
    known = new Map();
    booksAfter.set(write, known);
  }
  let after = known.get(before);
  if (after === undefined) {
    after = written(before, write);
    known.set(before, after);
  }
  const recorded = world.recorded + (write.run === undefined ? 0 : 1);
  return { ...world, books: world.books.with(book, after), recorded };
}

function written(target: Book, { of, instruction, lane, halts, run }: Write): Book {
  return internBook({
    epoch: target.epoch,
    instructions:
      instruction === undefined ? target.instructions : target.instructions.with(of, instruction),
    lane: lane?.lane ?? target.lane,
    halt: halts === undefined ? target.halt : haltedBook(target).halt,
    decided: target.decided || run === true,
  });
}

export function haltedBook(book: Book): Book {
  return internBook({ ...book, halt: internHalt(haltedBy(book.halt, HALT)) });
}

/** What a reading of the balance can show: what is booked, or what a replica says that is behind. */
export function readings(world: World): readonly {
  readonly message: string;
  readonly total: number;
  readonly after: World;
}[] {
  const total = shownBalance(world);
  const shown = { message: 'reads the balance', total, after: world };
  const stale = staleBalance(world);
  if (world.left.staleReadings === 0 || stale === total) return [shown];
  const after = { ...world, left: spend(world.left, 'staleReadings') };
  return [shown, { message: 'reads the balance of a replica that is behind', total: stale, after }];
}

/** Nothing that cannot matter any more makes two worlds differ. */
export function settled(before: World): World {
  const world = withoutTheTimedOut(before);
  const requests = stillMattering(world);
  const idle = currentBook(world).lane.status.state === 'idle';
  const snapshots = idle ? NONE : world.snapshots;
  if (requests === world.requests && snapshots === world.snapshots) return world;
  return { ...world, requests, snapshots };
}

function stillMattering(world: World): World['requests'] {
  const { requests, now, senders } = world;
  if (requests.length === 0) return NONE;
  const isOver = ({ state, lastTick }: Request) => state === 'pending' && now > lastTick;
  const matters = ({ state, sender }: Request) =>
    state === 'pending' || senders[sender]?.step === 'answer';
  if (!requests.some((request) => isOver(request) || !matters(request))) return requests;
  const left = requests
    .map((request) => (isOver(request) ? { ...request, state: 'dead' as const } : request))
    .filter(matters);
  return left.length === 0 ? NONE : left;
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
