import type { DayCorrection, Leaf } from '../ledger/day-correction.ts';
import type { Instant } from '../time/instant.ts';

/** A correction with the entry of the audit log that says it. */
export interface LoggedCorrection extends DayCorrection {
  readonly entry: number;
  readonly at: Instant;
  readonly reason: string;
}

/** In the place of an item that is not what its last correction left: no item has it, so no root does. */
const NOT_AS_CORRECTED = 'not as corrected';

/**
 * The items of a day as they were before Sluice corrected them, the latest correction first. A correction is taken back only
 * where what is there is what it wrote. So nothing that was tampered with, before a correction or after it, is made good by
 * one, and neither is a correction that was itself undone.
 */
export function beforeCorrections(
  leaves: readonly Leaf[],
  corrections: readonly LoggedCorrection[],
): readonly Leaf[] {
  const at = new Map(leaves.map(({ place, hash }) => [place, hash]));
  for (const { place, before, after } of corrections.toReversed()) {
    if (at.get(place) !== after) at.set(place, NOT_AS_CORRECTED);
    else if (before === null) at.delete(place);
    else at.set(place, before);
  }
  return [...at].map(([place, hash]) => ({ place, hash }));
}
