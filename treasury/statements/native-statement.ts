import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { CurrencyStatement, Statement, StatementBalance } from './statement.ts';

/**
 * The statement of one currency's account in that currency itself: every value is its amount, and prices do nothing. A
 * currency that was not held in the month opens and closes with nothing. Digest and times stay those of the whole.
 */
export function nativeStatement(statement: Statement, currency: string): Statement {
  const found = statement.currencies.find((each) => each.currency === currency);
  const own = found === undefined ? notHeld(statement, currency) : atPar(found);
  const moved = own.movements.reduce(
    (sum, { amount }) => sum.plus(decimalOf(amount)),
    decimalOf('0'),
  );
  return {
    ...statement,
    reportingCurrency: currency,
    currencies: [own],
    totals: {
      opening: own.opening.amount,
      movements: formatDecimal(moved),
      revaluation: '0',
      reconciling: '0',
      closing: own.closing.amount,
      unvalued: [],
    },
  };
}

function atPar({ reconciling: _, ...found }: CurrencyStatement): CurrencyStatement {
  const balance = (each: StatementBalance): StatementBalance => ({
    ...each,
    price: null,
    value: each.amount,
  });
  return {
    ...found,
    opening: balance(found.opening),
    closing: balance(found.closing),
    movements: found.movements.map((each) => ({ ...each, price: null, value: each.amount })),
    revaluation: '0',
  };
}

function notHeld({ from, to }: Statement, currency: string): CurrencyStatement {
  const nothing = { amount: '0', price: null, value: '0' };
  return {
    currency,
    opening: { ...nothing, snapshot: from, readAt: from },
    movements: [],
    closing: { ...nothing, snapshot: to, readAt: to },
    revaluation: '0',
  };
}
