import { runbookOf } from './alarms.ts';

/** A notification: the event, the next step, and the page about it. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  readonly next: string;
  /** Section of docs/operations.md. */
  readonly runbook: string;
}

/** All of it as it is mailed. */
export function notificationText({ title, message, next, runbook }: Notification): string {
  return `${title}\n${message}\nNext: ${next}\nRunbook: ${runbookOf(runbook)}`;
}
