import type { ComparedDay, ForecastKept } from '../../treasury/forecast/compare-forecasts.ts';
import { field, type Register } from './register.ts';

/** Of which days there is a forecast to compare. */
export const FORECASTS_KEPT: Register<ForecastKept> = {
  day: field('text', 'Day', 'day'),
  forecast: field('text', 'Forecast kept', 'forecast'),
  forecastAt: field('instant', 'Forecast made', 'forecastAt'),
};

/** What was forecast for each day and rule, beside what left. */
export const FORECASTS: Register<ComparedDay> = {
  day: field('text', 'Day', 'day'),
  ruleId: field('text', 'Rule', 'ruleId'),
  currency: field('text', 'Currency', 'currency'),
  forecast: field('amount', 'Forecast', 'forecast'),
  left: field('amount', 'Left', 'left'),
  difference: field('amount', 'Difference', 'difference'),
  forecastSweeps: field('integer', 'Sweeps forecast', 'forecastSweeps'),
  leftWithdrawals: field('integer', 'Withdrawals that left', 'leftWithdrawals'),
  forecastAt: field('instant', 'Forecast made', 'forecastAt'),
};
