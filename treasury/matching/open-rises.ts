import type { Break } from '../ledger/break.ts';
import type { OpenRise } from '../ledger/pending-claims.ts';
import type { Instant } from '../time/instant.ts';
import type { ReadBreakAt } from './ports.ts';

/**
 * Rises beside which a withdrawal was placed whole by the balances alone, and that no person has explained. A withdrawal that
 * is booked in two parts looks like this: a rise where the first part showed, and later a fall of the same amount. The fall
 * is no fee, whatever it fits.
 */
export class OpenRises {
  readonly #breakAt: ReadBreakAt;
  readonly #tenant: string;
  readonly #examined: readonly Break[];
  readonly #known: readonly OpenRise[];
  /** By currency, once it was asked for: a window has many falls, and they rest on the same rises. */
  readonly #open = new Map<string, Promise<boolean>>();

  /** `examined`: the breaks of the readings under examination, as they are about to stand; `known`: found earlier. */
  constructor(
    breakAt: ReadBreakAt,
    tenant: string,
    {
      examined,
      known,
    }: { readonly examined: readonly Break[]; readonly known: readonly OpenRise[] },
  ) {
    this.#breakAt = breakAt;
    this.#tenant = tenant;
    this.#examined = examined;
    this.#known = known;
  }

  /** Whether a fall may be the part of a withdrawal that was taken for whole. */
  async mayExplain({ currency, direction }: Break): Promise<boolean> {
    if (direction !== 'outflow') return false;
    if (this.#examined.some((each) => each.currency === currency && isOpenRise(each))) return true;
    const known = this.#open.get(currency) ?? this.#isOneOpen(currency);
    this.#open.set(currency, known);
    return await known;
  }

  /** Of those found earlier. What is under examination was looked at as it is about to stand. */
  async #isOneOpen(currency: string): Promise<boolean> {
    const isExamined = (snapshot: Instant) =>
      this.#examined.some((each) => each.currency === currency && each.snapshot === snapshot);
    for (const each of this.#known) {
      if (each.currency !== currency || isExamined(each.snapshot)) continue;
      const stored = await this.#breakAt(this.#tenant, each);
      if (stored !== null && isOpenRise(stored)) return true;
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
