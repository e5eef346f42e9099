import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import type { Effects } from '../ports/effects.ts';
import type { FlowLedger, Readings } from '../reconciliation/ports.ts';
import type { ReportRate } from '../report-values/report-rate.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import {
  type Instant,
  justAfter,
  justBefore,
  plusSeconds,
  secondsBetween,
} from '../time/instant.ts';
import { buildStatement } from './build-statement.ts';
import { closingReading } from './closing-reading.ts';
import { boundsOfMonth, monthBefore, monthOf } from './month.ts';
import { partsBefore } from './parts-before.ts';
import { type Restatement, restatements } from './restatement.ts';
import type { Statement } from './statement.ts';
import { basisOf } from './statement-basis.ts';
import { statementIn, ticksToValueBy } from './statement-in.ts';

/** Why there is no statement, where there is none. */
export const NO_STATEMENT =
  'No snapshot of that month is reconciled: none was taken, or the books have not come to it yet.';

/** The stored snapshots and flows. */
export interface Books {
  readonly readings: Readings<SnapshotTaken>;
  readonly flows: Pick<
    FlowLedger,
    'flowsBetween' | 'movedBetween' | 'breaksBetween' | 'readPendingClaims'
  >;
  /** The schedule of snapshots, and how many were taken. Absent: not known, as in made-up history. */
  readonly ticks?: TicksOfMonth;
  /** The rates that value what has no price. Absent: none, as in made-up history. */
  readonly rates?: (tenant: string) => Promise<readonly ReportRate[]>;
}

export interface TicksOfMonth {
  readonly everySeconds: number;
  readonly taken: (query: StatementQuery) => Promise<number>;
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
  rules: StatementRules,
): Promise<StatementOfMonth | null> {
  const [current, kept] = await Promise.all([
    currentOf(ports, query, rules),
    keptOf(ports, query, rules),
  ]);
  const shown = shownOf(ports, query, rules, { kept, current });
  if (shown === null) return null;
  const later = kept === null || current === null ? [] : restatements(kept, current);
  return { ...shown, later };
}

/** The same without what is known later: of a frozen month nothing but what was frozen is read. */
export async function statementAlone(
  ports: StatementPorts,
  query: StatementQuery,
  rules: StatementRules,
): Promise<Omit<StatementOfMonth, 'later'> | null> {
  const kept = await keptOf(ports, query, rules);
  const current = kept === null ? await currentOf(ports, query, rules) : null;
  return shownOf(ports, query, rules, { kept, current });
}

/** By today's knowledge. */
async function currentOf(
  { books, readFrozen }: StatementPorts,
  query: StatementQuery,
  rules: StatementRules,
): Promise<Statement | null> {
  const isFrozenZone = freezesAtOf(query, rules) !== null;
  return await workedOut(books, query, isFrozenZone ? readFrozen : undefined);
}

/** As it was frozen; null if it was not. */
async function keptOf(
  { now, readFrozen }: StatementPorts,
  query: StatementQuery,
  rules: StatementRules,
): Promise<Statement | null> {
  const freezesAt = freezesAtOf(query, rules);
  if (freezesAt === null || now() < freezesAt) return null;
  return await readFrozen(query.tenant, query.month, query.timeZone);
}

function freezesAtOf(
  { month, timeZone }: StatementQuery,
  { graceSeconds, frozenTimeZones }: StatementRules,
): Instant | null {
  if (!frozenTimeZones.includes(timeZone)) return null;
  return plusSeconds(boundsOfMonth(month, timeZone).to, graceSeconds);
}

function shownOf(
  { now }: StatementPorts,
  query: StatementQuery,
  rules: StatementRules,
  { kept, current }: Readonly<Record<'kept' | 'current', Statement | null>>,
): Omit<StatementOfMonth, 'later'> | null {
  const freezesAt = freezesAtOf(query, rules);
  if (kept !== null) return { state: 'frozen', statement: kept, freezesAt };
  if (current === null) return null;
  const over = freezesAt === null ? 'unfrozen' : 'closing';
  return { state: now() < current.to ? 'open' : over, statement: current, freezesAt };
}

/** What was confirmed before a reading shows in a later one by then, unless it is a break of its own. */
const LATE_BOOKINGS_SECONDS = DEFAULT_BOOKING_BOUND_SECONDS;

/**
 * The statement as it follows from snapshots, flows and breaks today. It opens with what the last month before closed with: as
 * that is frozen, else as it follows today. Null without a snapshot in the month: a balance of the month before is none of
 * this one, and the next month opens with it and its age.
 */
export async function workedOut(
  books: Books,
  query: StatementQuery,
  readFrozen: StatementPorts['readFrozen'] = async () => null,
): Promise<Statement | null> {
  const { readings, flows } = books;
  const { tenant, month, timeZone } = query;
  const { from, to } = boundsOfMonth(month, timeZone);
  const lastBefore = closingReading(books, tenant, from);
  const [reading, closing, before] = await Promise.all([
    lastBefore,
    closingReading(books, tenant, to),
    frozenBefore(readFrozen, query, lastBefore),
  ]);
  if (closing === null || closing.scheduledFor < from) return null;
  const opening = reading ?? (await firstFrom(readings, tenant, from)) ?? closing;
  const { snapshot, readAt } = before?.basis.last ?? {
    ...{ snapshot: opening.scheduledFor, readAt: opening.takenAt },
  };
  const [first, last] = [snapshot, closing.scheduledFor];
  const [found, breaks, flowsAfter, pending, taken] = await Promise.all([
    flows.flowsBetween(tenant, first, last),
    flows.breaksBetween(tenant, first, last),
    flows.flowsBetween(tenant, justAfter(last), plusSeconds(last, LATE_BOOKINGS_SECONDS)),
    flows.readPendingClaims(tenant),
    books.ticks?.taken(query),
  ]);
  const seconds = secondsBetween(from, to);
  const everySeconds = books.ticks?.everySeconds ?? seconds;
  const expected = Math.floor(seconds / everySeconds);
  const within = found.filter((flow) => flow.snapshot > first);
  const statement = buildStatement({
    ...{ tenant, month, timeZone, from, to, opening, closing, before },
    basis: basisOf({
      ...{ from, to, closing, flowsAfter, pending },
      opening: openedBy(before, reading),
      first: { snapshot, readAt },
      readings: taken === undefined ? null : { expected, taken },
    }),
    flows: within,
    partsBefore: await partsBefore(flows, tenant, justAfter(first), within, before),
    breaks,
  });
  // By manual rates, where a line has no price: what is frozen keeps them in its digest.
  return await valuedIn(books, statement, statement.reportingCurrency);
}

/** The statement in the currency that was asked for. In its own it is the one that it is, also where a rate came after it was frozen. */
export async function statementAskedIn(
  books: Pick<Books, 'readings' | 'rates'>,
  statement: Statement,
  into: string | undefined,
): Promise<Statement> {
  if (into === undefined || into === statement.reportingCurrency) return statement;
  return await valuedIn(books, statement, into);
}

async function valuedIn(
  { readings, rates }: Pick<Books, 'readings' | 'rates'>,
  statement: Statement,
  into: string,
): Promise<Statement> {
  const { tenant } = statement;
  const asked = { into, rates: (await rates?.(tenant)) ?? [] };
  const snapshots = await snapshotsAt(readings, tenant, ticksToValueBy(statement, asked));
  return statementIn(statement, { ...asked, snapshots });
}

/** Snapshots that are read side by side. */
const AT_ONCE = 16;

/** The snapshots of some ticks, as far as they are kept. */
export async function snapshotsAt(
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

function openedBy(before: Statement | null, reading: SnapshotTaken | null) {
  if (before !== null) return 'frozen-closing';
  return reading === null ? 'first-reading' : 'unfrozen-closing';
}

/** The last month before that has a statement, as it is frozen: one without a snapshot has none. */
async function frozenBefore(
  readFrozen: StatementPorts['readFrozen'],
  { tenant, month, timeZone }: StatementQuery,
  reading: Promise<SnapshotTaken | null>,
): Promise<Statement | null> {
  const before = monthBefore(month);
  const found = await readFrozen(tenant, before, timeZone);
  const last = found === null ? await reading : null;
  if (last === null) return found;
  const ofLast = monthOf(last.scheduledFor, timeZone);
  return ofLast === before ? null : await readFrozen(tenant, ofLast, timeZone);
}

async function firstFrom(
  readings: Readings<SnapshotTaken>,
  tenant: string,
  from: Instant,
): Promise<SnapshotTaken | null> {
  const [first] = await readings.takenAfter(tenant, justBefore(from), 1);
  return first ?? null;
}
