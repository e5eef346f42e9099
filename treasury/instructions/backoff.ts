import type { FailureBackoff } from '../policy/sweep-rule.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';

/**
 * Until when a rule pauses after its n-th failure in a row: the first pause, doubled with every
 * further failure, never more than the maximum.
 */
export function nextBackoff(backoff: FailureBackoff, failures: number, at: Instant): Instant {
  const doubled = backoff.firstSeconds * 2 ** Math.max(0, failures - 1);
  return plusSeconds(at, Math.min(doubled, backoff.maximumSeconds));
}
