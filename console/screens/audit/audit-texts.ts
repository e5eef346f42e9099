import { capitalised } from '../../display/capitalised.ts';
import type { Names } from './types.ts';

/** Breaks are named by their id alone: the tick and the currency. */
const BREAK_ID = /^\d{8}T\d{9}Z-/;

/** "approve-change" as people say it. */
export function actionText(action: string): string {
  return capitalised(action.replaceAll('-', ' '));
}

/** What an entry is about: the name where there is one, and the kind in words. */
export function subjectText(subject: string, names: Names | undefined): string {
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  if (BREAK_ID.test(subject)) return `break ${subject}`;
  if (id === '') return subject;
  const name = kind === 'account' ? names?.accounts[id] : names?.rules[id];
  return `${kind.replaceAll('-', ' ')} ${kind === 'account' || kind === 'rule' ? (name ?? id) : id}`;
}

/** The screen that shows a subject; null where none does. */
export function screenOf(subject: string): string | null {
  if (BREAK_ID.test(subject)) return `breaks/${encodeURIComponent(subject)}`;
  const [kind = '', ...rest] = subject.split(':');
  const id = encodeURIComponent(rest.join(':'));
  switch (kind) {
    case 'rule':
      return `rules/${id}`;
    case 'account':
      return `accounts/${id}`;
    case 'withdrawal':
      return `withdrawals/${id}`;
    case 'trade':
      return `trades/${id}`;
    case 'controls':
      return 'settings';
    case 'halt':
      return 'settings?tab=halts';
    case 'webhook':
      return 'settings?tab=webhooks';
    default:
      return null;
  }
}
