import type { MarketBalances, MarketReading } from '../market/market-reading.ts';
import type { TradingService } from '../ports/trading-service.ts';
import type { Balance } from '../valuation/balance.ts';
import { shownTotal, totalValue } from '../valuation/total-value.ts';
import { valueBalances } from '../valuation/value.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';
import type { RefusedRate, UsedRate } from './used-rate.ts';
import { type AskedIn, type CurrencyValueIn, valuationIn } from './valuation-in.ts';

/** The holdings at the service at one moment, in the currency that was asked for. */
export type MarketBalancesIn = Omit<MarketBalances, 'balances'> & {
  readonly balances: Readonly<Record<string, Balance & Partial<CurrencyValueIn>>>;
  readonly unvaluedBecause: Readonly<Record<string, UnvaluedReason>>;
  readonly manualRates: readonly UsedRate[];
  readonly refusedRates: readonly RefusedRate[];
};

/** The service's balances of now, by its prices of now, and by the manual rates of today where there are none. */
export async function readMarketBalancesIn(
  service: Pick<TradingService, 'readPrices' | 'readBalances'>,
  reportingCurrency: string,
  asked: AskedIn,
): Promise<MarketReading<MarketBalancesIn>> {
  const [reading, market] = await Promise.all([service.readBalances(), service.readPrices()]);
  if (!reading.ok) return reading;
  const { readAt, balances } = reading.value;
  const prices = market.ok ? market.value.prices : {};
  const seen = { scheduledFor: readAt, balances, prices };
  const valuation = valuationIn(
    { ...seen, valuation: valueBalances(balances, prices, reportingCurrency) },
    asked,
  );
  const { values, unvalued, unvaluedBecause, manualRates, refusedRates } = valuation;
  const known = market.ok
    ? { pricesReadAt: market.value.readAt }
    : { pricesMissing: `${market.code}: ${market.reason}` };
  const shown = Object.entries(balances)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, balance]) => [currency, { ...balance, ...values[currency] }] as const);
  return {
    ok: true,
    value: {
      readAt,
      ...known,
      reportingCurrency: asked.into,
      ...shownTotal(totalValue(valuation, balances)),
      balances: Object.fromEntries(shown),
      unvalued,
      unvaluedBecause,
      manualRates,
      refusedRates,
    },
  };
}
