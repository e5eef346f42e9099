import type { Break } from '../ledger/break.ts';
import type { OpenRise } from '../ledger/pending-claims.ts';
import type { ReadBreaks } from './ports.ts';

/**
 * Rises beside which a withdrawal was placed whole by the balances alone, and that no person has explained. A withdrawal that
 * is booked in two parts looks like this: a rise where the first part showed, and later a fall of the same amount. The fall
 * is no fee, whatever it fits.
 */
export class OpenRises {
  readonly #breaksBetween: ReadBreaks;
  readonly #tenant: string;
  readonly #examined: readonly Break[];
  readonly #known: readonly OpenRise[];

  /** `examined`: the breaks of the readings under examination, as they are about to stand; `known`: found earlier. */
  constructor(
    breaksBetween: ReadBreaks,
    tenant: string,
    {
      examined,
      known,
    }: { readonly examined: readonly Break[]; readonly known: readonly OpenRise[] },
  ) {
    this.#breaksBetween = breaksBetween;
    this.#tenant = tenant;
    this.#examined = examined;
    this.#known = known;
  }

  /** Whether a fall may be the part of a withdrawal that was taken for whole. */
  async mayExplain({ currency, direction }: Break): Promise<boolean> {
    if (direction !== 'outflow') return false;
    const isOne = (each: Break) => each.currency === currency && isOpenRise(each);
    if (this.#examined.some(isOne)) return true;
    const known = this.#known.filter((each) => each.currency === currency);
    for (const { snapshot } of known) {
      // What is under examination was looked at above, as it is about to stand.
      if (this.#examined.some((each) => each.currency === currency && each.snapshot === snapshot))
        continue;
      const stored = await this.#breaksBetween(this.#tenant, snapshot, snapshot);
      if (stored.some(isOne)) return true;
    }
    return false;
  }
}

export function openRisesIn(breaks: readonly Break[]): readonly OpenRise[] {
  return breaks.filter(isOpenRise).map(({ currency, snapshot }) => ({ currency, snapshot }));
}

/** An open rise that may be the part of a withdrawal that shows later. */
export function isOpenRise({ direction, status, takenForWhole = [] }: Break): boolean {
  return direction === 'inflow' && status.state === 'open' && takenForWhole.length > 0;
}
