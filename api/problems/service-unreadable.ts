import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import { type Problem, problem } from './problem.ts';

/** Seconds after which a service that could not be read is worth another try. */
const RETRY_AFTER_SECONDS = '5';

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
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
