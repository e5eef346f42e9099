import { IllegalTransitionDefect } from '../../treasury/instructions/illegal-transition-defect.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { dropOpen } from '../../treasury/instructions/latch.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import {
  MAX_CLAIM_ATTEMPTS,
  SENDER_TIMEOUT_SECONDS,
} from '../../treasury/sending/protocol-limits.ts';
import type { Decisions } from './decisions.ts';
import { type ExchangeKind, exchangeOf } from './exchanges.ts';
import {
  ACCOUNT,
  CONTROLS,
  CURRENCY,
  instantAt,
  LAST_TICK,
  lastTickOfExecution,
  REQUEST,
  RULE,
} from './policy.ts';
import { type Emit, holds, landed, memo, withSender } from './steps.ts';
import {
  type Book,
  balanceOf,
  ENDED,
  internControls,
  internInstruction,
  internLane,
  type Request,
  type Sender,
  spend,
  type World,
} from './world.ts';

/*
 * send-withdrawal, one await at a time: treasury/sweeps/send-withdrawal.ts, with commit-claim.ts and
 * conclude.ts. What is decided is the project's; only the order of the awaits is written down here.
 */

/** A request is received while its sender lives, and executed at most the stated bound later. */
const EXECUTION_SECONDS = SENDER_TIMEOUT_SECONDS + CONTROLS.lateExecutionBoundSeconds;

export function senderSteps(world: World, n: number, decisions: Decisions, emit: Emit): void {
  const sender = world.senders[n];
  if (sender === undefined) return;
  if (sender.step === 'queued') {
    begin(world, n, sender, emit);
    return;
  }
  take(world, n, sender, decisions, (words, after) => emit(`sender ${n + 1} ${words}`, after));
  // Before anything is written or sent, dying and stopping to be scheduled are the same as waiting.
  if (world.left.crashes > 0 && LEAVES_TRACES.has(sender.step)) {
    const left = spend(world.left, 'crashes');
    emit(`sender ${n + 1} dies`, withSender({ ...world, left }, n, ENDED));
  }
}

/** The stream delivers: at least once, whenever it likes. Equal deliveries begin in their order. */
function begin(world: World, n: number, sender: Sender, emit: Emit): void {
  if (world.now === LAST_TICK) return;
  const earlier = world.senders.slice(0, n);
  if (earlier.some(({ step, of }) => step === 'queued' && of === sender.of)) return;
  const begun: Sender = {
    ...sender,
    step: 'read-instruction',
    begun: world.now,
    book: world.books.length - 1,
  };
  emit(`sender ${n + 1} is invoked by the stream`, withSender(world, n, begun));
}

function take(world: World, n: number, sender: Sender, decisions: Decisions, emit: Emit): void {
  const { step } = sender;
  const book = world.books[sender.book];
  if (step === 'waits' || step === 'queued' || step === 'ended' || book === undefined) return;
  const to = (words: string, next: Sender, after: World = world) => {
    const then = withSender(after, n, next);
    if (world.pauses === 'every-await' || !FOLLOWS_AT_ONCE.has(next.step)) emit(words, then);
    else take(then, n, next, decisions, (more, end) => emit(`${words}, ${more}`, end));
  };
  STEPS[step]({ world, n, sender, book, decisions, to });
}

/** The steps that are taken together with the one before, where pauses are made only where it counts. */
const FOLLOWS_AT_ONCE: ReadonlySet<Sender['step']> = new Set([
  'read-lane',
  'commit-cancel',
  'commit-claim',
  'outcome-lane',
  'commit-outcome',
]);

interface Step {
  readonly world: World;
  readonly n: number;
  readonly sender: Sender;
  readonly book: Book;
  readonly decisions: Decisions;
  readonly to: (words: string, next: Sender, after?: World) => void;
}

const LEAVES_TRACES: ReadonlySet<Sender['step']> = new Set([
  'read-back',
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
  post,
  answer,
  'outcome-instruction': readForOutcome,
  'outcome-lane': decideOutcome,
  'commit-outcome': commitOutcome,
};

function readInstruction({ world, sender, book, decisions, to }: Step): void {
  const instruction = instructionIn(book, sender);
  const seen = decisions.seenAs({ instruction, lane: book.lane }, instantAt(world.now)).instruction;
  if (seen.status.state !== 'approved') {
    to(`finds the instruction ${instruction.status.state} and stops`, ENDED);
    return;
  }
  to('reads the instruction: approved', { ...sender, step: 'read-lane', instruction });
}

function readLane({ sender, book, to }: Step): void {
  const { lane, controls } = book;
  to('reads lane and policy', { ...sender, step: 'read-balances', lane, controls });
}

function readBalances({ world, sender, to }: Step): void {
  if (sender.token < world.token) {
    // A 401 on a read: the token is fetched again, once.
    if (sender.refreshed) to('is refused twice and stops', ENDED);
    else
      to('is refused the balances (401) and fetches the token', {
        ...sender,
        token: world.token,
        refreshed: true,
      });
    return;
  }
  const reading = { total: balanceOf(world), at: world.now, deposits: world.deposits };
  to(`reads the balance: ${reading.total}`, { ...sender, step: 'decide', reading });
}

function decide({ world, n, sender, book, decisions, to }: Step): void {
  const { instruction, lane, controls, reading } = held(sender);
  const at = instantAt(world.now);
  const seen = decisions.seenAs({ instruction, lane }, at);
  const verdict = memo(
    decisions.reconsider,
    [seen.instruction, seen.lane, controls],
    `${book.epoch}${reading.total}${reading.at}${world.now}`,
    () =>
      decisions.reconsider({
        instruction: {
          ...REQUEST,
          ruleId: RULE.id,
          ruleVersion: RULE.version,
          instructionId: instruction.id,
        },
        rule: RULE,
        account: ACCOUNT,
        controls,
        lane: seen.lane,
        epoch: book.epoch,
        balances: { [CURRENCY]: { total: String(reading.total) } },
        balancesReadAt: instantAt(reading.at),
        now: at,
      }),
  );
  if (verdict.proceed) {
    const nonce = `n${n + 1}.${sender.attempt}`;
    const record = decisions.claimRecord({
      instructionId: instruction.id,
      nonce,
      at,
      controls,
      balanceBefore: String(reading.total),
      debit: { ruleId: RULE.id, amount: REQUEST.amount, at },
    });
    const write = {
      of: sender.of,
      instruction: internInstruction(
        decisions.advance(seen.instruction, { kind: 'claim', claim: record }),
      ),
      lane: { lane: internLane(decisions.claimLatch(seen.lane, record)), from: lane.latch.state },
      keepControls: controls.version,
    };
    const claiming = {
      ...sender,
      claim: record,
      write,
      lane: null,
      instruction: null,
      controls: null,
    };
    if (decisions.claimsFirst()) to('decides to claim', { ...claiming, step: 'commit-claim' });
    else to('decides to send', { ...claiming, step: 'post' });
    return;
  }
  const { reason, explanation, checks } = verdict;
  if (reason === 'in-flight' || reason === 'uncertain') {
    to(`puts it off: ${reason}`, ENDED);
    return;
  }
  const cancelled = decisions.advance(instruction, {
    kind: 'cancel',
    at,
    reason,
    explanation,
    checks,
  });
  const write = {
    of: sender.of,
    instruction: internInstruction(cancelled),
    lane: { lane: internLane(dropOpen(lane, instruction.id)), from: lane.latch.state },
  };
  const cancelling = {
    ...sender,
    write,
    lane: null,
    instruction: null,
    controls: null,
    reading: null,
  };
  to(`decides to cancel: ${reason}`, { ...cancelling, step: 'commit-cancel' });
}

function commitCancel({ world, sender, decisions, to }: Step): void {
  const { write } = sender;
  if (write === null) return;
  if (holds(world, sender.book, write, decisions)) {
    to('cancels the instruction', ENDED, landed(world, sender.book, write));
  } else {
    again({ sender, to }, 'finds that something changed');
  }
}

function commitClaim({ world, sender, decisions, to }: Step): void {
  const { write, reading, claim } = sender;
  if (write === null || claim === null) return;
  const { left } = world;
  const base = { ...sender, reading: null, write: null, begun: 0 };
  const readBack = { ...base, step: 'read-back' } as const;
  const claimed = {
    ...base,
    step: sender.outcome === null ? 'post' : 'outcome-instruction',
  } as const;
  const lost = { ...readBack, answerLost: true };
  if (holds(world, sender.book, write, decisions)) {
    const after = {
      ...landed(world, sender.book, write),
      sinceReading: {
        deposit: reading !== null && world.deposits > reading.deposits,
        execution: false,
      },
    };
    to('claims', claimed, after);
    if (left.lostAnswers > 0) {
      to('claims; the answer of the store is lost', lost, {
        ...after,
        left: spend(left, 'lostAnswers'),
      });
      // The store's client repeats a write whose answer was lost; the repetition meets the first.
      to('claims; the repeated write fails on its own success', readBack, {
        ...after,
        left: spend(left, 'lostAnswers'),
      });
    }
  } else {
    to('fails to claim: something changed', readBack);
  }
  if (left.lostAnswers > 0) {
    to('loses the write of its claim', lost, { ...world, left: spend(left, 'lostAnswers') });
  }
  if (left.lateWrites > 0 && world.floating === null) {
    const floating = { write, book: sender.book, deposits: reading?.deposits ?? 0 };
    to('gets no answer; the write of its claim is still on its way', lost, {
      ...world,
      floating,
      left: spend(left, 'lateWrites'),
    });
  }
}

function readBack({ sender, book, decisions, to }: Step): void {
  const { status } = instructionIn(book, sender);
  if (decisions.isOwnClaim(status, sender.claim?.nonce ?? '')) {
    const step = sender.outcome === null ? 'post' : 'outcome-instruction';
    to('finds the claim its own', { ...sender, step, answerLost: false });
  } else if (sender.answerLost) {
    to('does not find its claim and fails', ENDED);
  } else {
    again({ sender, to }, "finds another's claim, or none");
  }
}

/** Decided anew on fresh readings; the token that was fetched stays in memory. */
function again({ sender, to }: Pick<Step, 'sender' | 'to'>, words: string): void {
  const attempt = sender.attempt + 1;
  if (attempt >= MAX_CLAIM_ATTEMPTS) {
    to(`${words} and stops`, ENDED);
    return;
  }
  const { of, book, token, begun } = sender;
  to(`${words} and begins again`, {
    ...ENDED,
    step: 'read-instruction',
    of,
    book,
    token,
    begun,
    attempt,
  });
}

function post({ world, n, sender, decisions, to }: Step): void {
  const { claim } = sender;
  if (claim === null) return;
  if (!decisions.mayStillSend(instantAt(world.now), claim.sendBy)) {
    judged({ world, n, sender, decisions, to }, 'past-send-by', 'is past sendBy and does not send');
    return;
  }
  judged({ world, n, sender, decisions, to }, 'not-connected', 'can not connect');
  const request: Request = {
    of: sender.of,
    sender: n,
    lastTick: lastTickOfExecution(world.now, EXECUTION_SECONDS),
    // The service refuses a revoked token: whatever it answers, it executes nothing.
    state: sender.token < world.token ? 'dead' : 'pending',
  };
  to(
    'sends the POST',
    { ...sender, step: 'answer' },
    { ...world, requests: [...world.requests, request] },
  );
}

/** What the service, or the wire, answers: anything that the truth allows, and each stated lie. */
function answer(step: Step): void {
  const { world, n, sender } = step;
  const index = world.requests.findLastIndex((request) => request.sender === n);
  const request = world.requests[index];
  const { left } = world;
  const state = request?.state ?? 'dead';
  judged(step, 'timeout', 'hears nothing (timeout, reset, 5xx, unreadable)');
  if (state === 'executed') judged(step, 'confirmation', 'is answered 200 with its withdrawal');
  if (state === 'dead') {
    const stale = sender.token < world.token;
    if (stale) judged(step, 'token-refused', 'is answered 401');
    else judged(step, 'refusal', 'is answered 4xx');
  }
  if (state === 'pending') {
    const requests = world.requests.with(index, { ...(request as Request), state: 'dead' });
    judged({ ...step, world: { ...world, requests } }, 'refusal', 'is answered 4xx');
  }
  if (state !== 'dead' && left.lies > 0) {
    const lied = { ...world, left: spend(left, 'lies') };
    judged({ ...step, world: lied }, 'refusal', 'is answered 4xx, which is a lie');
  }
  if (left.contradictions > 0) {
    const contradicted = { ...world, left: spend(left, 'contradictions') };
    judged(
      { ...step, world: contradicted },
      'contradiction',
      'is answered 200 with something else',
    );
  }
}

function judged(step: Omit<Step, 'book'>, kind: ExchangeKind, words: string): void {
  const { world, sender, decisions, to } = step;
  const exchange = exchangeOf(kind, sender.of);
  if (decisions.postsAgain(exchange) && sender.attempt < MAX_CLAIM_ATTEMPTS) {
    to(
      `${words} and will send again`,
      { ...sender, step: 'post', attempt: MAX_CLAIM_ATTEMPTS },
      world,
    );
    return;
  }
  const outcome = memo(decisions.classify, [], `${kind}${sender.of}`, () => {
    const classified = decisions.classify(REQUEST, exchange, new Set());
    return classified.state === 'confirmed'
      ? { ...classified, confirmation: { kind: 'withdrawal' as const, ...classified.confirmation } }
      : classified;
  });
  const step_ = sender.write === null ? 'outcome-instruction' : 'commit-claim';
  to(words, { ...sender, step: step_, outcome }, world);
}

function readForOutcome({ sender, book, to }: Step): void {
  const instruction = instructionIn(book, sender);
  const { claim, outcome } = sender;
  if (claim === null || outcome === null) return;
  if (!canConclude(instruction, claim.nonce, outcome)) {
    to(`finds the instruction ${instruction.status.state} and leaves it`, ENDED);
    return;
  }
  to(`is about to record ${outcome.state}`, { ...sender, step: 'outcome-lane', instruction });
}

/** As in conclude.ts: from unknown only the answer itself can still say more. */
function canConclude({ status }: Instruction, nonce: string, outcome: Outcome<unknown>): boolean {
  if (status.state === 'sending') return status.claim.nonce === nonce;
  const saysMore = outcome.state === 'confirmed' || outcome.state === 'anomaly';
  return status.state === 'unknown' && saysMore && status.claim.nonce === nonce;
}

function decideOutcome({ world, sender, book, decisions, to }: Step): void {
  const { instruction, claim, outcome } = sender;
  if (instruction === null || claim === null || outcome === null) return;
  const at = instantAt(world.now);
  const { lane, controls } = book;
  try {
    const pair = memo(
      decisions.conclude,
      [instruction, lane],
      `${claim.nonce}${world.now}${outcome.state}${outcome.evidence}`,
      () => decisions.conclude({ instruction, lane }, claim.nonce, at, outcome),
    );
    const write = {
      of: sender.of,
      instruction: internInstruction(pair.instruction),
      lane: { lane: internLane(pair.lane), from: lane.latch.state },
      ...(outcome.state === 'anomaly'
        ? {
            controls: internControls({
              ...controls,
              mode: 'halted',
              version: controls.version + 1,
            }),
          }
        : {}),
    };
    to('reads the lane to record the outcome', {
      ...sender,
      step: 'commit-outcome',
      instruction: null,
      write,
    });
  } catch (error) {
    if (!(error instanceof IllegalTransitionDefect)) throw error;
    to('finds the lane changed and looks again', {
      ...sender,
      step: 'outcome-instruction',
      instruction: null,
    });
  }
}

function commitOutcome({ world, sender, decisions, to }: Step): void {
  const { write, outcome } = sender;
  if (write === null || outcome === null) return;
  const { left } = world;
  const retried = { ...sender, step: 'outcome-instruction', write: null } as const;
  if (holds(world, sender.book, write, decisions)) {
    const after = landed(world, sender.book, write);
    to(`records ${outcome.state}`, ENDED, after);
    if (left.lostAnswers > 0) {
      to(`records ${outcome.state}; the answer of the store is lost`, retried, {
        ...after,
        left: spend(left, 'lostAnswers'),
      });
    }
  } else {
    to('fails to record: something changed', retried);
  }
}

function instructionIn(book: Book, { of }: Sender): Instruction {
  const instruction = book.instructions[of];
  if (instruction === undefined) throw new Error('an invocation for no instruction');
  return instruction;
}

function held({ instruction, lane, controls, reading }: Sender) {
  if (instruction === null || lane === null || controls === null || reading === null) {
    throw new Error('a decision before its readings');
  }
  return { instruction, lane, controls, reading };
}
