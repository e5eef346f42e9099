import type { AuditHead } from '../audit/audit-entry.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A day whose root is in the audit log from now on. */
interface ClosedDayData {
  /** YYYY-MM-DD, a day of UTC. */
  readonly day: string;
  /** SHA-256 over what is on record of the day, in hex. */
  readonly root: string;
  /** The end of the audit chain that says so: store it out of reach of everyone who can change the ledger. */
  readonly head: AuditHead;
}

export interface ClosedDayEvents {
  readonly 'com.sluice.books.day-closed': ClosedDayData;
}

/** One event for each day. */
export function closedDayEvent({ after }: MoveOf<'closed-day'>): EventBody {
  const { day, root, head, closedAt } = after;
  return {
    type: 'com.sluice.books.day-closed',
    subject: day,
    time: closedAt,
    write: day,
    data: { day, root, head: { sequence: head.sequence, hash: head.hash } },
  };
}
