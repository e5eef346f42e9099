import type { Confirmation } from '../../treasury/instructions/instruction.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import { MAX_CLAIM_ATTEMPTS } from '../../treasury/sending/protocol-limits.ts';
import { askedOf } from '../samples/asked-withdrawal.ts';
import { memoOf } from './memo.ts';
import { instantAt, lastTickOfExecution, REQUEST } from './policy.ts';
import { type ReplyKind, replyOf } from './replies.ts';
import type { Step } from './steps.ts';
import { type Request, spend } from './world.ts';

/* The one POST, and what is heard of it: sendOnce of treasury/outgoing/send-claimed.ts, the client's reading and the judgement. */

/** The halt is read once more; what is found holds for the POST, however much later that is. */
export function lastLook({ world, n, sender, book, decisions, to }: Step): void {
  if (sender.halt === null) return;
  if (!decisions.mayStillLeave(sender.halt, book.halt)) {
    const message = 'finds the halt changed right before the POST and does not send';
    judged({ world, n, sender, decisions, to }, 'halt-changed', message);
    return;
  }
  const sawLive = book.halt.mode === 'live';
  to('looks at the halt once more', { ...sender, step: 'post', halt: null, sawLive });
}

export function post({ world, n, sender, book, decisions, to }: Step): void {
  const { claim } = sender;
  if (claim === null) return;
  if (!decisions.mayStillSend(instantAt(world.now), claim.sendBy)) {
    judged({ world, n, sender, decisions, to }, 'past-send-by', 'is past sendBy and does not send');
    return;
  }
  if (world.answers === 'any') {
    judged({ world, n, sender, decisions, to }, 'not-connected', 'cannot connect');
  }
  const request: Request = {
    of: sender.of,
    sender: n,
    lastTick: lastTickOfExecution(world.now, decisions.executesWithin()),
    // The service refuses a revoked token: whatever it answers, it executes nothing.
    state: sender.token < world.token ? 'dead' : 'pending',
  };
  const halted = book.halt.mode === 'halted';
  const unlooked = halted && !sender.sawLive;
  to(
    halted && !unlooked
      ? 'sends the POST, a halt having come since its last look'
      : 'sends the POST',
    { ...sender, step: 'answer', sawLive: false },
    {
      ...world,
      requests: [...world.requests, request],
      postedUnlooked: world.postedUnlooked || unlooked,
    },
  );
}

/** What the service, or the wire, answers: anything that the truth allows, and each stated lie. */
export function answer(step: Step): void {
  const { world, n, sender } = step;
  const index = world.requests.findLastIndex((request) => request.sender === n);
  const request = world.requests[index];
  const { left } = world;
  const state = request?.state ?? 'dead';
  judged(step, 'timeout', 'hears nothing (timeout, reset, 5xx, unreadable)');
  if (state === 'executed') judged(step, 'confirmation', 'is answered 200 with its withdrawal');
  if (world.answers === 'confirmed-or-none') return;
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
  if (left.statedFailures > 0) {
    const said = { ...world, left: spend(left, 'statedFailures') };
    judged({ ...step, world: said }, 'stated-failure', 'is answered 200 that says it failed');
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

const outcomes = memoOf<Outcome<Confirmation>>();

function judged(step: Omit<Step, 'book'>, kind: ReplyKind, message: string): void {
  const { world, sender, decisions, to } = step;
  const reply = replyOf(kind, sender.of);
  if (decisions.postsAgain(reply) && sender.attempt < MAX_CLAIM_ATTEMPTS) {
    to(
      `${message} and will send again`,
      { ...sender, step: 'post', attempt: MAX_CLAIM_ATTEMPTS },
      world,
    );
    return;
  }
  const outcome = outcomes(decisions.judge, [], `${kind}${sender.of}`, () => {
    const found = decisions.judge(askedOf(REQUEST), reply, new Set());
    return found.state === 'confirmed'
      ? { ...found, confirmation: { kind: 'withdrawal' as const, ...found.confirmation } }
      : found;
  });
  const step_ = sender.write === null ? 'outcome-instruction' : 'commit-claim';
  to(message, { ...sender, step: step_, outcome, halt: null, sawLive: false }, world);
}
