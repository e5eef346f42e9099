import type { components } from '@sluice/client';
import { type InboxKind, isInboxKind } from '../../display/inbox-kinds.ts';

export type InboxItem = components['schemas']['InboxItem'];

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
