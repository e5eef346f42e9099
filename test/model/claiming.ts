import { type ClaimRecord, ruleCounter } from '../../treasury/instructions/lane.ts';
import { dropOpen } from '../../treasury/instructions/lane-transitions.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { MAX_CLAIM_ATTEMPTS } from '../../treasury/sending/protocol-limits.ts';
import type { Decisions } from './decisions.ts';
import { memoOf } from './memo.ts';
import { ACCOUNT, CONTROLS, CURRENCY, instantAt, REQUEST } from './policy.ts';
import { holds, instructionIn, landed, readings, type Step } from './steps.ts';
import {
  ENDED,
  internInstruction,
  internLane,
  ruleOf,
  type Sender,
  spend,
  type Write,
} from './world.ts';

/* From the invocation to the claim: send-approved.ts with kinds/withdrawal.ts, claim-and-send.ts and commit-claim.ts. */

export function readInstruction({ world, sender, book, decisions, to }: Step): void {
  const instruction = instructionIn(book, sender);
  const seen = decisions.seenAs({ instruction, lane: book.lane }, instantAt(world.now)).instruction;
  if (seen.status.state !== 'approved') {
    to(`finds the instruction ${instruction.status.state} and stops`, ENDED);
    return;
  }
  to('reads the instruction: approved', { ...sender, step: 'read-lane', instruction });
}

export function readLane({ sender, book, to }: Step): void {
  const { lane, halt } = book;
  to('reads lane and policy', { ...sender, step: 'read-balances', lane, halt });
}

export function readBalances({ world, sender, to }: Step): void {
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
  for (const { message, total, after } of readings(world)) {
    const reading = { total, at: world.now, deposits: world.deposits };
    to(`${message}: ${total}`, { ...sender, step: 'decide', reading }, after);
  }
}

/** What an invocation makes of what it read: synchronous in the use case, so it is one step. */
type Verdict =
  | { readonly kind: 'claim'; readonly claim: ClaimRecord; readonly write: Write }
  | { readonly kind: 'put-off'; readonly reason: string }
  | { readonly kind: 'cancel'; readonly reason: string; readonly write: Write };

const verdicts = memoOf<Verdict>();

export function decide({ world, n, sender, book, decisions, to }: Step): void {
  const { instruction, lane, halt, reading } = held(sender);
  const nonce = `n${n + 1}.${sender.attempt}`;
  const asked = `${sender.of}${nonce}${book.epoch}${reading.total}:${reading.at}@${world.now}`;
  const verdict = verdicts(decisions, [instruction, lane, halt], asked, () =>
    verdictOn(
      { instruction, lane, halt, reading },
      { of: sender.of, nonce, epoch: book.epoch, at: instantAt(world.now), rule: ruleOf(world) },
      decisions,
    ),
  );
  const done = { ...sender, lane: null, instruction: null };
  if (verdict.kind === 'put-off') {
    to(`puts it off: ${verdict.reason}`, ENDED);
  } else if (verdict.kind === 'cancel') {
    const { reason, write } = verdict;
    const cancelling = {
      ...done,
      step: 'commit-cancel',
      write,
      reading: null,
      halt: null,
    } as const;
    to(`decides to cancel: ${reason}`, cancelling);
  } else {
    const { claim, write } = verdict;
    if (decisions.claimsFirst()) {
      to('decides to claim', { ...done, step: 'commit-claim', claim, write });
    } else {
      to('decides to send', { ...done, step: 'last-look', claim, write });
    }
  }
}

function verdictOn(
  { instruction, lane, halt, reading }: ReturnType<typeof held>,
  now: {
    readonly of: number;
    readonly nonce: string;
    readonly epoch: string;
    readonly at: string;
    readonly rule: SweepRule;
  },
  decisions: Decisions,
): Verdict {
  const { of, nonce, epoch, at, rule } = now;
  const balances = { [CURRENCY]: { total: String(reading.total) } };
  const readAt = instantAt(reading.at);
  // With money for many there is nothing that a balance could say of earlier claims: one reduction more.
  const read = rule.version === 1 ? lane : decisions.withReading(lane, balances, readAt, CONTROLS);
  const seen = decisions.seenAs({ instruction, lane: read }, at);
  const { id: instructionId } = instruction;
  const from = lane.status.state;
  const verdict = decisions.reconsider({
    instruction: { ...REQUEST, ruleId: rule.id, ruleVersion: rule.version, instructionId },
    rule,
    rules: [rule],
    account: ACCOUNT,
    controls: CONTROLS,
    halt,
    lane: seen.lane,
    epoch,
    balances,
    balancesReadAt: readAt,
    now: at,
  });
  if (verdict.proceed) {
    const debits = [{ counter: ruleCounter(REQUEST, rule.id), amount: REQUEST.amount, at }];
    const balanceBefore = String(reading.total);
    const outgoing = REQUEST.amount;
    const record = {
      instructionId,
      nonce,
      at,
      controls: CONTROLS,
      balanceBefore,
      outgoing,
      debits,
    };
    const claim = decisions.claimRecord(record);
    const claimed = decisions.advance(seen.instruction, { kind: 'claim', claim });
    const claimed1 = internLane(decisions.claimLane(seen.lane, claim));
    const write = {
      of,
      instruction: internInstruction(claimed),
      lane: { lane: claimed1, from },
      keepHalt: halt.generation,
    };
    return { kind: 'claim', claim, write };
  }
  const { reason, why, checks } = verdict;
  // A lane that is only busy is waited for; anything else ends the instruction.
  if (reason === 'in-flight' || reason === 'uncertain') return { kind: 'put-off', reason };
  const event = { kind: 'cancel', at, reason, why, checks } as const;
  const cancelled = internInstruction(decisions.advance(instruction, event));
  const dropped = { lane: internLane(dropOpen(lane, instructionId)), from };
  return { kind: 'cancel', reason, write: { of, instruction: cancelled, lane: dropped } };
}

export function commitCancel({ world, sender, decisions, to }: Step): void {
  const { write } = sender;
  if (write === null) return;
  if (holds(world, sender.book, write, decisions)) {
    to('cancels the instruction', ENDED, landed(world, sender.book, write));
  } else {
    again({ sender, to }, 'finds that something changed');
  }
}

export function commitClaim({ world, sender, decisions, to }: Step): void {
  const { write, reading, claim } = sender;
  if (write === null || claim === null || reading === null) return;
  const { left } = world;
  const readBack = { ...sender, step: 'read-back', reading: null, write: null } as const;
  const lost = { ...readBack, answerLost: true };
  if (holds(world, sender.book, write, decisions)) {
    const deposit = world.deposits > reading.deposits;
    const sinceReading = { deposit, execution: false };
    const after = { ...landed(world, sender.book, write), sinceReading };
    to('claims', withClaim(readBack), after);
    if (left.lostAnswers > 0) {
      const unheard = { ...after, left: spend(left, 'lostAnswers') };
      to('claims; the answer of the store is lost', lost, unheard);
      // The store's client repeats a write whose answer was lost; the repetition meets the first.
      to('claims; the repeated write fails on its own success', readBack, unheard);
    }
  } else {
    to('fails to claim: something changed', readBack);
  }
  if (left.lostAnswers > 0) {
    to('loses the write of its claim', lost, { ...world, left: spend(left, 'lostAnswers') });
  }
  if (left.lateWrites > 0 && world.floating === null) {
    const floating = { write, book: sender.book, deposits: reading.deposits };
    const after = { ...world, floating, left: spend(left, 'lateWrites') };
    to('gets no answer; the write of its claim is still on its way', lost, after);
  }
}

/** The claim is this invocation's: it may send, or has (in the variant that records afterwards). */
function withClaim(sender: Sender): Sender {
  const step = sender.outcome === null ? 'last-look' : 'outcome-instruction';
  return { ...sender, step, begun: 0, answerLost: false };
}

export function readBack({ sender, book, decisions, to }: Step): void {
  const { status } = instructionIn(book, sender);
  if (decisions.isOwnClaim(status, sender.claim?.nonce ?? '')) {
    to('finds the claim its own', withClaim(sender));
  } else if (sender.answerLost) {
    to('does not find its claim and fails', ENDED);
  } else {
    again({ sender, to }, "finds another's claim, or none");
  }
}

/** Decided anew on fresh readings; the token that was fetched stays in memory. */
function again({ sender, to }: Pick<Step, 'sender' | 'to'>, message: string): void {
  const attempt = sender.attempt + 1;
  if (attempt >= MAX_CLAIM_ATTEMPTS) {
    to(`${message} and stops`, ENDED);
    return;
  }
  const { of, book, token } = sender;
  const begun = { of, book, token, begun: sender.begun, attempt };
  to(`${message} and begins again`, { ...ENDED, ...begun, step: 'read-instruction' });
}

function held({ instruction, lane, halt, reading }: Sender) {
  if (instruction === null || lane === null || halt === null || reading === null) {
    throw new Error('a decision before its readings');
  }
  return { instruction, lane, halt, reading };
}
