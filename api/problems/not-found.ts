import { ProblemError, problem } from './problem.ts';

/** The subject of a path does not exist; `detail` names it. */
export function notFound(detail: string): ProblemError {
  return new ProblemError(problem('not-found', { detail }));
}
