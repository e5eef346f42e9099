import type { ShownValuesPort } from '../preview/shown-values.ts';
import type { ReportRate } from './report-rate.ts';
import { worthBeside } from './report-values.ts';
import { refusedRate } from './unvalued.ts';

/** Values of what would leave, as every report values what is held: forecasts and previews show them. */
export function shownByRates(
  readRates: (tenant: string) => Promise<readonly ReportRate[]>,
): ShownValuesPort['shownValues'] {
  return async (tenant) => {
    const rates = await readRates(tenant);
    return (snapshot, into) => ({
      of: (currency, amount) => {
        const found = worthBeside(snapshot, { currency, amount }, into, rates);
        if (found === null) return null;
        const { value, manualRate } = found;
        return manualRate === undefined ? { value } : { value, manualRate };
      },
      refused: (currency) => refusedRate(snapshot, currency, into, rates),
    });
  };
}
