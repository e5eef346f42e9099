import type { StatementBasis } from '../../treasury/statements/statement-basis.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** Of a statement that rests on readings right at its boundaries. */
export function basisBetween(first: Instant, last: Instant): StatementBasis {
  const at = (tick: Instant) => ({ snapshot: tick, readAt: tick, secondsBefore: 0 });
  return {
    ...{ opening: 'unfrozen-closing', first: at(first), last: at(last) },
    ...{ notBooked: [], unknown: [] },
  };
}
