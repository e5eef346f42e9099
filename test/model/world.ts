import type { Confirmation, Instruction } from '../../treasury/instructions/instruction.ts';
import type { ClaimRecord, Lane } from '../../treasury/instructions/lane.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import { type HaltState, neverHalted } from '../../treasury/policy/halt-state.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { idOf, intern, isInterned } from './interning.ts';
import {
  AMOUNT,
  approvedInstruction,
  armedLane,
  EPOCH,
  FOREIGN_DEBIT,
  HOURLY_RULE,
  OPENING_BALANCE,
  ROOMY_RULE,
  RULE,
  TIGHT_BALANCE,
} from './policy.ts';

/** What is durable in one table. It and its values are interned: equal content is the same object. */
export interface Book {
  readonly number: number;
  readonly epoch: string;
  readonly instructions: readonly Instruction[];
  readonly lane: Lane;
  readonly halt: HaltState;
  /** Whether there is a record of the run on the one snapshot. */
  readonly decided: boolean;
}

/** One atomic conditional write, as a commit of the ledger is. Names the versions it rests on. */
export interface Write {
  readonly of: number;
  /** New state and, by its version, the condition on the one before. */
  readonly instruction?: Instruction;
  readonly lane?: { readonly lane: Lane; readonly from: Lane['status']['state'] };
  /** An anomaly halts: without a condition of its own. */
  readonly halts?: true;
  /** The record of the run on the one snapshot: there must be none. */
  readonly run?: true;
  /** Generation of the halt that must still stand, live. */
  readonly keepHalt?: number;
}

/** Where one invocation of send-withdrawal is: the await that it returns from next. */
export const SENDER_STEPS = [
  'waits',
  'queued',
  'read-instruction',
  'read-lane',
  'read-balances',
  'decide',
  'commit-cancel',
  'commit-claim',
  'read-back',
  'last-look',
  'post',
  'answer',
  'outcome-instruction',
  'outcome-lane',
  'commit-outcome',
  'read-bookings',
  'note-bookings',
  'ended',
] as const;

export type SenderStep = (typeof SENDER_STEPS)[number];

export interface Sender {
  readonly step: SenderStep;
  /** Index of the instruction it was invoked with. */
  readonly of: number;
  /** Which table its environment names; an invocation keeps it for its life. */
  readonly book: number;
  readonly attempt: number;
  /** Tick at which it was invoked, until it has claimed: from then on it is let live for ever. */
  readonly begun: number;
  /** Generation of the token in its memory. */
  readonly token: number;
  readonly refreshed: boolean;
  readonly instruction: Instruction | null;
  readonly lane: Lane | null;
  /** As it was read before the balances: the claim, and the look right before the POST, go by it. */
  readonly halt: HaltState | null;
  /** Balance as answered, the tick it was read at and how many deposits there had been by then. */
  readonly reading: {
    readonly total: number;
    readonly at: number;
    readonly deposits: number;
  } | null;
  readonly write: Write | null;
  readonly claim: ClaimRecord | null;
  /** The answer to the claim's write did not come: nothing is concluded from the failure itself. */
  readonly answerLost: boolean;
  readonly outcome: Outcome<Confirmation> | null;
  /** What the last look found, if there was one: whoever saw a halt, or never looked, must not post while it stands. */
  readonly sawLive: boolean;
}

/** A person pair or the watchdog between its read and its write. */
export interface Helper {
  readonly of: number;
  readonly instruction: Instruction;
  readonly lane: Lane;
}

/** A POST on its way or at the service. */
export interface Request {
  readonly of: number;
  readonly sender: number;
  readonly lastTick: number;
  readonly state: 'pending' | 'executed' | 'dead';
}

/** What may still happen of each kind of event: the bounds that keep the search finite. */
export interface Faults {
  readonly crashes: number;
  readonly lostAnswers: number;
  readonly lateWrites: number;
  readonly lies: number;
  readonly contradictions: number;
  readonly deposits: number;
  readonly debits: number;
  readonly snapshots: number;
  readonly rotations: number;
  readonly restores: number;
  /** Times that two people arm what was restored. */
  readonly rearmings: number;
  /** Answers of 200 that say themselves that they failed. */
  readonly statedFailures: number;
  /** Executions that the balances show later. */
  readonly lateBookings: number;
  /** Times that only a part of what was executed begins to show. */
  readonly partialBookings: number;
  /** Deposits that come with a booking, so that no balance falls. */
  readonly hidingDeposits: number;
  /** Readings that come from a replica which shows nothing that was executed. */
  readonly staleReadings: number;
  /** Snapshots that a run takes into account. */
  readonly runs: number;
  /** Times that a person halts everything. */
  readonly halts: number;
  /** Times that the one snapshot is delivered to a run. */
  readonly deliveries: number;
}

export interface World {
  readonly now: number;
  readonly books: readonly Book[];
  readonly backup: Book | null;
  readonly senders: readonly Sender[];
  readonly watchdog: Helper | null;
  readonly people: Helper | null;
  readonly requests: readonly Request[];
  /** A write whose client is dead and that may still land. */
  readonly floating: {
    readonly write: Write;
    readonly book: number;
    /** Deposits there had been when its balance was read. */
    readonly deposits: number;
  } | null;
  /** A run between its reads and its write. */
  readonly delivery: { readonly write: Write; readonly book: number } | null;
  /** Times that the decisions of the one snapshot were recorded: the truth. */
  readonly recorded: number;
  /** Times that each instruction was executed: the truth. */
  readonly executed: readonly number[];
  readonly deposits: number;
  readonly debits: number;
  /** Units that were executed and that no balance shows yet. */
  readonly hidden: number;
  /** Something was executed that the true balance of that moment did not carry. */
  readonly sizedOnGone: boolean;
  /** A POST began while a halt stood, by a sender that had not looked before the halt was answered. */
  readonly postedUnlooked: boolean;
  /** A snapshot on its way to a run. */
  readonly forRun: { readonly at: number; readonly total: number } | null;
  /** Balances read since the claim: what the snapshots hold. */
  readonly snapshots: readonly { readonly at: number; readonly total: number }[];
  /** For the one stated exception: a deposit and an execution between the same two readings. */
  readonly sinceReading: { readonly deposit: boolean; readonly execution: boolean };
  readonly masked: boolean;
  readonly token: number;
  readonly left: Faults;
  /** Whether anything of this world can halt: people, or an answer that contradicts the request. */
  readonly haltable: boolean;
  readonly pauses: Size['pauses'];
  readonly money: Size['money'];
  readonly answers: Size['answers'];
  readonly made: Size['made'];
}

/** History is dropped: nothing is ever decided from it. */
export function internInstruction(instruction: Instruction): Instruction {
  return isInterned(instruction) ? instruction : intern({ ...instruction, history: [] });
}

const books = new Map<string, Book>();

export function internBook(content: Omit<Book, 'number'>): Book {
  const { epoch, instructions, lane, halt, decided } = content;
  const key = `${epoch},${instructions.map(idOf).join()},${idOf(lane)},${halt.generation},${decided}`;
  let book = books.get(key);
  if (book === undefined) {
    book = { number: books.size + 1, epoch, instructions, lane, halt, decided };
    books.set(key, book);
  }
  return book;
}

export const internLane: (lane: Lane) => Lane = intern;
export const internHalt: (halt: HaltState) => HaltState = intern;
const internFaults: (faults: Faults) => Faults = intern;

const spentFaults = new WeakMap<Faults, Map<keyof Faults, Faults>>();

export function spend(left: Faults, kind: keyof Faults): Faults {
  let spent = spentFaults.get(left);
  if (spent === undefined) {
    spent = new Map();
    spentFaults.set(left, spent);
  }
  const known = spent.get(kind);
  if (known !== undefined) return known;
  const less = internFaults({ ...left, [kind]: left[kind] - 1 });
  spent.set(kind, less);
  return less;
}

/** The rule of a world: with a budget for one instruction, or with a balance for one. */
export function ruleOf({ money, made }: Pick<World, 'money' | 'made'>): SweepRule {
  if (made !== 'before') return HOURLY_RULE;
  return money === 'tight' ? ROOMY_RULE : RULE;
}

/** The truth: what the service's books hold. */
export function balanceOf(world: World): number {
  return balanceBefore(world) - goneOf(world);
}

/** What a reading of this moment shows. */
export function shownBalance(world: World): number {
  return balanceOf(world) + world.hidden;
}

/** What a replica shows that has booked nothing of what was executed. */
export function staleBalance(world: World): number {
  return balanceBefore(world);
}

function balanceBefore({ deposits, debits, money }: World): number {
  const opening = money === 'tight' ? TIGHT_BALANCE : OPENING_BALANCE;
  return opening + deposits * AMOUNT - debits * FOREIGN_DEBIT;
}

function goneOf({ executed }: World): number {
  return executed.reduce((sum, times) => sum + times * AMOUNT, 0);
}

/** The table that the deployment names now. */
export function currentBook({ books }: World): Book {
  const book = books.at(-1);
  if (book === undefined) throw new Error('a world without a ledger');
  return book;
}

export const WAITING: Sender = {
  step: 'waits',
  of: 0,
  book: 0,
  attempt: 0,
  begun: 0,
  token: 0,
  refreshed: false,
  instruction: null,
  lane: null,
  halt: null,
  reading: null,
  write: null,
  claim: null,
  answerLost: false,
  outcome: null,
  sawLive: false,
};

/** Nothing of an ended invocation matters any more; how it ended is in the ledger or nowhere. */
export const ENDED: Sender = { ...WAITING, step: 'ended' };

export interface Size {
  readonly instructions: number;
  /**
   * 'every-await': each may pause, and any other get between, at every single await. 'where-
   * it-counts': a read is taken together with the next read, and a decision with its write, where the
   * write is conditional on the versions of all that was read: had anything come between, the write
   * would have failed and all been decided anew, as if the pause had been before the first read.
   */
  readonly pauses: 'every-await' | 'where-it-counts';
  /** Invocations in all; the first `delivered` come from the stream, the others from the watchdog. */
  readonly senders: readonly { readonly of: number; readonly delivered: boolean }[];
  readonly faults: Faults;
  /**
   * 'ample': a balance for many instructions, and a budget for one. 'tight': no budget, and a balance for one; only
   * here are balances read again after a confirmation.
   */
  readonly money: 'ample' | 'tight';
  /** What a sender may hear; refusals have nothing to do with when something is booked. */
  readonly answers: 'any' | 'confirmed-or-none';
  /**
   * Whether the instruction is there from the start; or made by a run on a schedule, each on a snapshot of its own; or by
   * runs on one snapshot that is delivered again.
   */
  readonly made: 'before' | 'by-a-run' | 'by-deliveries';
}

export function firstWorld(size: Size): World {
  const { instructions, senders, faults, pauses, money, answers, made } = size;
  const list = Array.from({ length: instructions }, (_, n) =>
    internInstruction(firstInstruction(n, size)),
  );
  const book = internBook({
    epoch: EPOCH,
    instructions: list,
    lane: internLane(armedLane(made === 'before' ? list : [])),
    halt: internHalt(neverHalted('main')),
    decided: false,
  });
  return {
    now: 0,
    books: [book],
    backup: null,
    senders: senders.map(({ of, delivered }) =>
      delivered ? { ...WAITING, step: 'queued', of } : { ...WAITING, of },
    ),
    watchdog: null,
    people: null,
    requests: [],
    floating: null,
    executed: list.map(() => 0),
    deposits: 0,
    debits: 0,
    hidden: 0,
    sizedOnGone: false,
    postedUnlooked: false,
    forRun: null,
    delivery: null,
    recorded: 0,
    snapshots: [],
    sinceReading: { deposit: false, execution: false },
    masked: false,
    token: 0,
    left: internFaults(faults),
    haltable: faults.halts > 0 || faults.contradictions > 0,
    pauses,
    money,
    answers,
    made,
  };
}

/** The instruction that a run is to make stands in its place, unborn: it is not sent. */
function firstInstruction(n: number, size: Size): Instruction {
  const approved = approvedInstruction(n, ruleOf(size));
  if (size.made === 'before') return approved;
  return { ...approved, status: { state: 'proposed', at: approved.createdAt } };
}
