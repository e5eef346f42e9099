import { runbookOf } from './alarm-description.ts';

/** A notification: the event, the next step, and the page about it. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  readonly next: string;
  /** Section of docs/operations.md. */
  readonly runbook: string;
  /** Where the item that it is about is seen: an address, or a path of the API. */
  readonly link?: string;
}

/** All of it as it is mailed. */
export function notificationText({ title, message, next, runbook, link }: Notification): string {
  const item = link === undefined ? '' : `\nItem: ${link}`;
  return `${title}\n${message}\nNext: ${next}${item}\nRunbook: ${runbookOf(runbook)}`;
}
