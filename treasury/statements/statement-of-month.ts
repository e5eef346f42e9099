import type { Effects } from '../ports/effects.ts';
import type { FlowLedger, Readings } from '../reconciliation/ports.ts';
import { chainOf } from '../reconciliation/reading.ts';
import type { ReportRate } from '../report-values/used-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, justBefore, plusSeconds } from '../time/instant.ts';
import { buildStatement } from './build-statement.ts';
import { boundsOfMonth } from './month.ts';
import { type Restatement, restatements } from './restatement.ts';
import type { Statement } from './statement.ts';
import { statementIn, ticksToValueBy } from './statement-in.ts';

/** Snapshots looked at beyond a boundary: one that was read later than these is not the boundary. */
const READINGS_BEYOND = 2;

/** Snapshots before a boundary that are looked through for one that was read in its turn. */
const MAX_OUT_OF_TURN = 16;

/** The stored snapshots and flows. */
export interface Books {
  readonly readings: Readings<SnapshotTaken>;
  readonly flows: Pick<FlowLedger, 'flowsBetween' | 'breaksBetween'>;
  /** The rates that value what has no price. Absent: none, as in made-up history. */
  readonly rates?: (tenant: string) => Promise<readonly ReportRate[]>;
}

export interface StatementPorts extends Pick<Effects, 'now'> {
  readonly books: Books;
  /** Null if the month was not frozen yet. Throws if its content is not what was frozen. */
  readonly readFrozen: (
    tenant: string,
    month: string,
    timeZone: string,
  ) => Promise<Statement | null>;
}

export interface StatementRules {
  /** Seconds after the end of a month in which late data still enters its statement. */
  readonly graceSeconds: number;
  /** Zones whose months are frozen: that of the tenant's reports, and UTC. Others are computed each time. */
  readonly frozenTimeZones: readonly string[];
}

export interface StatementQuery {
  readonly tenant: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly timeZone: string;
}

export interface StatementOfMonth {
  /**
   * open: the month goes on. closing: it is over, and late data still enters. frozen: as it was written once.
   * unfrozen: over, in a zone whose months are not frozen.
   */
  readonly state: 'open' | 'closing' | 'frozen' | 'unfrozen';
  readonly statement: Statement;
  /** The first end of a day after this moment freezes it; null in a zone whose months are not. */
  readonly freezesAt: Instant | null;
  /** The differences between today's knowledge and the frozen statement. */
  readonly later: readonly Restatement[];
}

/**
 * The statement of a month, frozen or current. A frozen one never changes: later knowledge is shown beside it. Null
 * if nothing was on record by the end of the month. Only reads.
 */
export async function statementOfMonth(
  ports: StatementPorts,
  query: StatementQuery,
  { graceSeconds, frozenTimeZones }: StatementRules,
): Promise<StatementOfMonth | null> {
  const { tenant, month, timeZone } = query;
  const { to } = boundsOfMonth(month, timeZone);
  const isFrozenZone = frozenTimeZones.includes(timeZone);
  const freezesAt = isFrozenZone ? plusSeconds(to, graceSeconds) : null;
  const [current, kept] = await Promise.all([
    workedOut(ports.books, query),
    freezesAt === null || ports.now() < freezesAt
      ? null
      : ports.readFrozen(tenant, month, timeZone),
  ]);
  if (kept !== null) {
    const later = current === null ? [] : restatements(kept, current);
    return { state: 'frozen', statement: kept, freezesAt, later };
  }
  if (current === null) return null;
  const over = isFrozenZone ? 'closing' : 'unfrozen';
  return { state: ports.now() < to ? 'open' : over, statement: current, freezesAt, later: [] };
}

/** The statement as it follows from snapshots, flows and breaks today; null without any snapshot. */
export async function workedOut(
  books: Books,
  { tenant, month, timeZone }: StatementQuery,
): Promise<Statement | null> {
  const { readings, flows } = books;
  const { from, to } = boundsOfMonth(month, timeZone);
  const [before, closing] = await Promise.all([
    boundaryBefore(readings, tenant, from),
    boundaryBefore(readings, tenant, to),
  ]);
  if (closing === null) return null;
  const opening = before ?? (await firstFrom(readings, tenant, from)) ?? closing;
  const [first, last] = [opening.scheduledFor, closing.scheduledFor];
  const [found, breaks] = await Promise.all([
    flows.flowsBetween(tenant, first, last),
    flows.breaksBetween(tenant, first, last),
  ]);
  const statement = buildStatement({
    tenant,
    month,
    timeZone,
    from,
    to,
    opening,
    closing,
    flows: found.filter(({ snapshot }) => snapshot > first),
    breaks,
  });
  // By manual rates, where a line has no price: what is frozen keeps them in its digest.
  return await statementValuedIn(books, statement, statement.reportingCurrency);
}

/** The same statement in any currency; in its own, with what manual rates add. */
export async function statementValuedIn(
  { readings, rates }: Pick<Books, 'readings' | 'rates'>,
  statement: Statement,
  into: string,
): Promise<Statement> {
  const { tenant } = statement;
  const asked = { into, rates: (await rates?.(tenant)) ?? [] };
  const snapshots = await takenAt(readings, tenant, ticksToValueBy(statement, asked));
  return statementIn(statement, { ...asked, snapshots });
}

/** Snapshots that are read side by side. */
const AT_ONCE = 16;

async function takenAt(
  readings: Readings<SnapshotTaken>,
  tenant: string,
  ticks: readonly Instant[],
): Promise<ReadonlyMap<Instant, SnapshotTaken>> {
  const found = new Map<Instant, SnapshotTaken>();
  for (let first = 0; first < ticks.length; first += AT_ONCE) {
    const some = ticks.slice(first, first + AT_ONCE);
    const read = await Promise.all(some.map((tick) => readings.takenBetween(tenant, tick, tick)));
    for (const snapshot of read.flat()) found.set(snapshot.scheduledFor, snapshot);
  }
  return found;
}

/** The last snapshot with a tick before the moment that was read in its turn. */
async function boundaryBefore(
  readings: Readings<SnapshotTaken>,
  tenant: string,
  moment: Instant,
): Promise<SnapshotTaken | null> {
  const beyond = await readings.takenAfter(tenant, justBefore(moment), READINGS_BEYOND);
  for (const reach of [1, MAX_OUT_OF_TURN]) {
    const before = await readings.takenBefore(tenant, moment, reach);
    const inTurn = chainOf([...before, ...beyond]).findLast(
      ({ scheduledFor }) => scheduledFor < moment,
    );
    if (inTurn !== undefined) return inTurn;
    if (before.length < reach) return null;
  }
  return null;
}

async function firstFrom(
  readings: Readings<SnapshotTaken>,
  tenant: string,
  from: Instant,
): Promise<SnapshotTaken | null> {
  const [first] = await readings.takenAfter(tenant, justBefore(from), 1);
  return first ?? null;
}
