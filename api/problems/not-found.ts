import { ProblemError, problem } from './problem.ts';

/** What a path names is not there; `detail` says what that would have been. */
export function notFound(detail: string): ProblemError {
  return new ProblemError(problem('not-found', { detail }));
}
