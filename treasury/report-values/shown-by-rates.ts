import type { PastValuesPort, ShownValues, ShownValuesPort } from '../preview/shown-values.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { PricedSnapshot } from './report-price.ts';
import type { ReportRate } from './report-rate.ts';
import { worthBeside } from './report-values.ts';
import { refusedRate } from './unvalued.ts';

type ReadRates = (tenant: string) => Promise<readonly ReportRate[]>;

/** Values of what would leave, as every report values what is held: forecasts and previews show them. */
export function shownByRates(readRates: ReadRates): ShownValuesPort['shownValues'] {
  return async (tenant) => {
    const rates = await readRates(tenant);
    return (snapshot, into) => shownBeside(snapshot, into, rates);
  };
}

/** The same of what would have left: backtests show them. */
export function pastValuesByRates(readRates: ReadRates): PastValuesPort['pastValues'] {
  return async (tenant, currencies, into) => {
    const concerned = new Set([...currencies, into]);
    const rates = (await readRates(tenant)).filter(({ currency }) => concerned.has(currency));
    if (currencies.length === 0 || rates.length === 0) return null;
    return {
      by: canonicalText(rates),
      at: ({ scheduledFor, market, values: { reportingCurrency } }) => {
        const { prices = {}, doubted: pricesDoubted = [] } = market ?? {};
        // What it recorded is not read: it says the same as its prices.
        const valuation = { reportingCurrency, values: {} };
        return shownBeside({ scheduledFor, prices, pricesDoubted, valuation }, into, rates);
      },
    };
  };
}

function shownBeside(
  snapshot: PricedSnapshot,
  into: string,
  rates: readonly ReportRate[],
): ShownValues {
  return {
    of: (currency, amount) => {
      const found = worthBeside(snapshot, { currency, amount }, into, rates);
      if (found === null) return null;
      const { value, manualRate } = found;
      return manualRate === undefined ? { value } : { value, manualRate };
    },
    refused: (currency) => refusedRate(snapshot, currency, into, rates),
  };
}
