import type { MovementFill } from '../ledger/movement-fill.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { CurrencyStatement, FillSum } from './statement.ts';

/**
 * What the trades of a month were filled at, by instrument and side. A trade counts once: in the month that first shows
 * its base currency. Pure.
 */
export function fillSumsOf(
  currencies: readonly Pick<CurrencyStatement, 'currency' | 'movements'>[],
): readonly FillSum[] {
  const byKind = new Map<string, MovementFill[]>();
  for (const { currency, movements } of currencies) {
    for (const { fill } of movements) {
      if (fill === undefined || fill.instrument.split('/')[0] !== currency) continue;
      const key = `${fill.instrument} ${fill.side}`;
      byKind.set(key, [...(byKind.get(key) ?? []), fill]);
    }
  }
  return [...byKind.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fills]) => sumOf(fills));
}

function sumOf(fills: readonly MovementFill[]): FillSum {
  const [{ instrument, side } = { instrument: '', side: 'buy' as const }] = fills;
  const total = (amounts: readonly string[]): string =>
    formatDecimal(amounts.reduce((sum, amount) => sum.plus(decimalOf(amount)), ZERO));
  const fees = fills.flatMap((fill) => fill.fees ?? []);
  const feeCurrencies = [...new Set(fees.map(({ currency }) => currency))].sort();
  return {
    instrument,
    side,
    trades: fills.length,
    base: total(fills.map(({ base }) => base)),
    quote: total(fills.map(({ quote }) => quote)),
    slippage: total(fills.map(({ slippage }) => slippage)),
    fees: feeCurrencies.map((currency) => {
      const own = fees.filter((fee) => fee.currency === currency);
      return { currency, amount: total(own.map(({ amount }) => amount)) };
    }),
    withoutFees: fills.filter((fill) => fill.fees === undefined).length,
  };
}

/** The fees in one cell of a table. */
export function feesText(fees: MovementFill['fees']): string {
  return (fees ?? []).map(({ amount, currency }) => `${amount} ${currency}`).join('; ');
}
