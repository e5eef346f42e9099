import type { ReadFailureCode } from '../../treasury/ports/trading-service.ts';
import type { Problem } from './problem.ts';

/** Seconds after which a service that could not be read is worth another try. */
const RETRY_AFTER_SECONDS = '5';

/** The service could not be read: 503, with why. */
export function serviceUnreadable(
  { code, reason }: { readonly code: ReadFailureCode; readonly reason: string },
  title: string,
): Problem {
  return {
    status: 503,
    code: `service-${code}`,
    title,
    detail: reason,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  };
}
