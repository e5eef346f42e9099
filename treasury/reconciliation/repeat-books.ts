import { appendToChain } from '../audit/audit-entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { untilWritten } from '../retries/retry.ts';
import { hourOf } from '../series/hour.ts';
import { type Instant, justBefore, plusMonths, plusSeconds } from '../time/instant.ts';
import type { ReconcilePorts } from './ports.ts';
import { type Reconciled, ReconciliationContendedError } from './reconcile.ts';
import type { Repeated } from './repeated.ts';

/**
 * Snapshots that one call repeats: some ten to twenty seconds of work, so that whoever asked sees it move on, and a call
 * ends long before its function does.
 */
export const MAX_SNAPSHOTS_PER_CALL = 100;

/**
 * Seconds after a snapshot's expiry from which on an interval can be repeated: within two days the table removes what
 * has expired, in any order, and a window looks back over 64 readings. A snapshot whose neighbour is gone would be
 * compared with another one, and show differences that were never there.
 */
const AFTER_EXPIRY_SECONDS = 7 * 24 * 3_600;

/** As for a change of the policy: the audit log is what others write to meanwhile. */
const MAX_AUDIT_ATTEMPTS = 5;

const REPEAT_ACTION = 'repeat-books';

interface RepeatCommand {
  readonly tenant: string;
  /** Ticks from the one on, the other not included. */
  readonly from: Instant;
  readonly to: Instant;
  /** Who asked, as the caller says: nothing but a right of AWS stands before this. */
  readonly by: string;
  readonly requestId: string;
}

interface RepeatPorts extends Pick<ReconcilePorts, 'now' | 'readings'> {
  readonly ledger: Pick<Ledger, 'readAuditHead' | 'commit'>;
  /** Reconciles one snapshot as if it arrived now. */
  readonly reconcile: (tick: Instant) => Promise<Reconciled>;
  /** Computes the roll-ups again that a snapshot is in: once for each hour. */
  readonly rollUp: (tick: Instant) => Promise<void>;
  readonly hasTime: () => boolean;
  /** Months after which snapshots expire; null if they stay. */
  readonly retentionMonths: number | null;
}

/**
 * Reconciles the snapshots of an interval again, from the table, as if they arrived anew: for deliveries that were given
 * up. What is on record stays what it is, so repeating a repetition changes nothing. It stands in the audit log before
 * anything else is written.
 */
export async function repeatBooks(ports: RepeatPorts, command: RepeatCommand): Promise<Repeated> {
  const keptSince = keptSinceOf(ports);
  if (keptSince !== null && command.from < keptSince) return { result: 'expired', keptSince };
  const ticks = await ticksOf(ports, command);
  const [first] = ticks;
  if (first === undefined) return { result: 'no-snapshots' };
  await recordRepeat(ports, command);
  const done: Reconciled[] = [];
  let last = first;
  for (const tick of ticks.slice(0, MAX_SNAPSHOTS_PER_CALL)) {
    if (done.length > 0 && !ports.hasTime()) break;
    if (hourOf(tick) !== hourOf(last)) await ports.rollUp(last);
    done.push(await ports.reconcile(tick));
    last = tick;
  }
  await ports.rollUp(last);
  const sum = (of: (each: Reconciled) => number) =>
    done.reduce((total, each) => total + of(each), 0);
  return {
    result: 'repeated',
    snapshots: done.length,
    first,
    last,
    flows: sum(({ flows }) => flows),
    opened: sum(({ opened }) => opened.length),
    closed: sum(({ closed }) => closed.length),
    matched: sum(({ matched }) => matched.length),
    next: ticks[done.length] ?? null,
  };
}

function keptSinceOf({ now, retentionMonths }: RepeatPorts): Instant | null {
  if (retentionMonths === null) return null;
  return plusSeconds(plusMonths(now(), -retentionMonths), AFTER_EXPIRY_SECONDS);
}

/** One more than a call repeats: the one that the next call begins with. */
async function ticksOf(
  { readings }: RepeatPorts,
  { tenant, from, to }: RepeatCommand,
): Promise<readonly Instant[]> {
  const taken = await readings.takenAfter(tenant, justBefore(from), MAX_SNAPSHOTS_PER_CALL + 1);
  return taken.map(({ scheduledFor }) => scheduledFor).filter((tick) => tick < to);
}

/** @throws ReconciliationContendedError if others kept writing; nothing was repeated. */
async function recordRepeat(
  { now, ledger }: RepeatPorts,
  { tenant, from, to, by, requestId }: RepeatCommand,
): Promise<void> {
  const { result } = await untilWritten(async () => {
    const head = await ledger.readAuditHead(tenant);
    const after = { from, to };
    const said = { at: now(), by, action: REPEAT_ACTION, subject: 'books', requestId };
    const entry = appendToChain(head, { ...said, before: null, after });
    const { ok } = await ledger.commit(tenant, [{ kind: 'append-audit', entry }]);
    return ok ? { result: 'recorded' as const } : null;
  }, MAX_AUDIT_ATTEMPTS);
  if (result === 'recorded') return;
  throw new ReconciliationContendedError('the audit log kept moving; nothing was repeated');
}
