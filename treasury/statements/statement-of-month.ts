import type { Surroundings } from '../ports/surroundings.ts';
import type { FlowLedger, Readings } from '../reconciliation/ports.ts';
import { chainOf } from '../reconciliation/reading.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../time/instant.ts';
import { buildStatement, frozen } from './build-statement.ts';
import { type LaterKnowledge, laterKnowledge } from './later-knowledge.ts';
import { boundsOfMonth } from './month.ts';
import type { Statement } from './statement.ts';

/** Snapshots looked at beyond a boundary: one that was read later than these is not the boundary. */
const READINGS_BEYOND = 2;

/** Snapshots before a boundary that are looked through for one that was read in its turn. */
const MAX_OUT_OF_TURN = 16;

/** Snapshots and flows as they stand; `consistent` at twice the cost, for what is kept for ever. */
export interface Books {
  readonly readings: Readings<SnapshotTaken>;
  readonly flows: Pick<FlowLedger, 'flowsBetween' | 'breaksBetween'>;
}

export interface StatementPorts extends Pick<Surroundings, 'now'> {
  readonly books: (consistency: 'consistent' | 'eventual') => Books;
  readonly statements: {
    /** Null where the month was not frozen yet. Throws where it does not say what it said then. */
    readonly read: (client: string, month: string, timeZone: string) => Promise<Statement | null>;
    /** Once: false where the month is frozen already; nothing is overwritten. */
    readonly freeze: (statement: Statement) => Promise<boolean>;
  };
}

export interface StatementRules {
  /** Seconds after the end of a month in which what comes late still enters its statement. */
  readonly graceSeconds: number;
  /** Zones whose months are frozen: that of the client's reports, and UTC. Others are worked out anew. */
  readonly frozenTimeZones: readonly string[];
}

export interface StatementOfMonth {
  /**
   * open: the month goes on. closing: it is over, and what comes late still enters. frozen: as it was
   * written once. unfrozen: over, in a zone whose months are not frozen.
   */
  readonly state: 'open' | 'closing' | 'frozen' | 'unfrozen';
  readonly statement: Statement;
  /** From when on the month is frozen by whoever asks; null in a zone whose months are not. */
  readonly freezesAt: Instant | null;
  /** In what today's knowledge differs from the frozen statement. */
  readonly later: readonly LaterKnowledge[];
}

/**
 * The statement of a month. The first who asks after the month is over and its grace has passed freezes
 * it, with a digest; from then on it never changes, and what is known better later is said beside it.
 * Null where nothing was on record by the end of the month.
 */
export async function statementOfMonth(
  ports: StatementPorts,
  { client, month, timeZone }: { client: string; month: string; timeZone: string },
  { graceSeconds, frozenTimeZones }: StatementRules,
): Promise<StatementOfMonth | null> {
  const { to } = boundsOfMonth(month, timeZone);
  const isFrozenZone = frozenTimeZones.includes(timeZone);
  const freezesAt = isFrozenZone ? plusSeconds(to, graceSeconds) : null;
  const now = ports.now();
  const standing = await workedOut(ports.books('eventual'), client, month, timeZone);
  if (freezesAt === null || now < freezesAt) {
    if (standing === null) return null;
    const over = freezesAt === null ? 'unfrozen' : 'closing';
    return { state: now < to ? 'open' : over, statement: standing, freezesAt, later: [] };
  }
  const kept =
    (await ports.statements.read(client, month, timeZone)) ??
    (await freeze(ports, client, month, timeZone));
  if (kept === null) return null;
  const later = standing === null ? [] : laterKnowledge(kept, standing);
  return { state: 'frozen', statement: kept, freezesAt, later };
}

async function freeze(
  ports: StatementPorts,
  client: string,
  month: string,
  timeZone: string,
): Promise<Statement | null> {
  const statement = await workedOut(ports.books('consistent'), client, month, timeZone);
  if (statement === null) return null;
  const written = frozen(statement, ports.now());
  if (await ports.statements.freeze(written)) return written;
  return await ports.statements.read(client, month, timeZone);
}

async function workedOut(
  { readings, flows }: Books,
  client: string,
  month: string,
  timeZone: string,
): Promise<Statement | null> {
  const { from, to } = boundsOfMonth(month, timeZone);
  const [before, closing] = await Promise.all([
    boundaryBefore(readings, client, from),
    boundaryBefore(readings, client, to),
  ]);
  if (closing === null) return null;
  const opening = before ?? (await firstFrom(readings, client, from)) ?? closing;
  const [first, last] = [opening.scheduledFor, closing.scheduledFor];
  const [found, breaks] = await Promise.all([
    flows.flowsBetween(client, first, last),
    flows.breaksBetween(client, first, last),
  ]);
  return buildStatement({
    client,
    month,
    timeZone,
    from,
    to,
    opening,
    closing,
    flows: found.filter(({ snapshot }) => snapshot > first),
    breaks,
  });
}

/** The last snapshot with a tick before the moment that was read in its turn. */
async function boundaryBefore(
  readings: Readings<SnapshotTaken>,
  client: string,
  moment: Instant,
): Promise<SnapshotTaken | null> {
  const beyond = await readings.takenAfter(client, justBefore(moment), READINGS_BEYOND);
  for (const reach of [1, MAX_OUT_OF_TURN]) {
    const before = await readings.takenBefore(client, moment, reach);
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
  client: string,
  from: Instant,
): Promise<SnapshotTaken | null> {
  const [first] = await readings.takenAfter(client, justBefore(from), 1);
  return first ?? null;
}

function justBefore(moment: Instant): Instant {
  return instantOf(epochMsOf(moment) - 1);
}
