import { type HttpResponse, problem, problemResponse } from './problem.ts';

/** Nothing was written, since others wrote at the same time: for a person who looks first, then repeats. */
export function contended(lookAt: string, requestId: string): HttpResponse {
  return problemResponse(
    problem('contended', {
      detail: `Nothing was changed. Read ${lookAt} again, then repeat the request.`,
    }),
    requestId,
  );
}
