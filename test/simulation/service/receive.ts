import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import { REFUSALS, UNANSWERED } from '../faults.ts';
import type { Answered, Invocation } from '../invocation.ts';
import type { Random } from '../random.ts';
import { unitsOf } from '../units.ts';
import type { World } from '../world.ts';
import { statedOf, TOLD_AMOUNTS, verdictOn } from './amounts.ts';
import { answered, failed, spoiledBody, successBody } from './answers.ts';
import { isElsewhere, SENT_ELSEWHERE, TOLD_PLACES, tellElsewhere } from './elsewhere.ts';
import { drawOutcome, type ServiceOutcome } from './outcomes.ts';
import type { Execution, ServiceRequest } from './service.ts';
import {
  isExecuted,
  TOLD_BALANCES,
  TOLD_WITHDRAWALS,
  tellBalances,
  tellWithdrawal,
} from './tellings.ts';
import { drawRetold, type RetoldTrade, retoldAnswer } from './trade-answers.ts';

/** Milliseconds that the service thinks at most. */
const THINKING_MS = 300;

/** What else a read may be answered with: nothing of use. */
const READ_STATUSES = [400, 403, 408, 425, 429, 500, 502, 503] as const;

/** What a read is answered, and what the service would have said of its own: null where it says nothing of that. */
export interface AnsweredRead extends Answered {
  readonly truth: string | null;
}

/** The service's side of a GET. */
export function answerRead(
  world: World,
  path: '/v1/balances' | '/v1/prices',
  token: string,
): AnsweredRead {
  const { faultProfile, tellings, coverage } = world;
  const read = answerPlainly(world, path, token);
  const isTold = path === '/v1/balances' && tellings.chance(faultProfile.tellings);
  if (!isTold || read.truth === null) return read;
  const how = tellings.pick(TOLD_BALANCES);
  coverage.fault(how);
  return { ...read, answer: tellBalances(tellings, how, read.truth) };
}

function answerPlainly(
  world: World,
  path: '/v1/balances' | '/v1/prices',
  token: string,
): AnsweredRead {
  const { random, faultProfile, service, secrets } = world;
  const afterMs = random.between(5, THINKING_MS);
  const truth = null;
  if (!secrets.accepts(token)) {
    return { answer: answered(401, echoed(world, token)), afterMs, truth };
  }
  const body = path === '/v1/balances' ? service.balancesBody() : service.pricesBody();
  if (!random.chance(faultProfile.reads))
    return { answer: answered(200, body), afterMs, truth: body };
  const kind = random.weighted({ status: 3, reset: 2, hang: 1, cut: 1, html: 1, shape: 1 });
  switch (kind) {
    case 'status':
      return {
        answer: answered(refusalOf(random.pick(READ_STATUSES), afterMs), '{"title":"no"}'),
        afterMs,
        truth,
      };
    case 'reset':
      return { answer: failed(true, 'CONNECTION_LOST'), afterMs, truth };
    case 'hang':
      return { answer: null, afterMs, truth };
    case 'cut':
      return { answer: answered(200, body.slice(0, body.length / 2)), afterMs, truth };
    case 'html':
      return { answer: answered(200, '<html>maintenance</html>', 'text/html'), afterMs, truth };
    case 'shape':
      return { answer: answered(200, '{"BTC":1.5}'), afterMs, truth };
    default:
      return kind satisfies never;
  }
}

/** A token that is accepted is refused now and then, with either status: drawn by what was drawn before, so that seeds stay. */
function refusalOf(status: (typeof READ_STATUSES)[number], afterMs: number): number {
  return status === 403 && afterMs % 2 === 0 ? 401 : status;
}

export interface ReceivedPost {
  readonly invocation: Invocation;
  readonly instructionId: string;
  readonly request: ServiceRequest;
  readonly token: string;
}

/** The service's side of a POST: receives, executes now, late or never, and answers or does not. */
export function answerPost(world: World, post: ReceivedPost): Answered {
  const { random, faultProfile, service, coverage, secrets } = world;
  const afterMs = random.between(5, THINKING_MS);
  const outcome = drawOutcome(random, faultProfile, post.request.kind);
  if (!outcome.received) {
    coverage.fault('request lost on its way');
    return { answer: failed(true, 'CONNECTION_LOST'), afterMs };
  }
  service.receive(post.instructionId, post.request);
  if (!secrets.accepts(post.token)) {
    coverage.fault('answers 401');
    return { answer: answered(401, echoed(world, post.token)), afterMs };
  }
  const refused = world.refusals?.statusOf(post.request, service.nowMs) ?? null;
  if (refused !== null) {
    coverage.fault(world.refusals?.name ?? 'every POST is refused');
    return { answer: answered(refused, '{"title":"not permitted"}'), afterMs };
  }
  const plain = outcome.answers.kind === 'success' || isParts(outcome);
  const isCarried = service.carries(post.request);
  const retold = plain ? drawRetold(world, post.request, isCarried) : null;
  if (retold !== null) return { answer: answerRetold(world, post, outcome, retold), afterMs };
  if (!isCarried) {
    // What cannot be executed is said so where anything sensible is said at all.
    if (plain) return { answer: answered(422, '{"title":"insufficient balance"}'), afterMs };
    return { answer: answerOf(world, post, { ...outcome, executes: 'never' }, null), afterMs };
  }
  const elsewhere = sendElsewhere(world, post);
  if (elsewhere !== null) return { answer: elsewhere, afterMs };
  const told = tell(world, post);
  if (told !== null) return { answer: told, afterMs };
  const execution = perform(world, post, outcome);
  return { answer: answerOf(world, post, outcome, execution), afterMs };
}

/** A trade that meets no other fault, in another shape. */
function answerRetold(
  world: World,
  post: ReceivedPost,
  outcome: ServiceOutcome,
  { shape, executes }: RetoldTrade,
): WireResult {
  const { retold, coverage } = world;
  const { request } = post;
  if (retold === null || request.kind !== 'trade') throw new Error('no trade is answered here');
  coverage.fault('a trade is answered in another shape');
  const execution = perform(world, post, { ...outcome, executes });
  return retoldAnswer(retold, request, shape, execution);
}

/** Executed, perhaps to another place: what the service says of that is true. Null: nothing of the kind. */
function sendElsewhere(world: World, { instructionId, request }: ReceivedPost): WireResult | null {
  const { elsewhere, coverage, service } = world;
  if (elsewhere === null || request.kind !== 'withdrawal') return null;
  if (!elsewhere.chance(SENT_ELSEWHERE)) return null;
  const how = elsewhere.pick(TOLD_PLACES);
  coverage.fault(how);
  if (isElsewhere(how)) service.sentElsewhere.add(instructionId);
  const execution = service.execute(instructionId, request, true);
  if (execution === null) return answered(500, '');
  return tellElsewhere(elsewhere, how, successBody(service.accounts, execution));
}

/** Executed or not, and answered with a 200 that says it in its own way; null: not here. */
function tell(world: World, { instructionId, request }: ReceivedPost): WireResult | null {
  const { tellings, faultProfile, coverage, service } = world;
  // There are few of them to tell, and many readings.
  const isTold = request.kind === 'withdrawal' && tellings.chance(4 * faultProfile.tellings);
  if (!isTold) return null;
  const how = tellings.pick(TOLD_WITHDRAWALS);
  coverage.fault(how);
  const execution = isExecuted(how)
    ? service.execute(instructionId, request)
    : unexecuted(tellings, world, { instructionId, request });
  if (execution === null) return answered(500, '');
  return tellWithdrawal(tellings, how, successBody(service.accounts, execution));
}

function perform(
  world: World,
  { instructionId, request }: ReceivedPost,
  outcome: ServiceOutcome,
): Execution | null {
  const { random, service, coverage, trace } = world;
  const refused = isRefusal(outcome);
  switch (outcome.executes) {
    case 'now':
      if (refused) coverage.fault('refused and executed all the same');
      return service.execute(instructionId, request);
    case 'late': {
      coverage.fault('executed late');
      const delayMs = random.between(1_000, world.lateExecutionBoundSeconds * 1_000);
      trace.say('the service', () => `will execute ${instructionId} in ${delayMs} ms`);
      service.executeLate(instructionId, request, delayMs);
      return null;
    }
    case 'never':
      if (!refused) coverage.fault('never executed');
      return null;
    default:
      return outcome.executes satisfies never;
  }
}

function answerOf(
  world: World,
  post: ReceivedPost,
  { answers }: ServiceOutcome,
  execution: Execution | null,
): WireResult | null {
  const { coverage } = world;
  const { accounts } = world.service;
  switch (answers.kind) {
    case 'success':
      if (execution === null) return answered(500, '');
      noteAmount(world, execution);
      return answered(200, successBody(accounts, execution));
    case 'status':
      coverage.fault(`answers ${answers.status}`);
      return answered(answers.status, '{"title":"simulated"}');
    case 'spoiled': {
      coverage.fault(answers.how);
      const listed = execution ?? notExecuted(world, post);
      const earlier = earlierOnRecord(world, post, listed);
      return answered(200, spoiledBody(answers.how, { accounts, execution: listed, earlier }));
    }
    case 'unanswered':
      coverage.fault(answers.name);
      return failed(true, UNANSWERED[answers.name]);
    case 'hang':
      coverage.fault('hang');
      return null;
    default:
      return answers satisfies never;
  }
}

/** What must become of an answer whose amount is all that it says otherwise. */
function noteAmount({ service, coverage }: World, { instructionId, request }: Execution): void {
  const { kind } = service.amounts;
  if (request.kind !== 'withdrawal' || kind === 'gross') return;
  const asked = unitsOf(request.amount);
  if (statedOf(service.amounts, asked) === asked) return;
  const verdict = verdictOn(service.amounts, asked);
  service.answeredPlainly.add(instructionId);
  const told = TOLD_AMOUNTS.find((each) => each === `a ${kind} amount: ${verdict}`);
  if (told !== undefined) coverage.fault(told);
}

/** What the answer speaks of where nothing was executed. */
function notExecuted(world: World, post: ReceivedPost): Execution {
  return unexecuted(world.random, world, post);
}

function unexecuted(
  random: Random,
  world: World,
  { instructionId, request }: Pick<ReceivedPost, 'instructionId' | 'request'>,
): Execution {
  const createdAt = new Date(world.scheduler.nowMs).toISOString();
  const id = `00000000-0000-4000-8000-${Math.floor(random.next() * 16 ** 12)
    .toString(16)
    .padStart(12, '0')}`;
  const stated = world.service.statedOf(request);
  const nothing = { atMs: world.scheduler.nowMs, flows: [], stated, statesPlace: true };
  return { id, instructionId, request, createdAt, ...nothing };
}

/**
 * An earlier withdrawal that the answer repeats. Only one that the sender's ledger has on record: that a
 * valid 200 lists what was asked for is what the promise rests on.
 */
function earlierOnRecord(
  world: World,
  { invocation }: ReceivedPost,
  listed: Execution,
): Execution | null {
  const { table } = invocation;
  const known = world.service.executions.filter(
    ({ id, request }) =>
      id !== listed.id && request.kind === 'withdrawal' && table.knownWithdrawals([id]).size > 0,
  );
  return known.length === 0 ? null : world.random.pick(known);
}

function isRefusal({ answers }: ServiceOutcome): boolean {
  return answers.kind === 'status' && REFUSALS.some((status) => status === answers.status);
}

function isParts({ answers }: ServiceOutcome): boolean {
  return answers.kind === 'spoiled' && answers.how === '200 in several parts';
}

/** Some services say what they were given: the client must not let that through. */
function echoed(world: World, token: string): string {
  if (!world.random.chance(0.5)) return '{"title":"unauthorized"}';
  world.coverage.fault('the service repeats the token in its answer');
  return JSON.stringify({ title: 'unauthorized', seen: `Bearer ${token}` });
}
