import type { Plan, Step } from './arbitraries/plans.ts';
import { wrongWith } from './check-response.ts';
import type { Coverage } from './coverage.ts';
import { operationOf } from './document.ts';
import { formatRequest, wireRequest } from './wire-request.ts';
import type { Treasury } from './world/treasury.ts';
import type { WireAnswer } from './world/wire.ts';
import { isOfClosing, type Write } from './world/writes.ts';

/** For every so manieth request both tables are read whole, beside the watch on every write. */
export const REQUESTS_PER_SCAN = 50;

/** Kept of what could be used again: the newest are the interesting ones. */
const MAX_SEEN = 20;

/** What is wrong, up to where ids and times come into it. */
const KIND_CHARACTERS = 40;

/** An answer that must not be, with everything that led to it. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** The beginning of what is wrong: the same in each sequence that fails in the same way. */
  readonly kind: string;
  constructor(problems: readonly string[], told: readonly string[]) {
    const steps = told.map((each, index) => `${index + 1}. ${each}`);
    super(`${problems.join('\n')}\nafter:\n${steps.join('\n')}`);
    this.kind = (problems[0] ?? '').slice(0, KIND_CHARACTERS);
  }
}

/** Sends a sequence to a treasury that begins anew. @throws Violation */
export async function runSequence(
  treasury: Treasury,
  steps: readonly Step[],
  coverage: Coverage,
  requestsPerScan: number,
): Promise<void> {
  await treasury.begin();
  const told: string[] = [];
  for (const step of steps) {
    if (step.kind === 'event') {
      told.push(`(${step.event})`);
      await treasury.happen(step.event);
      treasury.writesSince();
      continue;
    }
    const isScanned = coverage.requests % requestsPerScan === 0;
    const before = isScanned ? await treasury.contents() : null;
    const asked = await ask(treasury, step.plan);
    told.push(`${asked.comment}\n    ${answerText(asked.answer)}`);
    const problems = [...asked.wrong, ...unwanted(asked), ...treasury.failures.map(String)];
    if (before !== null && isRefused(asked.answer) && asked.writes.length === 0) {
      problems.push(...differences(before, await treasury.contents()));
    }
    if (problems.length > 0) throw new Violation(problems, told);
    coverage.count(asked.operationId, asked.answer.status);
    remember(treasury, asked.answer, step.plan);
  }
}

interface Asked {
  readonly operationId: string | null;
  readonly comment: string;
  readonly answer: WireAnswer;
  readonly wrong: readonly string[];
  readonly writes: readonly Write[];
  readonly posts: number;
}

async function ask(treasury: Treasury, plan: Plan): Promise<Asked> {
  const bearer = plan.caller === 'nobody' ? undefined : treasury.bearers[plan.caller];
  const sent = wireRequest(plan, treasury.known(), treasury.seen(), bearer);
  treasury.postsSince();
  const answer = await treasury.send(sent);
  const url = URL.parse(sent.target, 'http://127.0.0.1');
  const operation = url === null ? null : operationOf(sent.method, url.pathname);
  return {
    operationId: operation?.operationId ?? null,
    comment: formatRequest(plan, sent),
    answer,
    wrong: wrongWith(operation, answer),
    writes: treasury.writesSince(),
    posts: treasury.postsSince(),
  };
}

/** What the service itself has rejected (502) is on record as that. */
function isRefused({ status }: WireAnswer): boolean {
  return status >= 400 && status < 500;
}

/**
 * What a refused request must not have done. Put on record are denials, the roles of whoever asks, and that a proposal is closed
 * since what it rests on does not stand any more.
 */
function unwanted({ answer, writes, posts }: Asked): readonly string[] {
  if (!isRefused(answer)) return [];
  const { status } = answer;
  const closes = answer.body.includes('"type":"urn:sluice:problem:change-superseded"');
  const allowed = writes.filter(
    (each) => (each.isDenial && status === 403) || (closes && isOfClosing(each)),
  );
  const others = writes.filter((each) => !allowed.includes(each) && !each.isOfCaller);
  return [
    ...others.map(({ command, keys }) => `refused, and wrote (${command}): ${keys.join(', ')}`),
    ...(allowed.length > 1 ? ['put it on record more than once'] : []),
    ...(posts > 0 ? [`refused, and posted ${posts} times to the service`] : []),
  ];
}

/** What later requests may use again: keys of idempotency, cursors, the generation of the halt. */
function remember(treasury: Treasury, { status, body }: WireAnswer, plan: Plan): void {
  const { keys, cursors, generations } = treasury.seen();
  const key = plan.headers.find(([name]) => name === 'Idempotency-Key')?.[1];
  if (typeof key === 'string' && status < 400) push(keys, key);
  const found =
    status === 200 ? body.toString('utf8').matchAll(/"(?:next|previous)":"([^"]+)"/g) : [];
  for (const [, cursor] of found) push(cursors, cursor ?? '');
  const generation =
    status === 200 ? /"generation":(\d+)/.exec(body.toString('utf8'))?.[1] : undefined;
  if (plan.operationId === 'halt' && generation !== undefined)
    push(generations, Number(generation));
}

function push<T>(list: T[], value: T): void {
  list.unshift(value);
  list.splice(MAX_SEEN);
}

const ANSWER_CHARACTERS = 500;

function answerText({ status, headers, body }: WireAnswer): string {
  const text = body.toString('utf8').slice(0, ANSWER_CHARACTERS);
  return `${status} ${headers['content-type'] ?? ''} ${text}`;
}

function differences(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const old = new Set(before.split('\n'));
  const added = after.split('\n').filter((line) => !old.has(line));
  return [`the tables differ: ${added.join('\n') || 'something is gone'}`];
}
