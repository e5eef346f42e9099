import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';

/** A currency of the sandbox. Amounts are decimal text in its own unit. */
export interface SandboxCurrency {
  readonly code: string;
  /** Fraction digits of its smallest unit; finer amounts are refused. */
  readonly decimals: number;
  /** Whether amounts are printed with all their fraction digits, as banks do. */
  readonly fixedDecimals: boolean;
  readonly initialAvailable: string;
  /** Part of the total that is never available: staked, or collateral. */
  readonly initialHeld: string;
  /** Available amount from which on the sandbox deposits no more by itself. */
  readonly depositsUpTo: string;
  /** Value in USD around which its prices walk; null: no instrument, so it cannot be valued. */
  readonly startingValue: string | null;
  /** Largest change of its value per price step, in millionths. */
  readonly stepPpm: number;
}

export const CURRENCIES: readonly SandboxCurrency[] = [
  crypto('BTC', 8, ['3.25', '0', '5.1'], '65000', 300),
  crypto('ETH', 18, ['41.7', '0', '42'], '3200', 400),
  crypto('USDC', 6, ['250000', '0', '250000'], '1', 4),
  crypto('SOL', 9, ['860', '40', '880'], '150', 600),
  bank('EUR', ['120000.00', '122000'], '1.085', 40),
  bank('USD', ['80000.00', '82000'], '1', 0),
  bank('CHF', ['15000.00', '18000'], null, 0),
];

function crypto(
  code: string,
  decimals: number,
  [initialAvailable, initialHeld, depositsUpTo]: readonly [string, string, string],
  startingValue: string,
  stepPpm: number,
): SandboxCurrency {
  return {
    code,
    decimals,
    fixedDecimals: false,
    initialAvailable,
    initialHeld,
    depositsUpTo,
    startingValue,
    stepPpm,
  };
}

function bank(
  code: string,
  [initialAvailable, depositsUpTo]: readonly [string, string],
  startingValue: string | null,
  stepPpm: number,
): SandboxCurrency {
  return {
    code,
    decimals: 2,
    fixedDecimals: true,
    initialAvailable,
    initialHeld: '0',
    depositsUpTo,
    startingValue,
    stepPpm,
  };
}

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

/** Fraction digits of a currency that only a deposit brought in: as fine as any in use. */
const UNKNOWN_CURRENCY_DECIMALS = 18;

export function decimalsOf(code: string): number {
  return BY_CODE.get(code)?.decimals ?? UNKNOWN_CURRENCY_DECIMALS;
}

/** An amount as the service prints it: "120000.00" of a bank currency, "3.25" of the others. */
export function printAmount(code: string, amount: string | Decimal): string {
  const value = typeof amount === 'string' ? decimalOf(amount) : new Decimal(amount);
  const currency = BY_CODE.get(code);
  return currency?.fixedDecimals ? value.toFixed(currency.decimals) : formatDecimal(value);
}
