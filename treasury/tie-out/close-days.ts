import { type AuditEntry, type AuditFact, appendToChain } from '../audit/audit-entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { retry } from '../retries/retry.ts';
import { dayOf } from '../series/hour.ts';
import { addDays, type CalendarDate } from '../time/calendar-date.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { type ClosedDay, type DayItems, type DayRoot, rootOf } from './closed-day.ts';

/** The action of the audit log's entry that names a day and its root. */
export const CLOSE_DAY_ACTION = 'close-day';

/** Days that one call closes: a long pause is made up for from day to day, within one invocation's time. */
const MAX_DAYS_AT_ONCE = 3;

/** Days that are looked at for the first one to close, where none was closed: the function may have been down for a week. */
const FIRST_DAYS_BACK = 7;

/**
 * What the outcome of a request changes of a day's flows, its outcome has to be known for. Two people settle an unknown one
 * within days; after so many the day closes, and says which instructions were open.
 */
const MAX_DAYS_OPEN = 35;

const DAY_SECONDS = 86_400;

export interface RecordedDay {
  readonly items: DayItems;
  /** Ids of the day's instructions that have not ended. */
  readonly open: readonly string[];
}

export interface CloseDayPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<Ledger, 'readAuditHead'>;
  readonly readDay: (tenant: string, day: CalendarDate) => Promise<RecordedDay>;
  readonly lastClosedDay: (tenant: string) => Promise<CalendarDate | null>;
  /** Since when an outcome is not known, or a movement has not shown; null if nothing is open. */
  readonly openSince: (tenant: string) => Promise<Instant | null>;
  /** Writes the day and the entry together or neither. */
  readonly close: (
    day: ClosedDay,
    entry: AuditEntry,
  ) => Promise<'closed' | 'closed-before' | 'contended'>;
}

/** Attempts to close one day while others write to the audit log; beyond them the next day's end does it. */
const MAX_ATTEMPTS = 5;

/**
 * Closes the days that are over, whose grace has passed and of which nothing is open, in their order: the root over what is
 * on record goes into the audit log, so that whoever changes a flow or an approver afterwards has to change the chain.
 * Called at the end of every day; returns the days closed now.
 */
export async function closeDays(
  ports: CloseDayPorts,
  tenant: string,
  graceSeconds: number,
): Promise<readonly ClosedDay[]> {
  const now = ports.now();
  const [last, openSince] = await Promise.all([
    ports.lastClosedDay(tenant),
    ports.openSince(tenant),
  ]);
  const done: ClosedDay[] = [];
  let day = last === null ? addDays(dayOf(now), -FIRST_DAYS_BACK) : addDays(last, 1);
  for (; done.length < MAX_DAYS_AT_ONCE; day = addDays(day, 1)) {
    const end: Instant = `${addDays(day, 1)}T00:00:00.000Z`;
    if (now < plusSeconds(end, graceSeconds)) break;
    const isOpen = openSince !== null && openSince < end;
    if (isOpen && now < plusSeconds(end, MAX_DAYS_OPEN * DAY_SECONDS)) break;
    const mayBeEmpty = last !== null || done.length > 0;
    const closed = await closeOnce(ports, tenant, day, mayBeEmpty);
    if (closed !== null) done.push(closed);
  }
  return done;
}

/**
 * Null if another delivery has closed it meanwhile, or before the first snapshot, where there is nothing to close. The end of
 * the log is read first: whatever is corrected after that has an entry there, and everything is read again.
 */
async function closeOnce(
  { ledger, readDay, close, now }: CloseDayPorts,
  tenant: string,
  day: CalendarDate,
  mayBeEmpty: boolean,
): Promise<ClosedDay | null> {
  const closedAt = now();
  const result = await retry(
    async () => {
      const before = await ledger.readAuditHead(tenant);
      const { items, open } = await readDay(tenant, day);
      if (!mayBeEmpty && items.snapshots.length === 0) return { written: 'empty' } as const;
      const root = rootOf(day, items, open);
      const entry = appendToChain(before, factOf(root, closedAt));
      const head = { sequence: entry.sequence, hash: entry.hash };
      const closed = { tenant, day, root: root.root, closedAt, head };
      const written = await close(closed, entry);
      return written === 'contended' ? null : { closed, written };
    },
    { attempts: MAX_ATTEMPTS },
  );
  if (result === null) throw new Error(`the audit log kept moving while ${day} was closed`);
  return result.written === 'closed' ? result.closed : null;
}

function factOf(root: DayRoot, at: Instant): AuditFact {
  return {
    ...{ at, by: 'sluice', action: CLOSE_DAY_ACTION, subject: `day:${root.day}` },
    ...{ requestId: 'close-days', before: null, after: root },
  };
}
