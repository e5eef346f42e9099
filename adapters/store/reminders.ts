import type { Reminder } from '../../treasury/ledger/reminder.ts';
import type { RemindPorts } from '../../treasury/watchdog/remind.ts';
import { putIf } from './conditional-put.ts';
import { whatWaits } from './front-page.ts';
import { itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { REMINDER } from './ledger-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt } from './table-items.ts';

/** What waits for a person, and of what people were reminded. */
export function createReminders(table: StoreTable): Pick<RemindPorts, 'waiting' | 'reminders'> {
  return {
    waiting: whatWaits(table),
    reminders: {
      has: async (reminder) => (await itemAt(table, keyOf(reminder), false)) !== null,
      put: (reminder) => putIf(table, itemOf(REMINDER, reminder.tenant, reminder)),
    },
  };
}

function keyOf({ tenant, kind, id, expiresAt }: Reminder) {
  return ledgerKeys.reminder(tenant, kind, id, expiresAt);
}
