import { Decimal, ROUNDING, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import {
  type Balance,
  type Balances,
  balanceOf,
  statedIn,
} from '../../treasury/valuation/balance.ts';
import { HELD_AT_FIRST, KEPT } from './script.ts';

/** Fraction digits of made-up amounts: those of a bank account, and enough to look like a coin's. */
const BANK_DIGITS = 2;
const COIN_DIGITS = 4;
const BANK_CURRENCIES: readonly string[] = ['CHF', 'EUR', 'USD'];

/** All of it. */
const THOUSAND = 1_000;

/**
 * The holdings while history is made up: they begin with a part of the available amount at its end. The unavailable
 * amount at the end is staked, or collateral, and stays so all along.
 */
export class Holdings {
  readonly #end: Balances;
  readonly #available = new Map<string, Decimal>();

  /** `moving`: currencies that something brings to the end; the others stay as they are. */
  constructor(end: Balances, moving: ReadonlySet<string>) {
    this.#end = end;
    for (const currency of Object.keys(end)) {
      const first = moving.has(currency) ? (HELD_AT_FIRST[currency] ?? KEPT) : THOUSAND;
      this.#available.set(currency, this.part(currency, first));
    }
  }

  has(currency: string): boolean {
    return Object.hasOwn(this.#end, currency);
  }

  available(currency: string): Decimal {
    return this.#available.get(currency) ?? ZERO;
  }

  availableAtEnd(currency: string): Decimal {
    const { total = '0', available = total } = this.#endOf(currency);
    return decimalOf(available);
  }

  /** So many thousandths of what is available at the end, in digits that such amounts have. */
  part(currency: string, thousandths: number): Decimal {
    const end = this.availableAtEnd(currency);
    return thousandths === THOUSAND
      ? end
      : rounded(currency, end.times(thousandths).dividedBy(THOUSAND));
  }

  /** False if so much is not there to be taken away. */
  move(currency: string, change: Decimal): boolean {
    const after = this.available(currency).plus(change);
    if (after.isNegative()) return false;
    this.#available.set(currency, after);
    return true;
  }

  balances(): Balances {
    return Object.fromEntries(
      statedIn(this.#end).map(([currency, { total, available: atEnd }]) => {
        const available = this.available(currency);
        const held = decimalOf(total).minus(this.availableAtEnd(currency));
        return [
          currency,
          {
            total: formatDecimal(available.plus(held)),
            ...(atEnd === undefined ? {} : { available: formatDecimal(available) }),
          },
        ];
      }),
    );
  }

  #endOf(currency: string): Partial<Balance> {
    const read = balanceOf(this.#end, currency);
    return read.kind === 'stated' ? read.balance : {};
  }
}

export function rounded(currency: string, amount: Decimal): Decimal {
  return new Decimal(amount).toDecimalPlaces(digitsOf(currency), ROUNDING.down);
}

export function digitsOf(currency: string): number {
  return BANK_CURRENCIES.includes(currency) ? BANK_DIGITS : COIN_DIGITS;
}
