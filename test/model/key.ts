import { idOf, numberOf } from './interning.ts';
import { MORE_THAN_ANY_BALANCE } from './policy.ts';
import {
  type Book,
  type Helper,
  type Request,
  SENDER_STEPS,
  type Sender,
  type Size,
  type World,
  type Write,
} from './world.ts';

/* Equal worlds have equal rows, and only they. */

const NUMBERS_OF_THE_WORLD = 14;
const NUMBERS_OF_A_SENDER = 7;

/**
 * Writes worlds down as whole numbers, one after the other into the same row. Most of a world is what it was in the one
 * before, and is not written again.
 */
export class RowWriter {
  readonly row: Int32Array;
  readonly #written: unknown[] = [];

  constructor({ senders }: Pick<Size, 'senders'>) {
    this.row = new Int32Array(NUMBERS_OF_THE_WORLD + senders.length * NUMBERS_OF_A_SENDER);
  }

  write(world: World): Int32Array {
    const { books, forRun, senders } = world;
    this.row[0] = figuresOf(world);
    this.#put(1, world.executed, executionsOf);
    this.#put(2, books[0], bookNumber);
    this.#put(3, books[1], bookNumber);
    this.#put(4, world.backup, bookNumber);
    this.#put(5, world.watchdog, helperNumber);
    this.#put(6, world.people, helperNumber);
    this.#put(7, world.requests, firstRequests);
    this.#put(12, world.requests, otherRequests);
    this.#put(8, world.floating, floatingNumber);
    this.#put(9, world.snapshots, snapshotsNumber);
    this.#put(10, world.left, idOf);
    this.#put(11, forRun, runNumber);
    this.#put(13, world.delivery, deliveryNumber);
    for (let n = 0, at = NUMBERS_OF_THE_WORLD; n < senders.length; n++) {
      const sender = senders[n] as Sender;
      if (this.#written[at] !== sender) writeSender(sender, this.row, at);
      this.#written[at] = sender;
      at += NUMBERS_OF_A_SENDER;
    }
    return this.row;
  }

  #put<T>(at: number, value: T, number: (value: T) => number): void {
    if (at in this.#written && this.#written[at] === value) return;
    this.#written[at] = value;
    this.row[at] = number(value);
  }
}

/** One more figure beside others; one that does not fit would make two worlds one. */
function pack(before: number, value: number, size: number): number {
  if (!(value >= 0 && value < size)) throw new RangeError(`${value} is not below ${size}`);
  return before * size + value;
}

function figuresOf(world: World): number {
  const { now, deposits, debits, hidden, token, sinceReading } = world;
  let figures = pack(0, now, 8);
  figures = pack(figures, deposits, 8);
  figures = pack(figures, debits, 8);
  figures = pack(figures, hidden, 16);
  figures = pack(figures, token, 8);
  figures = pack(figures, world.books.length, 4);
  figures = pack(figures, +world.sizedOnGone, 2);
  figures = pack(figures, +world.postedUnlooked, 2);
  figures = pack(figures, +world.masked, 2);
  figures = pack(figures, +sinceReading.deposit, 2);
  figures = pack(figures, +sinceReading.execution, 2);
  return pack(figures, world.recorded, 4);
}

function executionsOf(executed: World['executed']): number {
  let figures = 0;
  for (const times of executed) figures = pack(figures, times, 16);
  return figures;
}

function runNumber(forRun: World['forRun']): number {
  return forRun === null ? 0 : 1 + pack(pack(0, forRun.at, 8), forRun.total, MORE_THAN_ANY_BALANCE);
}

function writeSender(sender: Sender, row: Int32Array, at: number): void {
  let figures = pack(0, SENDER_STEPS.indexOf(sender.step), 32);
  figures = pack(figures, sender.of, 4);
  figures = pack(figures, sender.book, 4);
  figures = pack(figures, sender.attempt, 16);
  figures = pack(figures, sender.begun, 8);
  figures = pack(figures, sender.token, 8);
  figures = pack(figures, +sender.refreshed, 2);
  figures = pack(figures, +sender.sawLive, 2);
  row[at] = pack(figures, +sender.answerLost, 2);
  const { reading, halt } = sender;
  let read = pack(0, halt === null ? 0 : 1 + halt.generation, 16);
  read = pack(read, +(reading !== null), 2);
  if (reading !== null) {
    read = pack(read, reading.total, MORE_THAN_ANY_BALANCE);
    read = pack(read, reading.at, 8);
    read = pack(read, reading.deposits, 8);
  }
  row[at + 1] = read;
  row[at + 2] = idOf(sender.instruction);
  row[at + 3] = idOf(sender.lane);
  row[at + 4] = writeNumber(sender.write);
  row[at + 5] = claimNumber(sender.claim);
  row[at + 6] = outcomeNumber(sender.outcome);
}

function bookNumber(book: Book | null | undefined): number {
  return book?.number ?? 0;
}

const helperNumber = numberOf<Helper>(
  ({ of, instruction, lane }) => `${of},${idOf(instruction)},${idOf(lane)}`,
);

/** Requests that one number holds. */
const REQUESTS_TOGETHER = 3;
const REQUEST_STATES = ['pending', 'executed', 'dead'];

function firstRequests(requests: World['requests']): number {
  return requestsNumber(requests, 0);
}

function otherRequests(requests: World['requests']): number {
  const read = 2 * REQUESTS_TOGETHER;
  if (requests.length > read) throw new RangeError(`more than ${read} requests under way`);
  return requestsNumber(requests, REQUESTS_TOGETHER);
}

function requestsNumber(requests: World['requests'], from: number): number {
  let number = 1;
  for (let n = from; n < requests.length && n < from + REQUESTS_TOGETHER; n++) {
    const { of, sender, lastTick, state } = requests[n] as Request;
    number = pack(number, of, 4);
    number = pack(number, sender, 4);
    number = pack(number, lastTick, 8);
    number = pack(number, REQUEST_STATES.indexOf(state), 4);
  }
  return number;
}

/** More than three would not fit. */
const MAX_SNAPSHOTS = 3;

function snapshotsNumber(snapshots: World['snapshots']): number {
  if (snapshots.length > MAX_SNAPSHOTS)
    throw new RangeError(`more than ${MAX_SNAPSHOTS} snapshots`);
  let number = 1;
  for (const { at, total } of snapshots) {
    number = pack(pack(number, at, 8), total, MORE_THAN_ANY_BALANCE);
  }
  return number;
}

const writeKey = ({ instruction, lane, halts, keepHalt, run }: Write): string =>
  `${idOf(instruction)}.${idOf(lane?.lane)}.${halts ?? ''}.${keepHalt ?? ''}.${run ?? ''}`;

const writeNumber = numberOf<Write>(writeKey);

const floatingNumber = numberOf<NonNullable<World['floating']>>(
  ({ book, deposits, write }) => `${book},${deposits},${writeKey(write)}`,
);

const deliveryNumber = numberOf<NonNullable<World['delivery']>>(
  ({ book, write }) => `${book},${writeKey(write)}`,
);

const claimNumber = numberOf<NonNullable<Sender['claim']>>(
  ({ nonce, claimedAt }) => `${nonce},${claimedAt}`,
);

const outcomeNumber = numberOf<NonNullable<Sender['outcome']>>((outcome) =>
  [
    outcome.state,
    'status' in outcome ? outcome.status : '',
    'cause' in outcome ? outcome.cause : '',
  ].join(),
);
