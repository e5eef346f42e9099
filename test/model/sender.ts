import {
  commitCancel,
  commitClaim,
  decide,
  readBack,
  readBalances,
  readInstruction,
  readLane,
} from './claiming.ts';
import {
  commitOutcome,
  decideOutcome,
  noteBookings,
  readBookings,
  readForOutcome,
} from './concluding.ts';
import type { Decisions } from './decisions.ts';
import { LAST_TICK } from './policy.ts';
import { answer, lastLook, post } from './posting.ts';
import { type Emit, joined, type Step, withSender } from './steps.ts';
import { currentBook, ENDED, type Sender, spend, type World } from './world.ts';

/*
 * send-withdrawal, one await at a time: send-approved.ts, claim-and-send.ts and send-claimed.ts of treasury/outgoing with
 * kinds/withdrawal.ts, commit-claim.ts and conclude.ts. What is decided is the project's; only the order of the awaits is written down here.
 */

export function senderSteps(world: World, n: number, decisions: Decisions, emit: Emit): void {
  const sender = world.senders[n];
  if (sender === undefined) return;
  if (sender.step === 'queued') {
    begin(world, n, sender, emit);
    return;
  }
  take(world, n, sender, decisions, (message, after) => emit(joined(nameOf(n), message), after));
  // Before anything is written or sent, dying and stopping to be scheduled are the same as waiting.
  if (world.left.crashes > 0 && LEAVES_TRACES.has(sender.step)) {
    const left = spend(world.left, 'crashes');
    emit(joined(nameOf(n), 'dies'), withSender({ ...world, left }, n, ENDED));
  }
}

const NAMES = ['sender 1 ', 'sender 2 ', 'sender 3 '];

function nameOf(n: number): string {
  return NAMES[n] ?? `sender ${n + 1} `;
}

/** The stream delivers: at least once, whenever it likes. Equal deliveries begin in their order. */
function begin(world: World, n: number, sender: Sender, emit: Emit): void {
  if (world.now === LAST_TICK) return;
  const earlier = world.senders.slice(0, n);
  // Of two instructions that are alike in all but their names, the first is begun first.
  const alike = world.money === 'tight';
  if (earlier.some(({ step, of }) => step === 'queued' && (alike || of === sender.of))) return;
  // The stream tells of what was approved, where it is made in the search.
  const made = currentBook(world).instructions[sender.of]?.status.state === 'approved';
  if (world.made !== 'before' && !made) return;
  const begun: Sender = {
    ...sender,
    step: 'read-instruction',
    begun: world.now,
    book: world.books.length - 1,
  };
  emit(joined(nameOf(n), 'is invoked by the stream'), withSender(world, n, begun));
}

function take(world: World, n: number, sender: Sender, decisions: Decisions, emit: Emit): void {
  const { step } = sender;
  const book = world.books[sender.book];
  if (step === 'waits' || step === 'queued' || step === 'ended' || book === undefined) return;
  const to = (message: string, next: Sender, after: World = world) => {
    const then = withSender(after, n, next);
    if (pausesBefore(next.step, world)) emit(message, then);
    else
      take(then, n, next, decisions, (more, end) => emit(joined(joined(message, ', '), more), end));
  };
  STEPS[step]({ world, n, sender, book, decisions, to });
}

/** Without halts, nothing can come between the last look and the POST that would matter to either. */
function pausesBefore(step: Sender['step'], { pauses, haltable }: World): boolean {
  if (pauses === 'every-await') return true;
  return !FOLLOWS_AT_ONCE.has(step) && (step !== 'post' || haltable);
}

/** The steps that are taken together with the one before, where pauses are made only where it counts. */
const FOLLOWS_AT_ONCE: ReadonlySet<Sender['step']> = new Set([
  'read-lane',
  'commit-cancel',
  'commit-claim',
  'outcome-lane',
  'commit-outcome',
]);

const LEAVES_TRACES: ReadonlySet<Sender['step']> = new Set([
  'read-back',
  'last-look',
  'post',
  'answer',
  'outcome-instruction',
  'outcome-lane',
  'commit-outcome',
]);

const STEPS: Readonly<
  Record<Exclude<Sender['step'], 'waits' | 'queued' | 'ended'>, (step: Step) => void>
> = {
  'read-instruction': readInstruction,
  'read-lane': readLane,
  'read-balances': readBalances,
  decide,
  'commit-cancel': commitCancel,
  'commit-claim': commitClaim,
  'read-back': readBack,
  'last-look': lastLook,
  post,
  answer,
  'outcome-instruction': readForOutcome,
  'outcome-lane': decideOutcome,
  'commit-outcome': commitOutcome,
  'read-bookings': readBookings,
  'note-bookings': noteBookings,
};
