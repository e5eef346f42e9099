import { nearestName } from '../validation/nearest-name.ts';

/** Letters by which two codes may differ at most to be taken for each other: one typed wrongly, two exchanged. */
const MAX_DISTANCE = 2;

/** The known code that is most like the one that was typed; null if none is similar. */
export function nearestCurrency(written: string, known: Iterable<string>): string | null {
  return nearestName(written, known, MAX_DISTANCE);
}
