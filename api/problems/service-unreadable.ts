import { sayReadFailed } from '../../treasury/facts/sentences/say/say-not-read.ts';
import type { ReadFailed } from '../../treasury/outcomes/read-failed.ts';
import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import { type Problem, problem } from './problem.ts';

/** The service could not be read, with why. */
export function serviceUnreadable({
  code,
  failed,
}: {
  readonly code: ReadFailureCode;
  readonly failed: ReadFailed;
}): Problem {
  return problem(`service-${code}`, {
    detail: sayReadFailed(failed),
  });
}
