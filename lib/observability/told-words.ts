import { runbookOf } from './alarms.ts';

/** What people are told: what happened, what to do next, and where that is written. */
export interface ToldWords {
  readonly title: string;
  readonly words: string;
  readonly next: string;
  /** Section of docs/operations.md. */
  readonly runbook: string;
}

/** All of it as it is mailed. */
export function toldText({ title, words, next, runbook }: ToldWords): string {
  return `${title}\n${words}\nNext: ${next}\nRunbook: ${runbookOf(runbook)}`;
}
