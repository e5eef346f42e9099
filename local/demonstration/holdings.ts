import { Decimal, ROUNDING, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Balances } from '../../treasury/snapshots/snapshot.ts';
import { HELD_AT_FIRST, KEPT } from './script.ts';

/** Fraction digits of made-up amounts: those of a bank account, and enough to look like a coin's. */
const BANK_DIGITS = 2;
const COIN_DIGITS = 4;
const BANK_CURRENCIES: readonly string[] = ['CHF', 'EUR', 'USD'];

/** All of it. */
const THOUSAND = 1_000;

/** What is held while history is made up: begins with a part of what is held at its end. */
export class Holdings {
  readonly #end: Balances;
  readonly #totals = new Map<string, Decimal>();

  /** `moving`: currencies that something brings to the end; the others stay as they are. */
  constructor(end: Balances, moving: ReadonlySet<string>) {
    this.#end = end;
    for (const currency of Object.keys(end)) {
      const first = HELD_AT_FIRST[currency] ?? KEPT;
      this.#totals.set(currency, this.part(currency, moving.has(currency) ? first : THOUSAND));
    }
  }

  total(currency: string): Decimal {
    return this.#totals.get(currency) ?? ZERO;
  }

  /** So many thousandths of what is held at the end; whole units of the smallest that is made up. */
  part(currency: string, thousandths: number): Decimal {
    const end = this.endOf(currency);
    return thousandths === THOUSAND
      ? end
      : rounded(currency, end.times(thousandths).dividedBy(THOUSAND));
  }

  endOf(currency: string): Decimal {
    return Object.hasOwn(this.#end, currency) ? decimalOf(this.#end[currency]?.total ?? '0') : ZERO;
  }

  /** False where so much is not there to be taken away. */
  move(currency: string, change: Decimal): boolean {
    const after = this.total(currency).plus(change);
    if (after.lessThan(this.#held(currency))) return false;
    this.#totals.set(currency, after);
    return true;
  }

  /** What is not available stays so all along: it is staked, or collateral. */
  balances(): Balances {
    return Object.fromEntries(
      Object.entries(this.#end).map(([currency, { available }]) => {
        const total = this.total(currency);
        const free = total.minus(this.#held(currency));
        return [
          currency,
          {
            total: formatDecimal(total),
            ...(available === undefined ? {} : { available: formatDecimal(free) }),
          },
        ];
      }),
    );
  }

  #held(currency: string): Decimal {
    const available = Object.hasOwn(this.#end, currency)
      ? this.#end[currency]?.available
      : undefined;
    return available === undefined ? ZERO : this.endOf(currency).minus(decimalOf(available));
  }
}

export function rounded(currency: string, amount: Decimal): Decimal {
  const digits = BANK_CURRENCIES.includes(currency) ? BANK_DIGITS : COIN_DIGITS;
  return new Decimal(amount).toDecimalPlaces(digits, ROUNDING.down);
}
