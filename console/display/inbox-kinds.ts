import type { components } from '@sluice/client';

export type InboxKind = components['schemas']['InboxItem']['kind'];

interface KindText {
  readonly one: string;
  readonly several: string;
}

/** What each kind of the inbox is called within a sentence. Webhooks and matching rules are changes of the policy. */
export const INBOX_KIND_TEXTS: Readonly<Record<InboxKind, KindText>> = {
  withdrawal: { one: 'withdrawal', several: 'withdrawals' },
  trade: { one: 'trade', several: 'trades' },
  'policy-change': { one: 'change of the policy', several: 'changes of the policy' },
  resumption: { one: 'resumption', several: 'resumptions' },
  settlement: { one: 'unknown outcome', several: 'unknown outcomes' },
  unbooked: { one: 'unbooked amount', several: 'unbooked amounts' },
  rearming: { one: 're-arming of the ledger', several: 're-armings of the ledger' },
  break: { one: 'break', several: 'breaks' },
  'low-balance': { one: 'balance too low', several: 'balances too low' },
  'failing-rule': { one: 'rule of which nothing leaves', several: 'rules of which nothing leaves' },
  'calendar-ending': { one: 'calendar that ends', several: 'calendars that end' },
  'webhook-failing': {
    one: 'webhook whose receiver takes nothing',
    several: 'webhooks whose receivers take nothing',
  },
};

export const INBOX_KINDS = Object.keys(INBOX_KIND_TEXTS) as readonly InboxKind[];

export function isInboxKind(text: string): text is InboxKind {
  return Object.hasOwn(INBOX_KIND_TEXTS, text);
}
