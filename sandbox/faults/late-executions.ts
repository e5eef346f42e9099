import { randomUUID } from 'node:crypto';
import type { LateExecution } from '../books/state.ts';
import type { Sandbox } from '../sandbox.ts';
import { isRoutePath, ROUTES, type RoutePath } from '../service/routes.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { Fault } from './fault.ts';

type ExecuteLate = Extract<Fault, { kind: 'execute-late' }>;

/**
 * Promises to execute a request later. The promise is in the books at once: one that waits for the
 * client to leave stands there with the latest moment it can come to, and is brought forward then.
 */
export function scheduleLate(
  sandbox: Sandbox,
  fault: ExecuteLate,
  request: { readonly seq: number; readonly path: RoutePath; readonly body: string },
  exchange: Exchange,
): void {
  const id = randomUUID();
  const promise = (inMs: number) => {
    const dueAt = new Date(sandbox.clock() + inMs).toISOString();
    const late = { id, seq: request.seq, endpoint: request.path, body: request.body, dueAt };
    sandbox.books.record({ record: 'late-scheduled', late });
  };
  const arm = () => sandbox.timers.after(fault.delayMs, () => executeLate(sandbox, id));
  if (fault.after === 'received') {
    promise(fault.delayMs);
    arm();
    return;
  }
  promise(fault.holdMs + fault.delayMs);
  exchange.onceGone(() => {
    promise(fault.delayMs);
    arm();
  });
}

/** Takes up the promises that a stopped sandbox left; those overdue are kept at once. */
export function resumeLate(sandbox: Sandbox): void {
  for (const { id, dueAt } of [...sandbox.books.state.late]) {
    const delayMs = Math.max(0, Date.parse(dueAt) - sandbox.clock());
    sandbox.timers.after(delayMs, () => executeLate(sandbox, id));
  }
}

function executeLate(sandbox: Sandbox, id: string): void {
  const late = waiting(sandbox, id);
  if (late === undefined || !isRoutePath(late.endpoint)) return;
  const answer = ROUTES[late.endpoint].endpoint(sandbox, {
    seq: late.seq,
    body: late.body,
    lateId: id,
  });
  // An execution settles its promise in the record that moves the money; a refusal moves none.
  if (waiting(sandbox, id) !== undefined) {
    sandbox.books.record({ record: 'late-refused', lateId: id });
  }
  sandbox.notice(`request ${late.seq} executed late: ${answer.status}`);
}

function waiting(sandbox: Sandbox, id: string): LateExecution | undefined {
  return sandbox.books.state.late.find((late) => late.id === id);
}
