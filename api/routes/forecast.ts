import * as z from 'zod/mini';
import {
  DEFAULT_FORECAST_DAYS,
  MAX_FORECAST_DAYS,
} from '../../treasury/forecast/forecast-limits.ts';
import { ASSUMED_APPROVALS, EXPECTED_FLOWS } from '../../treasury/forecast/present.ts';
import { code, timeZone, wholeNumber } from './query-fields.ts';

/** The query of GET /v1/forecast. */
export const forecastQuery = z.strictObject({
  days: z._default(wholeNumber(1, MAX_FORECAST_DAYS), DEFAULT_FORECAST_DAYS),
  flows: z._default(code(EXPECTED_FLOWS), 'none'),
  approvals: z._default(code(ASSUMED_APPROVALS), 'given'),
  timeZone: z.exactOptional(timeZone),
});
