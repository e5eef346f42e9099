import { type FindPorts, type Found, findWaiting, readView } from '../inbox/find-waiting.ts';
import { INBOX_KINDS, type InboxKind } from '../inbox/inbox-item.ts';
import type { Reminder } from '../ledger/reminder.ts';
import { epochMsOf, type Instant } from '../time/instant.ts';

/** The share of the time that is left when people are reminded: of a day, six hours; of three days, eighteen. */
const SHARE_LEFT = 1 / 4;

export interface RemindPorts extends FindPorts {
  readonly reminders: {
    readonly has: (reminder: Reminder) => Promise<boolean>;
    /** False if there is one already. */
    readonly put: (reminder: Reminder) => Promise<boolean>;
  };
}

type Waiting = Omit<Reminder, 'remindedAt'>;

/** What people are reminded of, by the kinds of the inbox: everything that expires. Null: it waits for ever. */
const REMINDED_AS: Readonly<Record<InboxKind, Reminder['kind'] | null>> = {
  withdrawal: 'withdrawal',
  trade: 'trade',
  'policy-change': 'change',
  resumption: 'change',
  settlement: 'settlement',
  unbooked: 'unbooked',
  rearming: 'rearming',
  break: null,
  'low-balance': null,
  'failing-rule': null,
  'calendar-ending': null,
  'webhook-failing': null,
};

/**
 * Puts a reminder of each thing that expires soon, which its event tells people of. It is put once, however many rounds see
 * it and at once: what it is about and until when it waits are its key.
 */
export async function remind(ports: RemindPorts, tenant: string): Promise<readonly Reminder[]> {
  const { reminders } = ports;
  const view = await readView(ports, tenant);
  const kinds = INBOX_KINDS.filter((kind) => REMINDED_AS[kind] !== null);
  const found = await findWaiting(ports, view, kinds);
  const waiting = found.flatMap(({ items }) => items.flatMap((each) => expiring(tenant, each)));
  const put: Reminder[] = [];
  for (const each of waiting.filter((one) => isDue(one, view.at))) {
    const reminder = { ...each, remindedAt: view.at };
    // A read costs a fraction of a write that fails, and is what most rounds come to.
    if (await reminders.has(reminder)) continue;
    if (await reminders.put(reminder)) put.push(reminder);
  }
  return put;
}

/** An entry as a reminder has it; none if it waits for ever, as what no person has said a word about does. */
function expiring(tenant: string, { entry, what }: Found): readonly Waiting[] {
  const { id, since: waitingSince, expiresAt } = entry;
  const kind = REMINDED_AS[entry.kind];
  if (kind === null || expiresAt === null || what === null) return [];
  return [{ tenant, kind, id, what, waitingSince, expiresAt }];
}

function isDue({ waitingSince, expiresAt }: Waiting, at: Instant): boolean {
  const [begin, end, now] = [waitingSince, expiresAt, at].map(epochMsOf) as [
    number,
    number,
    number,
  ];
  return now < end && end - now <= (end - begin) * SHARE_LEFT;
}
