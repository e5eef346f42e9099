import {
  type BalancesPorts,
  type MarketBalances,
  type MarketReading,
  readValuedBalances,
} from '../market/market-reading.ts';
import type { RefusedRate, UsedRate } from '../policy/used-rate.ts';
import type { Balance } from '../valuation/balance.ts';
import { valueBalances } from '../valuation/value.ts';
import type { UnvaluedReason } from './unvalued-reason.ts';
import { type AskedIn, type CurrencyValueIn, valuationIn } from './valuation-in.ts';

/** The holdings at the service at one moment, and their value. */
export type MarketBalancesIn = Omit<MarketBalances, 'balances' | 'apart'> & {
  readonly balances: Readonly<Record<string, Balance & Partial<CurrencyValueIn>>>;
  readonly apart?: Readonly<Record<string, CurrencyValueIn>>;
  readonly unvaluedBecause: Readonly<Record<string, UnvaluedReason>>;
  readonly manualRates: readonly UsedRate[];
  readonly refusedRates: readonly RefusedRate[];
};

/** The service's balances of now, by its prices of now, and by the manual rates of today where there are none. */
export async function readMarketBalancesIn(
  ports: BalancesPorts,
  reportingCurrency: string,
  asked: AskedIn,
): Promise<MarketReading<MarketBalancesIn>> {
  return await readValuedBalances(ports, ({ readAt, balances, prices }) => {
    const recorded = valueBalances(balances, prices, reportingCurrency);
    const seen = { scheduledFor: readAt, balances, prices, valuation: recorded };
    const { unvaluedBecause, manualRates, refusedRates, ...valuation } = valuationIn(seen, asked);
    return { valuation, marks: { unvaluedBecause, manualRates, refusedRates } };
  });
}
