import type { components } from '@sluice/client';

export type InboxItem = components['schemas']['InboxItem'];
export type InboxKind = InboxItem['kind'];

interface KindText {
  readonly one: string;
  readonly several: string;
}

/** What each kind of the inbox is called. Webhooks and matching rules are changes of the policy. */
export const KINDS: Readonly<Record<InboxKind, KindText>> = {
  withdrawal: { one: 'Withdrawal', several: 'Withdrawals' },
  trade: { one: 'Trade', several: 'Trades' },
  'policy-change': { one: 'Change of the policy', several: 'Changes of the policy' },
  resumption: { one: 'Resumption', several: 'Resumptions' },
  settlement: { one: 'Unknown outcome', several: 'Unknown outcomes' },
  unbooked: { one: 'Unbooked amount', several: 'Unbooked amounts' },
  rearming: { one: 'Re-arming', several: 'Re-armings' },
  break: { one: 'Break', several: 'Breaks' },
  'low-balance': { one: 'Balance too low', several: 'Balances too low' },
  'calendar-ending': { one: 'Calendar that ends', several: 'Calendars that end' },
};

export const INBOX_KINDS = Object.keys(KINDS) as readonly InboxKind[];

export function isInboxKind(text: string): text is InboxKind {
  return Object.hasOwn(KINDS, text);
}

/** What the address opens: "policy-change/2026-…". An id may have slashes of its own. */
export interface OpenItem {
  readonly kind: InboxKind;
  readonly id: string;
}

export function openItemOf(text: string | null): OpenItem | null {
  if (text === null) return null;
  const slash = text.indexOf('/');
  const kind = text.slice(0, slash);
  const id = text.slice(slash + 1);
  return slash > 0 && id !== '' && isInboxKind(kind) ? { kind, id } : null;
}

export function openItemText({ kind, id }: OpenItem): string {
  return `${kind}/${id}`;
}
