import { type AuditFact, appendToChain } from '../audit/audit-entry.ts';
import { sayOfBreak } from '../facts/sentences/say/say-break.ts';
import { type Break, type BreakExplanation, explanationOf, matchOf } from '../ledger/break.ts';
import { refuseStatement, type TooManyStatements } from '../ledger/statement-room.ts';
import { untilWritten } from '../retries/retry.ts';
import type { Instant } from '../time/instant.ts';
import { close, explain } from './break-transitions.ts';
import type {
  BreakCommand,
  BreakPorts,
  BreakRefusal,
  BreakResult,
  ExplanationCommand,
} from './ports.ts';

/**
 * How often a decision is tried again after another write to the audit log came in between, such as another person's
 * change.
 */
const MAX_ATTEMPTS = 3;

type Judged =
  | { readonly ok: true; readonly next: Break; readonly fact: Pick<AuditFact, 'by' | 'approvedBy'> }
  | { readonly ok: false; readonly refusal: BreakRefusal };

/** One kind of a decision about a break. */
interface Deciding {
  readonly action: string;
  /** Whether the break stands as this very command left it: perhaps the first response was lost. */
  readonly isDone: (before: Break) => boolean;
  readonly judge: (before: Break, at: Instant) => Judged;
}

/**
 * A person explains a difference: its kind, and a comment. The explanation rests on the break as the person saw it,
 * may be replaced until the break is closed, and is audited in the same write.
 */
export async function explainBreak(
  ports: BreakPorts,
  command: ExplanationCommand,
): Promise<BreakResult> {
  const { by, kind, comment } = command;
  return await decide(ports, command, {
    action: 'explain-break',
    isDone: ({ status }) =>
      status.state === 'explained' &&
      status.explanation.by === by &&
      status.explanation.kind === kind &&
      status.explanation.comment === comment,
    judge: (before, at) => {
      const refusal = refuseAnother(before, by);
      if (refusal !== null) return { ok: false, refusal };
      return { ok: true, next: explain(before, { by, at, kind, comment }), fact: { by } };
    },
  });
}

/** The first explanation of a break always fits: without it no person could close it. People replace it a few times. */
function refuseAnother(before: Break, by: string): TooManyStatements | null {
  if (explanationOf(before) === null) return null;
  return refuseStatement(
    before.history.flatMap(({ by: who, fact }) =>
      fact.code === 'explained' ? [{ by: who, message: sayOfBreak(before, fact) }] : [],
    ),
    by,
  );
}

/**
 * A person closes a difference that has an explanation. An outgoing amount takes two people: the person who explained
 * it does not close it. The person who explained an incoming amount may close it.
 */
export async function closeBreak(ports: BreakPorts, command: BreakCommand): Promise<BreakResult> {
  const { by, comment } = command;
  return await decide(ports, command, {
    action: 'close-break',
    isDone: ({ status }) =>
      status.state === 'closed' &&
      status.how === 'by-people' &&
      status.by === by &&
      status.comment === comment,
    judge: (before, at) => {
      const closing = judgeClosing(before, by);
      if (!closing.ok) return closing;
      const { explanation } = closing;
      const people = explanation.by === by ? { by } : { by: explanation.by, approvedBy: by };
      return { ok: true, next: close(before, by, comment, at), fact: people };
    },
  });
}

type Closing =
  | { readonly ok: true; readonly explanation: BreakExplanation }
  | { readonly ok: false; readonly refusal: BreakRefusal };

/** Whether a person may close it: for the route that does, and for the inbox that announces it. */
export function judgeClosing(before: Break, by: string): Closing {
  const explanation = explanationOf(before);
  if (explanation === null) {
    const unnamed =
      matchOf(before) === null
        ? 'it has no explanation yet: explain it first'
        : 'a matching rule explained it, and no person: to close it, explain it first';
    return { ok: false, refusal: { code: 'break-unexplained', message: unnamed } };
  }
  if (before.direction === 'outflow' && explanation.by === by) {
    const same = `${by} named it; what went out is closed by another person`;
    return { ok: false, refusal: { code: 'maker-is-checker', message: same } };
  }
  return { ok: true, explanation };
}

async function decide(
  ports: BreakPorts,
  command: BreakCommand,
  deciding: Deciding,
): Promise<BreakResult> {
  return await untilWritten(() => decideOnce(ports, command, deciding), MAX_ATTEMPTS);
}

/** Null if another writer came in between. */
async function decideOnce(
  ports: BreakPorts,
  command: BreakCommand,
  { action, isDone, judge }: Deciding,
): Promise<BreakResult | null> {
  const { tenant, id, requestId } = command;
  const [head, before] = await Promise.all([
    ports.ledger.readAuditHead(tenant),
    ports.breaks.readBreak(tenant, id),
  ]);
  if (before !== null && isDone(before)) {
    return { result: 'written', break: before, replayed: true };
  }
  const at = ports.now();
  const refusal = refuseBreakDecision(before, command);
  if (refusal !== null) return { result: 'refused', refusal };
  if (before === null) throw new Error(`break ${id} was judged without being read`);
  const judged = judge(before, at);
  if (!judged.ok) return { result: 'refused', refusal: judged.refusal };
  const { next, fact } = judged;
  const entry = appendToChain(head, {
    at,
    ...fact,
    action,
    subject: id,
    requestId,
    before: { state: before.status.state, version: before.version },
    after: {
      state: next.status.state,
      version: next.version,
      amount: next.amount,
      currency: next.currency,
      ...kindOf(next),
      comment: command.comment,
    },
  });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-break', break: next },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'written', break: next, replayed: false } : null;
}

function kindOf(each: Break): { readonly kind?: string } {
  const explanation = explanationOf(each);
  return explanation === null ? {} : { kind: explanation.kind };
}

/** The obstacles, in this order, whoever the caller is. */
export function refuseBreakDecision(
  before: Break | null,
  { version }: Pick<BreakCommand, 'version'>,
): BreakRefusal | null {
  if (before === null) return { code: 'not-found', message: 'there is no such break' };
  if (before.status.state === 'closed') {
    return { code: 'break-closed', message: `it was closed ${before.status.at}` };
  }
  if (before.direction === 'unbooked') {
    const message = `two people conclude it in the lane of ${before.currency}`;
    return { code: 'break-unbooked', message };
  }
  if (before.version !== version) {
    const message = 'it has changed since you saw it: look at its amount again';
    return { code: 'stale', message, currentVersion: before.version };
  }
  return null;
}
