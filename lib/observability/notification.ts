import { runbookOf } from './alarms.ts';

/** What people are told: what happened, what to do next, and where that is written. */
export interface Notification {
  readonly title: string;
  readonly words: string;
  readonly next: string;
  /** Section of docs/operations.md. */
  readonly runbook: string;
}

/** All of it as it is mailed. */
export function notificationText({ title, words, next, runbook }: Notification): string {
  return `${title}\n${words}\nNext: ${next}\nRunbook: ${runbookOf(runbook)}`;
}
