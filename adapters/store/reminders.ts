import type { Reminder } from '../../treasury/ledger/reminder.ts';
import type { RemindPorts } from '../../treasury/watchdog/remind.ts';
import { putIf } from './conditional-put.ts';
import { waitingChanges, waitingInstructions } from './front-page.ts';
import { itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { REMINDER } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/** Things that wait at once, of each kind: what expires later than these has its turn when they are decided. */
const MOST_WAITING = 100;

/** What waits for a person, and of what people were reminded. */
export function createReminders(table: StoreTable): Omit<RemindPorts, 'now'> {
  return {
    waitingInstructions: async (tenant) =>
      (await waitingInstructions(table, tenant, MOST_WAITING)).items,
    waitingChanges: async (tenant, at) =>
      (await waitingChanges(table, tenant, at, MOST_WAITING)).items,
    reminders: {
      has: async (reminder) => (await itemAt(table, keyOf(reminder), false)) !== null,
      put: (reminder) => putIf(table, itemOf(REMINDER, reminder.tenant, reminder)),
    },
  };
}

function keyOf({ tenant, kind, id, expiresAt }: Reminder) {
  return ledgerKeys.reminder(tenant, kind, id, expiresAt);
}
