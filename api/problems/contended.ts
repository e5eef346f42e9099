import { type HttpResponse, problem, problemResponse } from './problem.ts';

/** Seconds a caller is told to wait if others were writing. */
const RETRY_AFTER_SECONDS = '2';

/** Nothing was written, since others wrote at the same time: for a person who looks first, then repeats. */
export function contended(lookAt: string, requestId: string): HttpResponse {
  return problemResponse(
    problem('contended', {
      detail: `Nothing was changed. Read ${lookAt} again, then repeat the request.`,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    }),
    requestId,
  );
}
