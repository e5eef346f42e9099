import type { Reminder } from '../../treasury/ledger/reminder.ts';
import type { NoteFailingPorts } from '../../treasury/watchdog/note-failing-rules.ts';
import type { NoteLowPorts } from '../../treasury/watchdog/note-low-balances.ts';
import type { RemindPorts } from '../../treasury/watchdog/remind.ts';
import { InOrder } from './in-order.ts';

/** What the watchdog noted of one tenant, and of what it reminded people. */
export interface WatchdogNotes {
  readonly lowStates: NoteLowPorts['lowStates'];
  readonly failingStates: NoteFailingPorts['failingStates'];
  readonly reminders: RemindPorts['reminders'];
}

export function notesIn(perTenant: <T>(make: () => T) => (tenant: string) => T): WatchdogNotes {
  const reminded = perTenant(() => new Set<string>());
  return {
    lowStates: notedIn(perTenant),
    failingStates: notedIn(perTenant),
    reminders: {
      has: async (reminder) => reminded(reminder.tenant).has(keyOf(reminder)),
      put: async (reminder) => {
        const keys = reminded(reminder.tenant);
        if (keys.has(keyOf(reminder))) return false;
        keys.add(keyOf(reminder));
        return true;
      },
    },
  };
}

function notedIn<
  State extends { readonly tenant: string; readonly ruleId: string; readonly version: number },
>(perTenant: <T>(make: () => T) => (tenant: string) => T) {
  const of = perTenant(() => new InOrder<State>());
  return {
    read: async (tenant: string): Promise<readonly State[]> => of(tenant).values(),
    put: async (state: State): Promise<boolean> => {
      const notes = of(state.tenant);
      if (state.version !== (notes.get(state.ruleId)?.version ?? 0) + 1) return false;
      notes.set(state.ruleId, state);
      return true;
    },
  };
}

function keyOf({ kind, id, expiresAt }: Reminder): string {
  return `${kind}#${id}#${expiresAt}`;
}
