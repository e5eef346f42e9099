import { type CountsRead, countedAhead } from '../counters/shared-counts.ts';
import type { DecidedTrade } from '../facts/decided-trade.ts';
import { tradeDebits } from '../limits/trade-usage.ts';
import { ROUNDING } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { conversionOf, ruleTrader } from '../policy/conversion.ts';
import { marketPrice } from '../policy/limit-price.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Market } from '../rules/conversion-trade.ts';
import type { Instant } from '../time/instant.ts';
import { notionalOf } from '../valuation/notional.ts';
import type { PastReading } from './history.ts';

/** The amounts of a conversion in a replay: filled at once at the market of the snapshot, without a fee. */
export interface Filled {
  readonly taken: string;
  readonly received: string;
}

export function filledAt({ side, amount, bid, ask }: DecidedTrade): Filled {
  const quote = decimalOf(amount)
    .times(decimalOf(marketPrice(side, { bid, ask })))
    .toDecimalPlaces(MAX_FRACTION_DIGITS, side === 'buy' ? ROUNDING.up : ROUNDING.down);
  const inQuote = formatDecimal(quote);
  return side === 'sell'
    ? { taken: amount, received: inQuote }
    : { taken: inQuote, received: amount };
}

/** The prices of a past reading. One that was read without them has none, and converts nothing. */
export function marketAt(
  { market, values, pricesReadAt: readAt }: Pick<PastReading, 'market' | 'values' | 'pricesReadAt'>,
  usage: CountsRead,
): Market {
  const { prices = {}, doubted = [] } = market ?? {};
  return { prices, doubted, values, readAt, usage };
}

/** The rolling limits of trades with one more conversion; as they were if it cannot be valued. */
export function withConversion(
  usage: CountsRead,
  { tenant, controls }: { readonly tenant: string; readonly controls: Controls },
  {
    ruleId,
    trade,
    at,
  }: { readonly ruleId: string; readonly trade: DecidedTrade; readonly at: Instant },
  { values }: Pick<PastReading, 'values'>,
  approved: boolean,
): CountsRead {
  const { reportingCurrency: currency } = controls;
  const notional = notionalOf(trade, values, currency);
  if (!notional.known) return usage;
  const debits = { by: ruleTrader(ruleId), amount: notional.side.value, currency, at, approved };
  return countedAhead(usage, 'trade-usage', tenant, tradeDebits(debits));
}

/**
 * All currencies that conversions link with some: what one rule gives away is another one's surplus, so that the past
 * of each is the past of all.
 */
export function connectedCurrencies(
  currencies: readonly string[],
  rules: readonly Pick<SweepRule, 'kind' | 'currency' | 'into'>[],
): readonly string[] {
  const conversions = rules.flatMap((rule) => conversionOf(rule) ?? []);
  const known = new Set(currencies);
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { currency, into } of conversions) {
      if (known.has(currency)) known.add(into);
      else if (known.has(into)) known.add(currency);
    }
  }
  return [...known].sort();
}
