import type { WaitingFact } from '../facts/waiting-facts.ts';
import type { Reminder } from '../ledger/reminder.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** What still waits for a person. */
interface ReminderData {
  readonly kind: Reminder['kind'];
  /** Of the instruction or the change; the currency of unbooked amounts. */
  readonly id: string;
  readonly what: WaitingFact;
  readonly waitingSince: Instant;
  readonly expiresAt: Instant;
}

export interface ReminderEvents {
  readonly 'com.sluice.approval.reminder': ReminderData;
}

/** One event for each reminder. */
export function reminderEvent({ before, after }: MoveOf<'reminder'>): EventBody | null {
  if (before !== null) return null;
  const { kind, id, what, waitingSince, expiresAt, remindedAt } = after;
  return {
    type: 'com.sluice.approval.reminder',
    subject: id,
    time: remindedAt,
    write: `${kind}/${id}/${expiresAt}`,
    data: { kind, id, what, waitingSince, expiresAt },
  };
}
