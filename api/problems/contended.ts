import { type Answer, problemAnswer } from './problem.ts';

/** Seconds a caller is told to wait where others were writing. */
const RETRY_AFTER_SECONDS = '2';

/** What was left as it was, and what to look at before it is asked for again. */
export interface Contended {
  readonly title: string;
  readonly lookAt: string;
}

/** Nothing was written, since others wrote at the same time: for a person who looks first, then repeats. */
export function contended({ title, lookAt }: Contended, requestId: string): Answer {
  return problemAnswer(
    {
      status: 409,
      code: 'contended',
      title,
      detail: `Others were writing at the same time. Look at ${lookAt} again and repeat it.`,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    },
    requestId,
  );
}
