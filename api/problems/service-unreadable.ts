import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import { type Problem, problem } from './problem.ts';

/** The service could not be read, with why. */
export function serviceUnreadable({
  code,
  reason,
}: {
  readonly code: ReadFailureCode;
  readonly reason: string;
}): Problem {
  return problem(`service-${code}`, {
    detail: reason,
  });
}
